import type { VNode } from "preact"
import { useEffect, useLayoutEffect, useRef } from "preact/hooks"
import { el, view } from "../element.ts"
import { api, control, link, useInbox } from "../inbox.ts"
import { useLoaded } from "../live/loaded.ts"
import { flawNotice } from "../part/notice.ts"
import type { Bubble, Contact, Handset } from "../source/shapes.ts"
import { channels } from "../source/shapes.ts"
import { channelName, dayOf } from "../words.ts"
import { composer } from "./composer.ts"
import { script } from "./script.ts"
import { talked } from "./talked.ts"

interface Properties {
  readonly handset: Handset
  /** The message that is shown beside the phones. */
  readonly chosen: string | null
  /** Called when it was told what the next submission does, of which no event tells. */
  readonly onChange: () => void
}

const contactOf = (phone: string) => (contacts: { readonly contacts: ReadonlyArray<Contact> }): Contact | null =>
  contacts.contacts.find(({ phone_number: number }) => number === phone) ?? null

/** The channels that the contact can be reached on; what is not there is struck through, and says so. */
const able = (contact: Contact | null): VNode =>
  el(
    "ul.able",
    { "aria-label": "Channels" },
    ...channels.map((channel) => {
      const isAble = contact === null || contact.available_channels.split(",").includes(channel)
      return el(
        "li",
        { class: isAble ? "" : "no" },
        channelName(channel),
        isAble ? null : el("span.hidden", {}, " cannot be reached")
      )
    })
  )

interface Talking {
  readonly bubbles: ReadonlyArray<Bubble>
  readonly chosen: string | null
  readonly phone: string
}

/** The bubbles of a phone, day by day. */
const Talk = ({ bubbles, chosen, phone }: Talking): VNode => {
  const inbox = useInbox()
  const list = useRef<HTMLOListElement>(null)
  const count = bubbles.length
  // The newest bubble is what somebody came for.
  useLayoutEffect(() => {
    const { current } = list
    if (current !== null) current.scrollTop = current.scrollHeight
  }, [count])
  const rows: Array<VNode> = []
  let before = ""
  for (const each of bubbles) {
    const today = dayOf(each.at, inbox.now())
    if (today !== before) rows.push(el("li.day", { key: `day ${today}` }, today))
    before = today
    rows.push(talked({ bubble: each, isChosen: each.message_id === chosen, phone }))
  }
  return el(
    "ol.talk",
    { ref: list, tabIndex: 0, "aria-label": "Messages on this phone", "aria-live": "polite" },
    ...rows
  )
}

const Phone = ({ chosen, handset, onChange }: Properties): VNode => {
  const inbox = useInbox()
  const { phone } = handset
  const conversation = useLoaded(inbox.live, {
    key: `conversation ${phone}`,
    load: () => control<ReadonlyArray<Bubble>>(inbox, "GET", `handsets/${encodeURIComponent(phone)}/conversation`),
    wakes: ({ data, type }) => (type === "message" || type === "handset") && data["phone"] === phone
  })
  const contact = useLoaded(inbox.live, {
    key: `contact ${inbox.account.id} ${phone}`,
    load: () =>
      api<{ readonly contacts: ReadonlyArray<Contact> }>(
        inbox,
        "GET",
        `contacts?page=1&page_size=20&search=${encodeURIComponent(phone)}`
      ).then(contactOf(phone)),
    wakes: ({ data, type }) => type === "contact" || (type === "message" && data["phone"] === phone)
  }).value
  const bubbles = conversation.value ?? []

  // The phone rings when something arrives while it is looked at.
  const frame = useRef<HTMLElement>(null)
  const arrived = bubbles.filter(({ direction }) => direction === "out").length
  const known = useRef<number | null>(null)
  useEffect(() => {
    if (conversation.value === null) return
    if (known.current !== null && arrived > known.current) {
      frame.current?.classList.remove("ring")
      // Reading a size makes the browser begin the animation anew.
      void frame.current?.offsetWidth
      frame.current?.classList.add("ring")
    }
    known.current = arrived
  }, [arrived, conversation.value === null])

  const international = contact?.format_international ?? phone
  return el(
    "section.phone",
    { ref: frame, "aria-label": `Phone ${international}`, id: `phone-${phone}` },
    el(
      "header",
      {},
      el(
        "h2",
        {},
        el("a", { href: link(inbox, "phones", [phone]) }, international),
        contact === null ? null : el("span", {}, contact.region_code)
      ),
      el(
        "span.mono.number",
        {},
        contact === null
          ? "no contact yet"
          : contact.opt_out
          ? el("a", { href: link(inbox, "contacts", [contact.id]) }, "opted out")
          : el("a", { href: link(inbox, "contacts", [contact.id]) }, "contact")
      ),
      able(contact)
    ),
    flawNotice(conversation.flaw),
    view(Talk, { bubbles, chosen, phone }),
    inbox.source.mayWrite ? script({ handset, onChange }) : null,
    inbox.source.mayWrite ? composer({ phone, bubbles, handset, onChange, onWritten: conversation.reload }) : null
  )
}

export const phone = (properties: Properties): VNode => view(Phone, { ...properties, key: properties.handset.phone })
