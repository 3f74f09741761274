import type { VNode } from "preact"
import { useState } from "preact/hooks"
import { el, view } from "../element.ts"
import { control, useInbox } from "../inbox.ts"
import type { Bubble, Handset } from "../source/shapes.ts"
import { channels } from "../source/shapes.ts"
import { explain } from "../source/source.ts"
import { channelName } from "../words.ts"
import { nextSubmission } from "./nextSubmission.ts"

interface Properties {
  readonly phone: string
  readonly bubbles: ReadonlyArray<Bubble>
  readonly handset: Handset
  readonly onChange: () => void
  readonly onWritten: () => void
}

/** Returns whether the last word of consent that the person wrote takes it back. */
const hasStopped = (bubbles: ReadonlyArray<Bubble>): boolean => {
  const words = bubbles.filter(({ direction }) => direction === "in").map(({ body }) =>
    (body ?? "").trim().toLowerCase()
  )
  return words.findLast((word) => word === "stop" || word === "start") === "stop"
}

const Composer = ({ bubbles, handset, onChange, onWritten, phone }: Properties): VNode => {
  const inbox = useInbox()
  const [text, setText] = useState("")
  const [media, setMedia] = useState<string | null>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const channel = chosen ?? bubbles.findLast(({ direction }) => direction === "out")?.channel ?? "sms"

  const write = async (words: string): Promise<void> => {
    setSending(true)
    try {
      await control(inbox, "POST", "inbound", {
        from: phone,
        channel,
        ...(words === "" ? {} : { text: words }),
        ...(media === null || media === "" ? {} : { media: [media] })
      })
      setText("")
      setMedia(null)
      onWritten()
    } catch (error) {
      inbox.say(explain(error))
    }
    setSending(false)
  }
  const submit = (event: Event): void => {
    event.preventDefault()
    if (text.trim() !== "" || (media ?? "") !== "") void write(text)
  }
  const quick = (words: string): VNode =>
    el("button.chip", { type: "button", disabled: isSending, onClick: () => void write(words) }, words)

  return el(
    "form.compose",
    { onSubmit: submit, "aria-label": `Write as ${phone}` },
    el(
      "div.row",
      {},
      el("input", {
        type: "text",
        value: text,
        "aria-label": `Text from ${phone}`,
        placeholder: `Write, by ${channelName(channel)}`,
        maxLength: 4096,
        onInput: ({ currentTarget }) => setText(currentTarget.value)
      }),
      el("button.chip", { type: "submit", disabled: isSending }, "Send")
    ),
    media === null ? null : el(
      "div.row",
      {},
      el("input", {
        type: "url",
        value: media,
        "aria-label": "Address of a file",
        placeholder: "https://example.com/photo.jpg",
        onInput: ({ currentTarget }) => setMedia(currentTarget.value)
      })
    ),
    el(
      "div.row.quick",
      {},
      el(
        "select",
        {
          value: channel,
          "aria-label": "Channel to write on",
          onChange: ({ currentTarget }) => setChosen(currentTarget.value)
        },
        ...channels.map((each) => el("option", { value: each, key: each }, channelName(each)))
      ),
      quick(hasStopped(bubbles) ? "START" : "STOP"),
      quick("HELP"),
      el("button.chip", {
        type: "button",
        "aria-pressed": media !== null,
        onClick: () => setMedia(media === null ? "" : null)
      }, "File"),
      nextSubmission({ handset, onChange })
    )
  )
}

export const composer = (properties: Properties): VNode => view(Composer, properties)
