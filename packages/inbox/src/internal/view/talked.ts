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
    ...(segments === null ? [] : [plural(segments, "segment")]),
    ...(price(cost) === null ? [] : [price(cost)])
  ].join(" · ")

const Talked = ({ bubble: each, isChosen, phone }: Properties): VNode => {
  const inbox = useInbox()
  const isWritten = each.direction === "out"
  const place = `handsets/${encodeURIComponent(phone)}`
  const run = (work: Promise<unknown>): void => {
    work.catch((error: unknown) => inbox.say(explain(error)))
  }
  const tap = (button: Button, index: number): VNode =>
    el("button.tap", {
      type: "button",
      disabled: !inbox.source.mayWrite,
      onClick: () => run(control(inbox, "POST", `${place}/tap`, { message_id: each.message_id, button: index }))
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
      each.status === null || isWritten ? null : lamp(lampOf(each.status)),
      el(
        "a",
        { href: link(inbox, "phones", [phone, each.message_id]), "aria-current": isChosen ? "true" : undefined },
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
