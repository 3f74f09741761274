import type { VNode } from "preact"
import { el, view } from "../element.ts"
import type { Inbox } from "../inbox.ts"
import { api, link, useInbox } from "../inbox.ts"
import { useLoaded } from "../live/loaded.ts"
import { copy } from "../part/copy.ts"
import { lamp } from "../part/lamp.ts"
import { flawNotice } from "../part/notice.ts"
import type { Contact as Person, Message, Messages } from "../source/shapes.ts"
import { explain } from "../source/source.ts"
import { channelName, day, lampOf, statusWord, timeOfDay } from "../words.ts"

interface Record {
  readonly id: string
  readonly contact_id: string
  readonly purpose: string | null
  readonly consent: string | null
  readonly source: string
  readonly channel: string | null
  readonly text: string | null
  readonly created_at: string
}

interface Whole {
  readonly person: Person
  readonly records: ReadonlyArray<Record>
  readonly messages: ReadonlyArray<Message>
}

/** The records of all contacts are one list, of which this many are looked through. */
const searched = 100

const load = async (inbox: Inbox, id: string): Promise<Whole> => {
  const [person, { records }, { messages }] = await Promise.all([
    api<Person>(inbox, "GET", `contacts/${id}`),
    api<{ readonly records: ReadonlyArray<Record> }>(inbox, "GET", `consent/export?limit=${searched}`)
      .catch(() => ({ records: [] })),
    api<Messages>(inbox, "GET", `messages?page=1&page_size=20&contact_id=${id}`)
  ])
  return { person, records: records.filter(({ contact_id: contact }) => contact === id), messages }
}

const at = (iso: string): string => `${day(Date.parse(iso))} ${timeOfDay(iso)}`

const recordRow = ({ channel, consent, created_at: time, id, purpose, source, text }: Record): VNode => {
  const isOut = consent !== null && /out/i.test(consent)
  const words = [
    `by ${source.toLowerCase().replaceAll("_", " ")}`,
    channel === null ? null : `on ${channelName(channel)}`,
    purpose === null ? null : `for ${purpose}`,
    text === null ? null : `"${text}"`,
    at(time)
  ]
  return el(
    "li",
    { key: id },
    lamp(isOut ? "stop" : "go"),
    el("b", {}, (consent ?? "unknown").toLowerCase().replaceAll("_", " ")),
    el("span", {}, words.filter((word) => word !== null).join(", "))
  )
}

const Contact = ({ id }: { readonly id: string }): VNode => {
  const inbox = useInbox()
  const { flaw, reload, value } = useLoaded(inbox.live, {
    key: `person ${inbox.account.id} ${id}`,
    load: () => load(inbox, id),
    wakes: ({ type }) => type === "contact" || type === "message"
  })
  if (value === null) return el("div", {}, flawNotice(flaw) ?? el("p.soft", {}, "Reading the contact…"))
  const { messages, person, records } = value
  const change = (isOut: boolean) => (): void => {
    api(inbox, "PATCH", `contacts/${id}`, { opt_out: isOut }).then(
      reload,
      (error: unknown) => inbox.say(explain(error))
    )
  }
  return el(
    "div",
    {},
    el(
      "h2",
      {},
      person.format_international,
      el("span.state", { class: person.opt_out ? "stop" : "go" }, person.opt_out ? "OPTED OUT" : "MAY BE WRITTEN TO")
    ),
    el("p.sub", {}, `${person.region_code} · on ${person.available_channels.replaceAll(",", ", ")}`),
    el(
      "div.row",
      {},
      inbox.source.control === null
        ? null
        : el("a.chip", { href: link(inbox, "phones", [person.phone_number]) }, "See the phone"),
      el("a.chip", { href: link(inbox, "messages", [], { phone: person.phone_number }) }, "All messages"),
      inbox.source.mayWrite
        ? el("button.chip", { type: "button", onClick: change(!person.opt_out) }, person.opt_out ? "Opt in" : "Opt out")
        : null,
      copy({ text: person.phone_number, label: "Copy number" }),
      copy({ text: person.id, label: "Copy id" })
    ),
    el("h3", {}, "Consent"),
    records.length === 0
      ? el("p.soft", {}, "Nothing was said about consent. STOP on the phone takes it back.")
      : el("ul.facts", {}, ...records.map(recordRow)),
    el("h3", {}, "Conversation, the latest first"),
    el(
      "ul.facts",
      {},
      ...messages.map((message) =>
        el(
          "li",
          { key: message.id },
          lamp(lampOf(message.status)),
          el(
            "a",
            { href: link(inbox, "messages", [message.id]) },
            message.direction === "INBOUND" ? "Wrote" : statusWord(message.status)
          ),
          el(
            "span",
            {},
            `${message.message_body?.content ?? ""} · ${channelName(message.channel)}, ${at(message.created_at)}`
          )
        )
      )
    )
  )
}

/** A contact with its consent, and what was said. */
export const contact = (properties: { readonly id: string }): VNode =>
  view(Contact, { ...properties, key: properties.id })
