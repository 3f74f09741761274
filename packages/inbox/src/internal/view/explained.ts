import type { VNode } from "preact"
import { titleOf, withoutLeftOut } from "../../Line.ts"
import { el } from "../element.ts"
import { lamp } from "../part/lamp.ts"
import type { Candidate, Explained } from "../source/explained.ts"
import type { Lamp } from "../words.ts"
import { channelName, day, exactTime, lampOf, plural, price } from "../words.ts"

const row = (key: string, colour: Lamp | null, name: string, sentence: string): VNode =>
  el("li", { key }, lamp(colour), el("b", {}, name), el("span", {}, sentence))

const candidateRow = (candidate: Candidate, index: number): VNode =>
  row(
    `by ${index}`,
    "go",
    channelName(candidate.channel),
    [
      `${index === 0 ? "first" : "then"} by ${candidate.carrier}`,
      candidate.sender === null ? null : `from ${candidate.sender}`,
      plural(candidate.segments, "segment"),
      price(candidate.price.amount)
    ].filter((part) => part !== null).join(", ")
  )

/** Tells what would become of a message: its end, what stops it, its routes in their order, and why others were dropped. */
export const explained = (
  { candidates, dropped, gates, held_until: held, look_up: lookUp, outcome }: Explained
): VNode =>
  el(
    "ul.facts",
    {},
    row(
      "outcome",
      outcome.status === "ROUTED" ? "go" : lampOf(outcome.status),
      outcome.status,
      outcome.reason ?? withoutLeftOut(outcome.description)
    ),
    held === null ? null : row("held", "wait", "held", `until ${day(Date.parse(held))}, ${exactTime(held)}`),
    lookUp === undefined
      ? null
      : row("look-up", lookUp.state === "pending" ? "wait" : null, "look-up", lookUp.sentence),
    ...gates.filter(({ passes }) => !passes).map(({ gate, sentence = "it stops the message" }) =>
      row(`gate ${gate}`, "stop", gate.replaceAll("_", " "), sentence)
    ),
    ...candidates.map(candidateRow),
    ...dropped.map((each, index) => row(`not ${index}`, null, `not ${titleOf(each)}`, `because ${each.sentence}`))
  )
