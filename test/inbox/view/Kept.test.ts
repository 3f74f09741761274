/**
 * A page that is read again keeps what stands on it: whatever somebody has opened, or holds by the keyboard, is the same
 * element when something new comes before it.
 */
import { carriers } from "@signalbox/inbox/internal/view/carriers"
import { contacts } from "@signalbox/inbox/internal/view/contacts"
import { messages } from "@signalbox/inbox/internal/view/messages"
import { phones } from "@signalbox/inbox/internal/view/phones"
import { templates } from "@signalbox/inbox/internal/view/templates"
import { webhooks } from "@signalbox/inbox/internal/view/webhooks"
import type { VNode } from "preact"
import { afterEach, expect, it } from "vitest"
import * as Samples from "./Samples.ts"
import * as Shown from "./Shown.ts"

afterEach(Shown.forget)

const hooks = "GET v3/webhooks?page=1&page_size=100"
const events = "GET v3/webhooks/w1/events?page=1&page_size=50"
const people = "GET v3/contacts?page=1&page_size=100"
const written = "GET v3/messages?page=1&page_size=20&contact_id=c1"
const handsets = "GET handsets?limit=200"
const talk = "GET handsets/%2B12015550123/conversation"

const webhook: Shown.Answers = {
  [hooks]: { webhooks: [Samples.webhook] },
  "GET v3/webhooks/w1": Samples.webhook,
  [events]: { events: [Samples.delivery] },
  "GET receivers": [{ name: "a", answer: 204, got: [] }]
}
const talking: Shown.Answers = { [handsets]: [Samples.handset], [talk]: [Samples.bubble] }

const behaviour = {
  id: "sms-a",
  per_second: null,
  delay_ms: 0,
  mode: "normal",
  share: 1,
  seed: 7,
  submissions: 0,
  attempts: 0,
  repeated: 0
}

interface Case {
  readonly what: string
  readonly view: () => VNode
  readonly hash: string
  readonly answers: Shown.Answers
  /** All elements of that kind. */
  readonly selector: string
  /** Something new comes, which is told by an event. */
  readonly more: Shown.Answers
  readonly told: readonly [type: string, data: Readonly<Record<string, unknown>>]
  /** The button that is clicked first. */
  readonly click?: string
}

const few = "GET v3/webhooks?page=1&page_size=20"
const eventsOf = (id: string) => `GET v3/webhooks/${id}/events?page=1&page_size=100`
const drafts = "GET v3/templates?page=1&page_size=100"

const cases: ReadonlyArray<Case> = [
  {
    what: "a delivery that was opened",
    view: webhooks,
    hash: "#/webhooks/w1",
    answers: webhook,
    selector: "aside details",
    more: { [events]: { events: [{ ...Samples.delivery, id: "d2" }, Samples.delivery] } },
    told: ["delivery", { webhook_id: "w1", delivery_id: "d2" }]
  },
  {
    what: "the link of a webhook",
    view: webhooks,
    hash: "#/webhooks",
    answers: webhook,
    selector: "a.title",
    more: { [hooks]: { webhooks: [{ ...Samples.webhook, id: "w2" }, Samples.webhook] } },
    told: ["delivery", {}]
  },
  {
    what: "the button of a receiver",
    view: webhooks,
    hash: "#/webhooks",
    answers: webhook,
    selector: "button[aria-pressed=true]",
    more: { "GET receivers": ["0", "a"].map((name) => ({ name, answer: 204, got: [] })) },
    told: ["delivery", {}]
  },
  {
    what: "the link of a contact",
    view: contacts,
    hash: "#/contacts",
    answers: { [people]: { contacts: [Samples.contact], pagination: { total_count: 1 } } },
    selector: "a.title",
    more: {
      [people]: { contacts: [{ ...Samples.contact, id: "c2" }, Samples.contact], pagination: { total_count: 2 } }
    },
    told: ["contact", {}]
  },
  {
    what: "the link of a message to a contact",
    view: contacts,
    hash: "#/contacts/c1",
    answers: {
      [people]: { contacts: [], pagination: { total_count: 0 } },
      "GET v3/contacts/c1": Samples.contact,
      "GET v3/consent/export?limit=100": { records: [] },
      [written]: { messages: [Samples.message] }
    },
    selector: "aside ul.facts a",
    more: { [written]: { messages: [{ ...Samples.message, id: "m2" }, Samples.message] } },
    told: ["message", {}]
  },
  {
    what: "a phone on which somebody writes",
    view: phones,
    hash: "#/phones",
    answers: talking,
    selector: "section.phone",
    more: { [handsets]: [{ ...Samples.handset, phone: "+12015550124" }, Samples.handset] },
    told: ["handset", { phone: "+12015550124" }]
  },
  {
    what: "the link of a message on a phone",
    view: phones,
    hash: "#/phones",
    answers: talking,
    selector: ".talk .meta a",
    more: { [talk]: [{ ...Samples.bubble, message_id: "m0" }, Samples.bubble] },
    told: ["message", { phone: "+12015550123" }]
  },
  {
    what: "the link of a template",
    view: templates,
    hash: "#/templates",
    answers: { [drafts]: { templates: [Samples.template], pagination: { total_count: 1 } } },
    selector: "a.title",
    more: {
      [drafts]: { templates: [{ ...Samples.template, id: "t2" }, Samples.template], pagination: { total_count: 2 } }
    },
    told: ["template", {}]
  },
  {
    what: "the link of a webhook that was told of a message",
    view: messages,
    hash: "#/messages/m1",
    click: "Webhooks",
    answers: {
      "GET v3/messages?page=1&page_size=100": { messages: [], pagination: { total_count: 0 } },
      "GET v3/messages/m1": Samples.message,
      "GET v3/messages/m1/activities": { activities: [] },
      [few]: { webhooks: [Samples.webhook] },
      [eventsOf("w1")]: { events: [Samples.delivery] }
    },
    selector: "aside h3 a",
    more: {
      [few]: { webhooks: [{ ...Samples.webhook, id: "w2" }, Samples.webhook] },
      [eventsOf("w2")]: { events: [Samples.delivery] }
    },
    told: ["delivery", {}]
  },
  {
    what: "the switches of a carrier",
    view: carriers,
    hash: "#/carriers",
    answers: { "GET carriers": [behaviour], "GET faults": { store: "up", idempotency: "up" } },
    selector: "div.settings",
    more: { "GET carriers": [{ ...behaviour, id: "rcs-a" }, behaviour] },
    told: ["carrier", { id: "rcs-a" }]
  }
]

it.each(cases)("keeps $what", async ({ answers, click, hash, more, selector, told, view }) => {
  const page = await Shown.view(view, { hash, answers })
  if (click !== undefined) await page.click(click)
  const found = () => page.document.querySelectorAll(selector)
  const before = found()
  expect(before).toHaveLength(1)
  page.answers(more)
  await page.tell(...told)
  await page.pass(1000)
  const after = found()
  expect(after).toHaveLength(2)
  expect(after.indexOf(before[0]!)).toBe(1)
  await page.close()
})
