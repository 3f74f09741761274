import type { VNode } from "preact"
import { el, view } from "../element.ts"
import { page } from "../part/page.ts"

const Contacts = (): VNode => page([el("h1", {}, "Contacts")])

export const contacts = (): VNode => view(Contacts, {})
