import type { VNode } from "preact"
import { useRef, useState } from "preact/hooks"
import { el, view } from "../element.ts"
import { control, useInbox } from "../inbox.ts"
import type { Handset, Step } from "../source/shapes.ts"
import { channels } from "../source/shapes.ts"
import { explain } from "../source/source.ts"
import { channelName } from "../words.ts"
import { written } from "./script.ts"

/** The reasons for which a carrier refuses, as the control names them. */
export const reasons = [
  "handset_unreachable",
  "recipient_not_on_channel",
  "invalid_number",
  "temporary_carrier_error",
  "rate_limited",
  "carrier_filtered",
  "content_not_acceptable",
  "unknown"
] as const

const endings = {
  refuse: "is refused",
  fail: "arrives nowhere, which is told later",
  hang: "gets no answer from the carrier",
  late: "is delivered late",
  read: "is delivered, then read",
  silent: "arrives, and nobody tells"
} as const
type Ending = keyof typeof endings

const isEnding = (text: string): text is Ending => Object.hasOwn(endings, text)

interface Chosen {
  readonly ending: Ending
  readonly reason: string
  readonly channel: string
  readonly seconds: number
}

const stepOf = ({ channel, ending, reason, seconds }: Chosen): Step => {
  const there = channel === "" ? {} : { channel }
  const delay = { delay_ms: Math.round(seconds * 1000) }
  switch (ending) {
    case "refuse":
      return { ...there, submit: { refuse: reason } }
    case "fail":
      return { ...there, receipts: [{ failed: reason }], ...delay }
    case "hang":
      return { ...there, submit: "hang" }
    case "late":
      return { ...there, receipts: ["delivered"], ...delay }
    case "read":
      return { ...there, receipts: ["delivered", "read"], ...delay }
    case "silent":
      return { ...there, receipts: [] }
  }
}

interface Properties {
  readonly handset: Handset
  readonly onChange: () => void
}

const NextSubmission = ({ handset: { next, phone }, onChange }: Properties): VNode => {
  const inbox = useInbox()
  const dialog = useRef<HTMLDialogElement>(null)
  const [chosen, setChosen] = useState<Chosen>({
    ending: "refuse",
    reason: "handset_unreachable",
    channel: "",
    seconds: 3
  })
  const save = (event: Event): void => {
    event.preventDefault()
    control(inbox, "PUT", `handsets/${encodeURIComponent(phone)}`, written([...next, stepOf(chosen)]))
      .then(() => {
        dialog.current?.close()
        onChange()
      }, (error: unknown) => inbox.say(explain(error)))
  }
  const choice = (
    label: string,
    value: string,
    options: ReadonlyArray<readonly [string, string]>,
    set: (to: string) => void
  ) =>
    el(
      "label",
      {},
      label,
      el(
        "select",
        { value, onChange: ({ currentTarget }) => set(currentTarget.value) },
        ...options.map(([name, text]) => el("option", { value: name, key: name }, text))
      )
    )
  const { channel, ending, reason, seconds } = chosen
  return el(
    "span",
    {},
    el("button.chip", { type: "button", onClick: () => dialog.current?.showModal() }, "Next submission…"),
    el(
      "dialog",
      { ref: dialog, "aria-label": `Next submission to ${phone}` },
      el("h2", {}, `The next submission to ${phone}`),
      el(
        "div.next",
        {},
        choice("What becomes of it", ending, Object.entries(endings), (to) => {
          if (isEnding(to)) setChosen({ ...chosen, ending: to })
        }),
        ending === "refuse" || ending === "fail"
          ? choice("Why", reason, reasons.map((each) => [each, each]), (to) => setChosen({ ...chosen, reason: to }))
          : null,
        ending === "fail" || ending === "late" || ending === "read"
          ? el(
            "label",
            {},
            "After so many seconds",
            el("input", {
              type: "number",
              min: 0,
              max: 86_400,
              step: "any",
              value: seconds,
              onInput: ({ currentTarget }) => setChosen({ ...chosen, seconds: Number(currentTarget.value) })
            })
          )
          : null,
        choice(
          "Only on",
          channel,
          [["", "any channel"], ...channels.map((each) => [each, channelName(each)] as const)],
          (to) => setChosen({ ...chosen, channel: to })
        ),
        el(
          "div.row",
          {},
          el("button.chip.primary", { type: "button", onClick: save }, "Set"),
          el("button.chip", { type: "button", onClick: () => dialog.current?.close() }, "Leave it")
        )
      )
    )
  )
}

/** A button that sets what the next submission to a phone does. */
export const nextSubmission = (properties: Properties): VNode => view(NextSubmission, properties)
