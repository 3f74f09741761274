import type { VNode } from "preact"
import { useEffect, useState } from "preact/hooks"
import { el, view } from "../element.ts"
import { api, useInbox } from "../inbox.ts"
import { lamp } from "../part/lamp.ts"
import type { Explanation as Answer } from "../source/explained.ts"
import { explain } from "../source/source.ts"
import { lampOf, plural, price } from "../words.ts"
import { explained } from "./explained.ts"

/** Counts the outcomes of a send to several numbers. */
const sums = ({ messages, outcomes }: Answer): VNode | null =>
  messages < 2 ? null : el(
    "ul.facts",
    {},
    ...outcomes.map(({ amount, messages: count, reason, status }, index) =>
      el(
        "li",
        { key: index },
        lamp(status === "ROUTED" ? "go" : lampOf(status)),
        el("b", {}, status),
        el("span", {}, `${plural(count, "message")}, ${price(amount)}${reason === undefined ? "" : `: ${reason}`}`)
      )
    )
  )

const Explanation = ({ body }: { readonly body: object }): VNode | null => {
  const inbox = useInbox()
  const [answer, setAnswer] = useState<Answer | null>(null)
  const text = JSON.stringify(body)
  // Another body is another question.
  useEffect(() => setAnswer(null), [text])
  const ask = (): void => {
    api<Answer>(inbox, "POST", "messages/explain", body).then(
      setAnswer,
      (error: unknown) => inbox.say(explain(error))
    )
  }
  return el(
    "section.panel",
    { style: { marginTop: "16px" }, "aria-label": "What would become of it" },
    el("h2", {}, "What would become of it"),
    answer === null
      ? el("button.chip", { type: "button", onClick: ask }, "Explain, without sending it")
      : el(
        "div",
        {},
        sums(answer),
        ...answer.recipients.map((each, index) => el("section", { key: index }, el("h3", {}, each.to), explained(each)))
      )
  )
}

/** Tells which way a message would go and why, without sending it. */
export const explanation = (properties: { readonly body: object }): VNode => view(Explanation, properties)
