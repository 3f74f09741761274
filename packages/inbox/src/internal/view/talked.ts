import type { VNode } from "preact"
import { el, view } from "../element.ts"
import { control, link, useInbox } from "../inbox.ts"
import { bubble } from "../part/bubble.ts"
import { lamp } from "../part/lamp.ts"
import type { Bubble, Button } from "../source/shapes.ts"
import { explain } from "../source/source.ts"
import { channelName, lampOf, plural, price, statusWord, timeOfDay } from "../words.ts"

interface Properties {
  readonly bubble: Bubble
  readonly isChosen: boolean
  readonly phone: string
}

/** The line below a bubble: lamp, state, time, channel, segments, price. */
const meta = ({ at, channel, price: cost, read_at: readAt, segments, status }: Bubble): string =>
  [
    status === null ? timeOfDay(at) : `${statusWord(status)} ${timeOfDay(readAt ?? at)}`,
    channelName(channel),
    ...(segments === null || channel !== "sms" ? [] : [plural(segments, "segment")]),
    ...(price(cost) === null ? [] : [price(cost)])
  ].join(" · ")

const Talked = ({ bubble: each, isChosen, phone }: Properties): VNode => {
  const inbox = useInbox()
  const isWritten = each.direction === "in"
  const place = `handsets/${encodeURIComponent(phone)}`
  const run = (work: Promise<unknown>): void => {
    work.catch((error: unknown) => inbox.say(explain(error)))
  }
  /** A button that writes nothing opens something, which is only said here. */
  const tapped = async (index: number): Promise<void> => {
    const body = { message_id: each.message_id, button: index }
    const { opens } = await control<{ readonly opens?: string | null }>(inbox, "POST", `${place}/tap`, body)
    if (opens !== undefined && opens !== null) inbox.say(`The phone opens ${opens}`)
  }
  const account = inbox.accounts.find(({ id }) => id === each.account) ?? inbox.account
  const tap = (button: Button, index: number): VNode =>
    el("button.tap", {
      type: "button",
      disabled: !inbox.source.mayWrite,
      onClick: () => run(tapped(index))
    }, button.text ?? button.value ?? button.type)
  const mayRead = !isWritten && inbox.source.mayWrite && each.status === "DELIVERED" && each.channel !== "sms" &&
    each.channel !== "mms"
  return el(
    "li",
    { class: isWritten ? "out" : "in" },
    bubble(
      {
        channel: each.channel,
        header: each.header,
        media: [
          ...each.header_media === null ? [] : [each.header_media],
          ...each.media.map((url) => ({ type: "", url }))
        ],
        body: each.body,
        footer: each.footer,
        subject: each.subject
      },
      { isChosen },
      ...each.buttons.map(tap)
    ),
    el(
      "div.meta",
      {},
      el(
        "a",
        {
          href: link({ ...inbox, account }, "phones", [phone, each.message_id]),
          "aria-current": isChosen ? "true" : undefined
        },
        each.status === null || isWritten ? null : lamp(lampOf(each.status)),
        isWritten ? `written ${timeOfDay(each.at)} · ${channelName(each.channel)}` : meta(each)
      ),
      mayRead
        ? el("button.plain", {
          type: "button",
          onClick: () => run(control(inbox, "POST", `${place}/read`, { message_id: each.message_id }))
        }, "Read it")
        : null
    )
  )
}

/** A message on a phone, received or written. */
export const talked = (properties: Properties): VNode =>
  view(Talked, { ...properties, key: `${properties.bubble.direction} ${properties.bubble.message_id}` })
