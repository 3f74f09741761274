import type { VNode } from "preact"
import { el, view } from "../element.ts"
import { page } from "../part/page.ts"

const Send = (): VNode => page([el("h1", {}, "Send")])

export const send = (): VNode => view(Send, {})
