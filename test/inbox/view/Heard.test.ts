/**
 * The page before a stream of events: what it reads again for each of them. And every view before another account: all
 * that it asks of the API is asked once more, in the name of that one.
 */
import type { Account } from "@signalbox/inbox/internal/source/source"
import { app } from "@signalbox/inbox/internal/view/app"
import { carriers } from "@signalbox/inbox/internal/view/carriers"
import { contacts } from "@signalbox/inbox/internal/view/contacts"
import { messages } from "@signalbox/inbox/internal/view/messages"
import { phones } from "@signalbox/inbox/internal/view/phones"
import { send } from "@signalbox/inbox/internal/view/send"
import { templates } from "@signalbox/inbox/internal/view/templates"
import { webhooks } from "@signalbox/inbox/internal/view/webhooks"
import type { VNode } from "preact"
import { afterEach, expect, it, vi } from "vitest"
import * as Samples from "./Samples.ts"
import * as Shown from "./Shown.ts"

afterEach(Shown.forget)

const beta: Account = { id: "beta", name: "Beta", type: "organization", api_key: "9999888877" }

const count = (name: string) => `GET v3/${name}?page=1&page_size=1`

const still = { now: Shown.wall(12), offset_ms: 0, idle: true, next: null }

const whole: Shown.Answers = {
  "GET clock": still,
  ...Object.fromEntries(
    ["messages", "webhooks", "templates", "contacts"].map((name) => [count(name), { pagination: { total_count: 1 } }])
  ),
  "GET faults": { store: "up", idempotency: "up" },
  "GET carriers": []
}

type Hearer = (event: { readonly data: string }) => void

/** A page that reads its stream itself; `hear` plays the stream. */
const streaming = async () => {
  const hearers = new Map<string, Hearer>()
  vi.stubGlobal(
    "BroadcastChannel",
    class {
      readonly addEventListener = () => {}
      readonly postMessage = () => {}
    }
  )
  vi.stubGlobal(
    "EventSource",
    class {
      readonly addEventListener = (type: string, told: Hearer) => void hearers.set(type, told)
    }
  )
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} })
  const page = await Shown.open(({ source }) => {
    const locks = { request: (_: string, got: () => unknown) => void got() }
    vi.stubGlobal("navigator", { locks })
    return app({ source })
  }, { hash: "#/carriers", answers: whole, events: "emulator/events" })
  return { page, hear: (type: string) => page.settled(() => hearers.get(type)?.({ data: "{}" })) }
}

it("reads again what an event may have changed: the clock, the counts and the carriers", async () => {
  const { hear, page } = await streaming()
  const told: Record<string, ReadonlyArray<unknown>> = {}
  page.asked()
  for (const type of ["message", "handset", "delivery", "template", "contact", "carrier", "clock", "reset"]) {
    await hear(type)
    await page.pass(40)
    told[type] = page.asked().toSorted()
  }
  expect(told).toStrictEqual({
    message: ["GET carriers", "GET clock", count("messages")],
    handset: [],
    delivery: [count("webhooks")],
    template: [count("templates")],
    contact: [count("contacts")],
    carrier: ["GET carriers"],
    clock: ["GET clock"],
    reset: [
      "GET accounts",
      "GET carriers",
      "GET clock",
      "GET faults",
      count("contacts"),
      count("messages"),
      count("templates"),
      count("webhooks")
    ]
  })
  await page.pass(60_000)
  expect(page.asked()).toStrictEqual([])
  await page.close()
})

const template = { ...Samples.template, id: "t1" }

const answers: Shown.Answers = {
  "GET handsets?limit=200": [Samples.handset],
  "GET handsets/%2B12015550123/conversation": [Samples.bubble],
  "GET v3/contacts?page=1&page_size=20&search=%2B12015550123": { contacts: [Samples.contact] },
  "GET v3/messages?page=1&page_size=100": { messages: [Samples.message], pagination: { total_count: 1 } },
  "GET v3/messages/m1": Samples.message,
  "GET v3/messages/m1/activities": { activities: [], explained: null },
  "GET v3/webhooks?page=1&page_size=100": { webhooks: [Samples.webhook] },
  "GET v3/webhooks/w1": Samples.webhook,
  "GET v3/webhooks/w1/events?page=1&page_size=50": { events: [] },
  "GET receivers": [],
  "GET carriers": [],
  "GET faults": { store: "up", idempotency: "up" },
  "GET v3/templates?page=1&page_size=100": { templates: [template], pagination: { total_count: 1 } },
  "GET v3/templates/t1": template,
  "GET v3/templates/t1/revisions": { revisions: [] },
  "POST v3/templates/preview": { flaws: [], channels: [] },
  "GET v3/contacts?page=1&page_size=100": { contacts: [Samples.contact], pagination: { total_count: 1 } },
  "GET v3/contacts/c1": Samples.contact,
  "GET v3/consent/export?limit=100": { records: [] },
  "GET v3/messages?page=1&page_size=20&contact_id=c1": { messages: [] }
}

const cases: ReadonlyArray<readonly [path: string, content: () => VNode]> = [
  ["phones", phones],
  ["phones/+12015550123/m1", phones],
  ["messages", messages],
  ["messages/m1", messages],
  ["webhooks", webhooks],
  ["webhooks/w1", webhooks],
  ["carriers", carriers],
  ["templates", templates],
  ["templates/t1", templates],
  ["contacts", contacts],
  ["contacts/c1", contacts],
  ["send", send]
]

// Another account has no template of this id, so of this one there is nothing more to be asked.
const ofTemplate = /revisions|preview/

it.each(cases)("asks on %s in the name of another account, once its address names that", async (path, content) => {
  const page = await Shown.view(content, { hash: `#/${path}`, answers, accounts: [Shown.acme, beta] })
  const asked = () =>
    page.asked().map((each) => typeof each === "string" ? each : each[0]).filter((each) => !ofTemplate.test(each))
  await page.pass(1000)
  const first = asked()
  await page.settled(() => page.location.hash = `#/${path}?account=beta`)
  await page.pass(1000)
  expect(asked().toSorted()).toStrictEqual(
    first.filter((each) => each.includes(" v3/")).map((each) => `${each} as beta`).toSorted()
  )
  await page.close()
})
