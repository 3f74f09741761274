import type { VNode } from "preact"
import { el } from "../element.ts"
import type { Lamp } from "../words.ts"
import { lampOf } from "../words.ts"

/** A lamp. Its word stands beside it, so nobody has to see its colour. */
export const lamp = (colour: Lamp | null): VNode => el("span.lamp", { class: colour ?? "", "aria-hidden": "true" })

/** A status as a word in its colour, by default that of a message. */
export const state = (status: string, colour: Lamp = lampOf(status)): VNode =>
  el("span.state", { class: colour }, status)
