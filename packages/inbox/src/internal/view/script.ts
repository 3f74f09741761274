import type { VNode } from "preact"
import { el, view } from "../element.ts"
import { control, useInbox } from "../inbox.ts"
import type { Handset, Step } from "../source/shapes.ts"
import { explain } from "../source/source.ts"
import { channelName, span } from "../words.ts"

/** Returns what a step does, as a sentence. */
export const told = ({ channel, delay_ms: delay = 0, receipts, submit = "accept" }: Step): string => {
  const next = channel === undefined || channel === null ? "Next submission" : `Next ${channelName(channel)}`
  const late = delay === 0 ? "" : `, ${span(delay)} later`
  if (submit === "hang") return `${next}: the carrier never answers.`
  if (typeof submit === "object") return `${next}: refused, ${submit.refuse}.`
  const last = receipts?.at(-1)
  if (receipts !== undefined && last === undefined) return `${next}: arrives, and nobody tells.`
  if (typeof last === "object") return `${next}: fails, ${last.failed}${late}.`
  return last === "read" ? `${next}: is read${late}.` : `${next}: delivered${late}.`
}

/** Writes a script in the words of the control: fields that are null are left out. */
export const written = (steps: ReadonlyArray<Step>): { readonly script: ReadonlyArray<object> } => ({
  script: steps.map((step) => Object.fromEntries(Object.entries(step).filter(([, value]) => value !== null)))
})

interface Properties {
  readonly handset: Handset
  readonly onChange: () => void
}

const Script = ({ handset: { next, phone }, onChange }: Properties): VNode | null => {
  const inbox = useInbox()
  const [first, ...others] = next
  if (first === undefined) return null
  const undo = (): void => {
    control(inbox, "PUT", `handsets/${encodeURIComponent(phone)}`, written(next.slice(0, -1)))
      .then(onChange, (error: unknown) => inbox.say(explain(error)))
  }
  return el(
    "div.script",
    { role: "status" },
    el("span", {}, `${told(first)}${others.length === 0 ? "" : ` Then ${others.length} more.`}`),
    el("button.plain", { type: "button", onClick: undo }, "Undo")
  )
}

/** The strip that says what the next submission to a phone does, until it has happened. */
export const script = (properties: Properties): VNode => view(Script, properties)
