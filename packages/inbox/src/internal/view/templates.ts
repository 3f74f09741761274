import type { VNode } from "preact"
import { el, view } from "../element.ts"
import { page } from "../part/page.ts"

const Templates = (): VNode => page([el("h1", {}, "Templates")])

export const templates = (): VNode => view(Templates, {})
