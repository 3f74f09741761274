import type { VNode } from "preact"
import { el, view } from "../element.ts"
import { control, useInbox } from "../inbox.ts"
import { useLoaded } from "../live/loaded.ts"
import { lamp } from "../part/lamp.ts"
import { explain } from "../source/source.ts"

interface Faults {
  readonly store: "up" | "down"
  readonly idempotency: "up" | "down"
}

const parts = [
  ["store", "Storage", "Without it the API answers 503, and nothing is lost that was accepted."],
  ["idempotency", "Idempotency", "Without it sends with a key are refused rather than done twice."]
] as const

const Outages = (): VNode => {
  const inbox = useInbox()
  const { reload, value } = useLoaded(inbox.live, {
    key: "faults",
    load: () => control<Faults>(inbox, "GET", "faults"),
    wakes: () => false
  })
  const set = (part: keyof Faults, to: "up" | "down") => (): void => {
    control(inbox, "PUT", "faults", { [part]: to }).then(reload, (error: unknown) => inbox.say(explain(error)))
  }
  return el(
    "section.panel",
    { "aria-label": "Outages" },
    el("h2", {}, "What the service stands on"),
    el(
      "ul",
      {},
      ...parts.map(([part, name, sentence]) => {
        const isDown = value?.[part] === "down"
        return el(
          "li",
          { key: part, style: { marginBottom: "12px" } },
          el(
            "div.row",
            {},
            lamp(value === null ? null : isDown ? "stop" : "go"),
            el("b", {}, name),
            el("span.soft", {}, isDown ? "down" : "up"),
            el(
              "button.chip.push",
              { type: "button", onClick: set(part, isDown ? "up" : "down") },
              isDown ? "Bring back" : "Take down"
            )
          ),
          el("p.soft", {}, sentence)
        )
      })
    )
  )
}

/** Switches for outages of what the service stands on. */
export const outages = (): VNode => view(Outages, { key: "outages" })
