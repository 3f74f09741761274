import type { VNode } from "preact"
import { el, view } from "../element.ts"
import { page } from "../part/page.ts"

const Carriers = (): VNode => page([el("h1", {}, "Carriers")])

export const carriers = (): VNode => view(Carriers, {})
