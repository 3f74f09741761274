import type { VNode } from "preact"
import { el, view } from "../element.ts"
import { page } from "../part/page.ts"

const Webhooks = (): VNode => page([el("h1", {}, "Webhooks")])

export const webhooks = (): VNode => view(Webhooks, {})
