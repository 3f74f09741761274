import type { VNode } from "preact"
import { useEffect, useState } from "preact/hooks"
import { el, view } from "../element.ts"
import { api, useInbox } from "../inbox.ts"
import { lamp } from "../part/lamp.ts"
import { explain } from "../source/source.ts"
import { channelName, price } from "../words.ts"

interface Explained {
  readonly to: string
  readonly candidates?: ReadonlyArray<{
    readonly channel: string
    readonly carrier: string | null
    readonly price?: { readonly amount: string | number } | null
  }>
  readonly dropped?: ReadonlyArray<
    { readonly channel: string; readonly carrier?: string | null; readonly sentence: string }
  >
  readonly gates?: ReadonlyArray<{ readonly gate: string; readonly passes: boolean; readonly sentence?: string }>
  readonly held_until?: string | null
}

interface Answer {
  readonly recipients?: ReadonlyArray<Explained>
}

const row = (key: string, colour: "go" | "stop" | "wait", name: string, sentence: string): VNode =>
  el("li", { key }, lamp(colour), el("b", {}, name), el("span", {}, sentence))

const recipient = ({ candidates = [], dropped = [], gates = [], held_until: held, to }: Explained): VNode =>
  el(
    "section",
    { key: to },
    el("h3", {}, to),
    el(
      "ul.facts",
      {},
      ...candidates.map(({ carrier, channel, price: cost }, index) =>
        row(
          `${index}`,
          "go",
          channelName(channel),
          `${index + 1}. by ${carrier ?? "any carrier"}${
            cost === undefined || cost === null ? "" : `, ${price(cost.amount) ?? ""}`
          }`
        )
      ),
      ...dropped.map(({ carrier, channel, sentence }, index) =>
        row(`not ${index}`, "stop", channelName(channel), `not by ${carrier ?? "any carrier"}: ${sentence}`)
      ),
      ...gates.filter(({ passes }) => !passes).map(({ gate, sentence = "stops it" }) =>
        row(gate, "stop", gate.replaceAll("_", " "), sentence)
      ),
      held === undefined || held === null ? null : row("held", "wait", "held", `until ${held}`)
    )
  )

const Explanation = ({ body }: { readonly body: object }): VNode | null => {
  const inbox = useInbox()
  const [explained, setExplained] = useState<ReadonlyArray<Explained> | null>(null)
  const text = JSON.stringify(body)
  // Another body is another question.
  useEffect(() => setExplained(null), [text])
  const ask = (): void => {
    api<Answer>(inbox, "POST", "messages/explain", body).then(
      (answer) => setExplained(answer.recipients ?? []),
      (error: unknown) => inbox.say(explain(error))
    )
  }
  return el(
    "section.panel",
    { style: { marginTop: "16px" }, "aria-label": "What would become of it" },
    el("h2", {}, "What would become of it"),
    explained === null
      ? el("button.chip", { type: "button", onClick: ask }, "Explain, without sending it")
      : el("div", {}, ...explained.map(recipient))
  )
}

/** Tells which way a message would go and why, without sending it. */
export const explanation = (properties: { readonly body: object }): VNode => view(Explanation, properties)
