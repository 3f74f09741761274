import { form } from "./form.ts"
import { frame } from "./frame.ts"
import { line } from "./line.ts"
import { phone } from "./phone.ts"
import { tokens } from "./tokens.ts"

/** Everything that the page's one stylesheet says. */
export const stylesheet: string = [tokens, frame, phone, line, form].join("")
