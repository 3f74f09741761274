/**
 * Views in states that an emulator reaches late or seldom, element for element as they were agreed on: `npm test --
 * test/inbox/view/Markup.test.ts -u` accepts what is shown now. The usual states are shown in a browser.
 */
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
import { outline } from "./Outline.ts"
import * as Samples from "./Samples.ts"
import * as Shown from "./Shown.ts"

afterEach(Shown.forget)

const activity = (status: string, description: string, second: number) => ({
  status,
  description,
  timestamp: Shown.wall(11, 30, second)
})

const explained = {
  to: "+12015550123",
  outcome: { status: "FAILED", description: "It goes nowhere.", reason: "Quiet hours." },
  held_until: Shown.wall(21),
  look_up: { state: "pending", sentence: "its number is looked up" },
  candidates: [{
    channel: "sms",
    carrier: "sms-a",
    sender: "+12015550100",
    segments: 2,
    price: { amount: 0.0158, currency: "USD" }
  }],
  dropped: [{ channel: "rcs", carrier: "rcs-a", reason: "not_reachable", sentence: "it cannot be reached" }],
  gates: [{ gate: "quiet_hours", passes: false, sentence: "it is night there" }, { gate: "consent", passes: true }]
}

const firstPage = "GET v3/messages?page=1&page_size=100"
const nothing = { messages: [], pagination: { total_count: 0 } }

const message: Shown.Answers = {
  [firstPage]: { messages: [Samples.message], pagination: { total_count: 1 } },
  "GET v3/messages/m1": { ...Samples.message, status: "SCHEDULED", reason: "It waits." },
  "GET v3/messages/m1/activities": {
    activities: [
      activity("SENT", "The carrier took it.", 6),
      activity("QUEUED", "It was accepted.", 5)
    ],
    explained
  },
  "GET v3/webhooks?page=1&page_size=20": { webhooks: [Samples.webhook] },
  "GET v3/webhooks/w1/events?page=1&page_size=100": { events: [Samples.delivery] }
}

const template: Shown.Answers = {
  "GET v3/templates/t1": {
    ...Samples.template,
    definition: {
      ...Samples.template.definition,
      buttons: [
        { id: 1, type: "QUICK_REPLY", props: { text: "A" } },
        { id: 2, type: "URL", props: { text: "B", url: "https://b.example/" } }
      ]
    }
  },
  "GET v3/templates/t1/revisions": {
    revisions: [{ revision: 2, is_current: true, status: "APPROVED", created_at: null }, {
      revision: 1,
      is_current: false,
      status: null,
      created_at: null
    }]
  },
  "PUT v3/templates/t1": new Error("It has flaws.")
}

const preview = {
  flaws: [],
  channels: [
    {
      ...Samples.preview,
      text: "“Hi”",
      encoding: "UCS-2",
      segments: 2,
      units: 72,
      is_approved: false,
      forces_unicode: [{ index: 0, character: "“", code_point: "U+201C", name: null }],
      flaws: [{ field: "definition.body.sms", code: "CODE_1", message: "is long" }]
    },
    {
      ...Samples.preview,
      channel: "mms",
      encoding: null,
      units: null,
      segments: null,
      message_body: {
        ...Samples.body,
        header: "Head",
        footer: "Foot",
        subject: "News",
        headerMedia: { type: "image", url: "https://acme.example/a.png" },
        buttons: [{ type: "URL", text: "Track", value: "https://acme.example" }]
      }
    },
    { ...Samples.preview, channel: "rcs", message_body: null }
  ]
}

const place = "handsets/%2B12015550123"
const phone: Shown.Answers = {
  "GET handsets?limit=200": [{ ...Samples.handset, next: [{ submit: "hang" }] }],
  [`GET ${place}/conversation`]: [
    {
      ...Samples.bubble,
      channel: "whatsapp",
      header: "Head",
      footer: "Foot",
      subject: "News",
      media: ["https://acme.example/a.png"],
      buttons: [
        { type: "QUICK_REPLY", value: "Yes", text: "Yes", postbackData: "Yes" },
        { type: "URL", value: "https://acme.example", text: "See", postbackData: null }
      ],
      read_at: Shown.wall(11, 45),
      status: "READ"
    },
    { ...Samples.bubble, message_id: "m2", direction: "in", body: "STOP", status: "RECEIVED", price: null }
  ],
  "GET v3/contacts?page=1&page_size=20&search=%2B12015550123": {
    contacts: [{ ...Samples.contact, opt_out: true, available_channels: "sms" }]
  }
}

const attempt = {
  attempt: 1,
  started_at: Shown.wall(11, 30, 6),
  duration_ms: 12,
  http_status_code: null,
  response_body: null,
  error_message: "no connection"
}

const webhook: Shown.Answers = {
  "GET v3/webhooks?page=1&page_size=100": {
    webhooks: [Samples.webhook, { ...Samples.webhook, id: "w2", is_active: false, consecutive_failures: 3 }]
  },
  "GET v3/webhooks/w1": { ...Samples.webhook, is_active: false },
  "GET v3/webhooks/w1/events?page=1&page_size=50": {
    events: [{ ...Samples.delivery, delivery_status: "FAILED", http_status_code: 500, attempts: [attempt] }]
  },
  "GET receivers": [{ name: "a", answer: 500, got: [1] }],
  "GET deliveries/d1": {
    next_retry_at: Shown.wall(12, 30),
    attempts: [
      { attempt: 1, headers: { "x-a": "b" }, body: "{}", verified: false },
      { attempt: 2, headers: null, body: null, verified: null }
    ]
  }
}

