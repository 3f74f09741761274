/**
 * The scripts that both versions play: requests for every endpoint of version 3, right ones and such with one flaw, and
 * lives of messages among handsets, time and consents.
 */
import type { Json, JsonObject } from "@signalbox/core/Json"
import * as fc from "fast-check"
import { endpoints } from "../fuzz/Contract.ts"
import { begin } from "../fuzz/Draft.ts"
import type { Plan } from "../fuzz/Plans.ts"
import { kinds } from "../fuzz/Plans.ts"
import * as Version3 from "./Version3.ts"

export type Move =
  | { readonly _tag: "Ask"; readonly plan: Plan }
  /** A call of the emulator's control, which both versions know. `account` in its path is the script's account. */
  | { readonly _tag: "Control"; readonly method: "PATCH" | "POST" | "PUT"; readonly path: string; readonly body: Json }
  | { readonly _tag: "Travel"; readonly hours: number }

export interface Script {
  readonly kind: "valid" | "flawed" | "life"
  readonly moves: ReadonlyArray<Move>
}

/** The number of the account of every script. */
export const number = "+12015559000"

/** Stands for the address of the receiver in what a script sends. */
export const receiver = "http://receiver.invalid"

const anyId = "00000000-0000-7000-8000-000000000000"

const ask = (
  name: string,
  { aim = 0, body = {}, headers = {}, params = {}, query = {} }: {
    readonly aim?: number
    readonly params?: Readonly<Record<string, string>>
    readonly query?: Readonly<Record<string, string>>
    readonly body?: JsonObject
    readonly headers?: Readonly<Record<string, string>>
  } = {}
): Move => {
  const endpoint = endpoints.find((each) => each.name === name)!
  const draft = begin(endpoint, params, query, body)
  return {
    _tag: "Ask",
    plan: {
      endpoint,
      draft: { ...draft, headers: { ...draft.headers, ...headers } },
      aim,
      flaw: null,
      isHostile: false
    }
  }
}

const control = (method: "PATCH" | "POST" | "PUT", path: string, body: Json): Move => ({
  _tag: "Control",
  method,
  path,
  body
})

const definition = {
  body: {
    multiChannel: {
      template: "Hello {{0:variable}}, your order is ready.",
      variables: [{ id: 0, name: "name", type: "variable", props: { variableType: "text", sample: "Ada" } }]
    }
  }
}

/** Each life begins with a template that can be sent and a webhook that is told of everything. */
const beginning: ReadonlyArray<Move> = [
  ask("templates.create", { body: { definition, category: "UTILITY", submit_for_review: true } }),
  ask("webhooks.create", {
    body: {
      display_name: "All",
      endpoint_url: `${receiver}/hook`,
      event_types: ["message", "templates", "contact", "channel"]
    }
  }),
  { _tag: "Travel", hours: 2 }
]

const page = { page: "1", page_size: "50" }

const ending: ReadonlyArray<Move> = [
  ask("contacts.list", { query: page }),
  ask("conversations.list", { query: page }),
  ask("templates.list", { query: page }),
  ask("webhooks.list", { query: page }),
  ask("me.get")
]

const phone = fc.constantFrom("+12015550001", "+12015550002", "+4915123456789")

const failed = fc.constantFrom(
  "handset_unreachable",
  "invalid_number",
  "recipient_not_on_channel",
  "content_not_acceptable",
  "carrier_filtered",
  "temporary_carrier_error"
)

const handset = fc.record({
  phone,
  steps: fc.array(
    fc.oneof(
      fc.constantFrom<JsonObject>({ receipts: ["delivered"] }, { receipts: ["delivered", "read"] }, { receipts: [] }),
      failed.map((reason) => ({ receipts: [{ failed: reason }] })),
      failed.map((reason) => ({ submit: { refuse: reason }, receipts: [] }))
    ),
    { minLength: 1, maxLength: 3 }
  )
}).map(({ phone, steps }) => control("PUT", `handsets/${phone}`, { script: steps }))

const content = fc.oneof(
  fc.record({ text: fc.string({ unit: "grapheme", minLength: 1, maxLength: 200 }) }),
  fc.constantFrom<JsonObject>(
    { template: { id: anyId, parameters: { name: "Grace" } } },
    { template: { id: anyId, parameters: {} } },
    { template: { id: anyId, parameters: { name: "🦆".repeat(40) } } }
  )
)

const send = fc.record({
  content,
  to: fc.uniqueArray(phone, { minLength: 1, maxLength: 3 }),
  channel: fc.constantFrom(undefined, ["sms"], ["whatsapp"], ["rcs"], ["sms", "whatsapp"], ["auto_detect"], ["mms"]),
  sandbox: fc.constantFrom(undefined, undefined, undefined, true),
  key: fc.constantFrom(undefined, undefined, "one", "two")
}).map(({ channel, content, key, sandbox, to }) =>
  ask("messages.send", {
    body: {
      ...content,
      to,
      ...(channel === undefined ? {} : { channel }),
      ...(sandbox === undefined ? {} : { sandbox })
    },
    headers: key === undefined ? {} : { "idempotency-key": key }
  })
)

const writes = fc.record({
  from: phone,
  text: fc.constantFrom("Hello", "STOP", "stop", "START", "HELP", "Stop it", "👍")
}).map((written) => control("POST", "inbound", { ...written, to: number, channel: "sms" }))

const nth = fc.nat({ max: 12 })

const about = nth.chain((aim) =>
  fc.constantFrom(
    ask("messages.get", { aim, params: { id: anyId } }),
    ask("messages.activities", { aim, params: { id: anyId } }),
    ask("messages.cancel", { aim, params: { id: anyId } }),
    ask("messages.resend", { aim, params: { id: anyId } }),
    ask("contacts.get", { aim, params: { id: anyId } }),
    ask("contacts.update", { aim, params: { id: anyId }, body: { opt_out: aim % 2 === 0 } }),
    ask("contacts.create", { body: { phone_number: `+1201555000${aim % 4}` } })
  )
)

const life: fc.Arbitrary<ReadonlyArray<Move>> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: send },
    { weight: 3, arbitrary: handset },
    { weight: 3, arbitrary: writes },
    { weight: 6, arbitrary: about },
    { weight: 1, arbitrary: fc.constantFrom(0, 1000, 0.01).map((balance) => control("PATCH", "account", { balance })) },
    {
      weight: 2,
      arbitrary: fc.integer({ min: 1, max: 15 }).map((hours): Move => ({ _tag: "Travel", hours: 2 * hours }))
    }
  ),
  { minLength: 12, maxLength: 24 }
).map((moves) => [...beginning, ...moves, ...ending])

const asked = (plans: ReadonlyArray<Plan>): ReadonlyArray<Move> =>
  plans.filter(({ endpoint }) => Version3.has(endpoint)).map((plan) => ({ _tag: "Ask", plan: Version3.plain(plan) }))

/** So many scripts of each kind, by their seed. */
export const draw = (seed: number, each: number): ReadonlyArray<Script> => {
  const sampled = <A>(arbitrary: fc.Arbitrary<A>): ReadonlyArray<A> => fc.sample(arbitrary, { seed, numRuns: each })
  return [
    ...sampled(life).map((moves): Script => ({ kind: "life", moves })),
    ...(["valid", "flawed"] as const).flatMap((kind) =>
      sampled(kinds[kind]).map((plans): Script => ({ kind, moves: asked(plans) }))
    )
  ]
}
