import type { VNode } from "preact"
import { useState } from "preact/hooks"
import { el, view } from "../element.ts"
import { control, useInbox } from "../inbox.ts"
import { choiceField } from "../part/field.ts"
import { lamp } from "../part/lamp.ts"
import { explain } from "../source/source.ts"
import type { Lamp } from "../words.ts"
import { plural, span } from "../words.ts"
import { reasons } from "./nextSubmission.ts"

type Mode = "normal" | "throw" | "hang" | "busy" | { readonly refuse: string }

/** A carrier as the control shows it. */
export interface Behaviour {
  readonly id: string
  readonly per_second: number | null
  readonly delay_ms: number
  readonly mode: Mode
  readonly share: number
  readonly seed: number
  readonly submissions: number
  readonly attempts: number
  readonly repeated: number
}

interface Properties {
  readonly behaviour: Behaviour
  readonly onChange: () => void
}

const modes: ReadonlyArray<readonly [string, string]> = [
  ["normal", "up: it takes everything"],
  ["busy", "busy: take it later"],
  ["hang", "hangs: it never answers"],
  ["throw", "throws: its answer is an error"],
  ...reasons.map((reason) => [`refuse ${reason}`, `refuses: ${reason}`] as const)
]

const modeText = (mode: Mode): string => typeof mode === "string" ? mode : `refuse ${mode.refuse}`

const modeOf = (text: string): Mode => {
  const [, reason] = /^refuse (.+)$/.exec(text) ?? []
  if (reason !== undefined) return { refuse: reason }
  return text === "throw" || text === "hang" || text === "busy" ? text : "normal"
}

/** Returns how a carrier is, as a colour and as words. */
const standing = ({ delay_ms: delay, mode, per_second: rate, share }: Behaviour): readonly [Lamp, string] => {
  if (mode !== "normal" && share > 0) {
    const part = share === 1 ? "" : ` for ${Math.round(share * 100)} %`
    return ["stop", `${typeof mode === "string" ? mode : `refuses ${mode.refuse}`}${part}`]
  }
  if (delay > 0 || rate !== null) {
    return [
      "wait",
      `up, ${[...delay > 0 ? [`${span(delay)} late`] : [], ...rate === null ? [] : [`${rate} a second`]].join(", ")}`
    ]
  }
  return ["go", "up"]
}

const Carrier = ({ behaviour, onChange }: Properties): VNode => {
  const inbox = useInbox()
  const { attempts, delay_ms: delay, id, mode, per_second: rate, repeated, seed, share } = behaviour
  const [isBusy, setBusy] = useState(false)
  const [colour, words] = standing(behaviour)
  const tell = (method: "PUT" | "DELETE", change?: object): void => {
    setBusy(true)
    control(inbox, method, `carriers/${id}`, change)
      .then(onChange, (error: unknown) => inbox.say(explain(error)))
      .finally(() => setBusy(false))
  }
  const number = (
    label: string,
    name: string,
    value: number | null,
    limits: { readonly max: number; readonly step: number | "any" }
  ): VNode =>
    el(
      "div.field",
      {},
      el("label", { for: `${id}-${name}` }, label),
      el("input", {
        id: `${id}-${name}`,
        type: "number",
        min: 0,
        ...limits,
        value: value ?? "",
        onChange: ({ currentTarget }) =>
          tell("PUT", { [name]: currentTarget.value === "" ? null : Number(currentTarget.value) })
      })
    )
  return el(
    "section.panel",
    { "aria-label": `Carrier ${id}`, "aria-busy": isBusy },
    el("h2", {}, el("span.row", {}, lamp(colour), id, el("span.soft.push", { style: { fontWeight: "400" } }, words))),
    choiceField(
      { id: `${id}-mode`, label: "Mode", value: modeText(mode), onChange: (to) => tell("PUT", { mode: modeOf(to) }) },
      modes
    ),
    el(
      "div.settings",
      {},
      number("Share of it, 0 to 1", "share", share, { max: 1, step: "any" }),
      number("Seed that chooses them", "seed", seed, { max: 1_000_000, step: 1 }),
      number("Answers so late, in ms", "delay_ms", delay, { max: 600_000, step: 1 }),
      number("Takes so many a second", "per_second", rate, { max: 1_000_000, step: "any" })
    ),
    el(
      "p.soft",
      {},
      `${plural(attempts, "attempt")} so far${repeated === 0 ? "" : `, ${repeated} handed over again`}.`
    ),
    el(
      "div.acts",
      {},
      el("button.chip", { type: "button", disabled: isBusy, onClick: () => tell("DELETE") }, "As by default")
    )
  )
}

/** A carrier with its switches. */
export const carrier = (properties: Properties): VNode => view(Carrier, { ...properties, key: properties.behaviour.id })
