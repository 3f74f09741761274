import type { VNode } from "preact"
import { el } from "../element.ts"
import type { Lamp } from "../words.ts"
import { lampOf } from "../words.ts"

/** A lamp. Its word stands beside it, so nobody has to see its colour. */
export const lamp = (colour: Lamp | null): VNode => el("span.lamp", { class: colour ?? "", "aria-hidden": "true" })

/** The status of a message as a word in its colour. */
export const state = (status: string): VNode => el("span.state", { class: lampOf(status) }, status)