const contact: Shown.Answers = {
  "GET v3/contacts?page=1&page_size=100": {
    contacts: [{ ...Samples.contact, opt_out: true }],
    pagination: { total_count: 1 }
  },
  "GET v3/contacts/c1": { ...Samples.contact, opt_out: true },
  "GET v3/consent/export?limit=100": {
    records: [{
      id: "r1",
      contact_id: "c1",
      purpose: "news",
      consent: "OPTED_OUT",
      source: "INBOUND_KEYWORD",
      channel: "sms",
      text: "STOP",
      created_at: Shown.wall(10, 5)
    }]
  },
  "GET v3/messages?page=1&page_size=20&contact_id=c1": { messages: [{ ...Samples.message, direction: "INBOUND" }] }
}

const told: Shown.Answers = {
  "GET carriers": [{
    id: "sms-a",
    per_second: 2,
    delay_ms: 5,
    mode: { refuse: "unknown" },
    share: 0.5,
    seed: 7,
    submissions: 3,
    attempts: 3,
    repeated: 1
  }],
  "GET faults": { store: "down", idempotency: "up" },
  "DELETE carriers/sms-a": () => new Promise(() => {})
}

const sent: Shown.Answers = {
  "GET v3/templates?page=1&page_size=100": { templates: [] },
  "POST v3/messages": { recipients: [{ message_id: "m1", to: "+12015550123" }] },
  "POST v3/messages/explain": {
    messages: 2,
    outcomes: [{ status: "ROUTED", messages: 2, amount: 0.0158 }],
    recipients: [explained]
  }
}

const whole: Shown.Answers = {
  "GET clock": { now: Shown.wall(12), offset_ms: 0, idle: true, next: { name: "retry", at: Shown.wall(13) } },
  "POST clock": { now: Shown.wall(13), offset_ms: 3_600_000, idle: true, next: null },
  "GET faults": { store: "up", idempotency: "up" },
  "GET carriers": []
}

type Act = (page: Shown.Shown) => Promise<unknown>

type State = readonly [name: string, open: () => Promise<Shown.Shown>, act: Act, part: string]

/** A view at an address, after somebody has done something there. Without a part the whole page matters. */
const state = (
  name: string,
  content: () => VNode,
  options: Shown.Options,
  act: Act = () => Promise.resolve(),
  part = "div"
): State => [name, () => Shown.view(content, options), act, part]

/** The whole page likewise. */
const pageState = (name: string, options: Shown.Options, act: Act = () => Promise.resolve()): State => [
  `page-${name}`,
  () => Shown.open(({ source }) => app({ source }), options),
  act,
  "div"
]

const unwritten = { ...webhook, "GET v3/webhooks?page=1&page_size=100": { webhooks: [] } }
const refused = { ...sent, "POST v3/messages": new Error("No."), "POST v3/messages/explain": new Error("No.") }

const states: ReadonlyArray<State> = [
  ...["Line", "Activities", "Webhooks", "JSON", "curl"].map((tab) =>
    state(`message-${tab}`, messages, { hash: "#/messages/m1", answers: message }, ({ click }) => click(tab), "aside")
  ),
  state("message-unknown", messages, { hash: "#/messages/m9", answers: message }),
  state("message-none", messages, { hash: "#/messages", answers: { [firstPage]: nothing } }),
  state(
    "template-refused",
    templates,
    { hash: "#/templates/t1", answers: { ...template, "POST v3/templates/preview": preview } },
    async ({ click, pass }) => {
      await click("Save")
      await pass(150)
    }
  ),
  state("template-unknown", templates, { hash: "#/templates/t9" }),
  state("phone-told", phones, { hash: "#/phones/+12015550123/m1", answers: phone }, async ({ click, fill }) => {
    await click("File")
    await click("Next submission…")
    await fill("What becomes of it", "fail")
  }),
  state("phone-read", phones, { hash: "#/phones", answers: phone, mayWrite: false }),
  state("phone-none", phones, { hash: "#/phones", answers: { "GET handsets?limit=200": [] } }),
  state("webhook-failed", webhooks, { hash: "#/webhooks/w1", answers: webhook }),
  state(
    "webhook-verified",
    webhooks,
    { hash: "#/webhooks/w1", answers: webhook, verify: () => Promise.resolve(true) },
    ({ click }) => click("Verify"),
    "aside"
  ),
  state("webhook-none", webhooks, { hash: "#/webhooks", answers: unwritten }),
  state("contact-opted-out", contacts, { hash: "#/contacts/c1", answers: contact }),
  state("carriers-told", carriers, { hash: "#/carriers", answers: told }, ({ click }) => click("As by default")),
  state("send-accepted", send, { hash: "#/send", answers: sent }, async ({ click }) => {
    await click("Explain, without sending it")
    await click("Send")
  }),
  state("send-refused", send, { hash: "#/send", answers: refused }, ({ click }) => click("Send")),
  pageState(
    "keys",
    { hash: "#/carriers", answers: whole, accounts: [Shown.acme, { ...Shown.acme, id: "b" }] },
    async ({ click, press }) => {
      await press("?")
      await click("Reset")
      await click("+1 h")
    }
  ),
  pageState("console", { hash: "#/contacts", isEmulator: false }),
  pageState("looking", { answers: { "GET accounts": () => new Promise(() => {}) } }),
  pageState("refused", { answers: { "GET accounts": new Error("It is away.") } }),
  pageState("no-account", { accounts: [] })
]

it.each(states)("%s", async (name, open, act, part) => {
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} })
  const shown = await open()
  await act(shown)
  await expect(outline(shown.document.body.querySelectorAll(part)[0])).toMatchFileSnapshot(`markup/${name}.txt`)
  await shown.close()
})
