/**
 * The service describes states and kinds by their values: closed where the service alone makes them, open where a later
 * version may add some.
 */
import * as Answer from "@signalbox/core/Answer"
import { operations } from "@signalbox/core/Catalogue"
import * as ChannelCode from "@signalbox/core/ChannelCode"
import * as EventName from "@signalbox/core/EventName"
import type { AccountId } from "@signalbox/core/Id"
import { make as instant } from "@signalbox/core/Instant"
import * as OutcomeCode from "@signalbox/core/OutcomeCode"
import type { ClaimToken } from "@signalbox/core/Reply"
import { Api } from "@signalbox/http/Api"
import * as Effect from "effect/Effect"
import * as OpenApi from "effect/http-api/OpenApi"
import type { Message } from "signalbox"
import { describe, expect, expectTypeOf, it } from "vitest"

interface Described {
  readonly type?: string
  readonly enum?: ReadonlyArray<string>
  readonly anyOf?: ReadonlyArray<Described>
  readonly items?: Described
  readonly properties?: Readonly<Record<string, Described>>
}

const { components: { schemas } } = OpenApi.fromApi(Api) as unknown as {
  readonly components: { readonly schemas: Readonly<Record<string, Described>> }
}

const parts = (described: Described): ReadonlyArray<Described> => [
  described,
  ...[...described.anyOf ?? [], ...described.items === undefined ? [] : [described.items]].flatMap(parts)
]

/** Everything that has a name, at whatever depth. */
const named = (described: Described): ReadonlyArray<readonly [name: string, described: Described]> =>
  parts(described).flatMap(({ properties = {} }) =>
    Object.entries(properties).flatMap(([name, inner]) => [[name, inner] as const, ...named(inner)])
  )

const isText = (described: Described): boolean => parts(described).some(({ type }) => type === "string")
const values = (described: Described): ReadonlyArray<string> => parts(described).flatMap((part) => part.enum ?? [])
const isOpen = (described: Described): boolean =>
  parts(described).some((part) => part.type === "string" && part.enum === undefined)

const literal = new Set([
  "agent_use_case",
  "billing_model",
  "brand_relationship",
  "category",
  "channel",
  "channels",
  "default_channel",
  "delivery_status",
  "direction",
  "event",
  "event_type",
  "event_types",
  "field",
  "identity_status",
  "line_type",
  "mediaType",
  "messagingUseCaseUs",
  "number_type",
  "otpType",
  "quickReplyType",
  "reason_code",
  "role",
  "status",
  "template_category",
  "urlType",
  "vertical"
])

/** This is the path of a field, whatever that is. */
const path = "TemplatePreviewFlaw.field"

const said = Object.entries(schemas).flatMap(([resource, described]) =>
  named(described).flatMap(([name, inner]) =>
    literal.has(name) && `${resource}.${name}` !== path && isText(inner)
      ? [[`${resource}.${name}`, inner] as const]
      : []
  )
)

describe("a state or a kind in an answer", () => {
  it.each(said)("%s names its values", (_, described) => {
    expect(values(described).length).toBeGreaterThan(0)
  })

  it("is there at all", () => {
    expect(new Set(said.map(([name]) => name.slice(name.indexOf(".") + 1)))).toEqual(literal)
  })

  it("is open where a later version may add values, and closed elsewhere", () => {
    const opened = said.filter(([, described]) => isOpen(described)).map(([name]) => name.slice(name.indexOf(".") + 1))
    expect([...new Set(opened)].toSorted()).toEqual([
      "event",
      "event_type",
      "event_types",
      "field",
      "identity_status",
      "otpType",
      "quickReplyType",
      "reason_code",
      "status",
      "urlType"
    ])
    const statuses = said.filter(([name, described]) => name.endsWith(".status") && isOpen(described))
    expect(statuses.map(([name]) => name)).toEqual(["Brand.status"])
  })
})

const message: Message = {
  id: "018f0000-0000-7000-8000-000000000001",
  customer_id: "018f0000-0000-7000-8000-000000000002",
  contact_id: "018f0000-0000-7000-8000-000000000003",
  phone: "+12015550123",
  phone_international: "+1 201-555-0123",
  region_code: "US",
  template_id: null,
  template_name: null,
  template_category: null,
  channel: "sms",
  message_body: null,
  status: "FAILED",
  direction: "OUTBOUND",
  created_at: "2030-01-31T09:00:00.000Z",
  price: null,
  active_contact_price: null,
  reason_code: "DELIVERY_001",
  reason: "The carrier reported a failure without a cause.",
  events: []
}

/** Returns the answer to a request with an Idempotency-Key, as it stands in the store. */
const replayed = (data: unknown) =>
  Effect.runPromise(
    Answer.fromReply(
      {
        claim: { account: "018f0000-0000-7000-8000-000000000002" as AccountId, key: "one" },
        token: 1 as ClaimToken,
        status: 200,
        outcome: { part: "data", json: JSON.stringify(data) },
        requestId: "req_1",
        at: instant(0),
        sandbox: false,
        profile: null
      },
      null,
      operations["messages.get"].data
    ).result
  )

describe("the values of a later version", () => {
  it("are answered as they were stored, where they may be added", async () => {
    const later = { ...message, reason_code: "DELIVERY_099", reason: "Something new." }
    expect(await replayed(later)).toEqual(later)
    expectTypeOf<Message["reason_code"]>().toEqualTypeOf<OutcomeCode.OutcomeCode | (string & {}) | undefined>()
  })

  it("come beside all that this version knows", () => {
    const of = (resource: string, name: string) => values(schemas[resource]!.properties![name]!)
    expect(of("Message", "reason_code")).toEqual(OutcomeCode.OutcomeCode.literals)
    expect(of("SmsMarket", "reason_code")).toEqual(ChannelCode.ChannelCode.literals)
    expect(of("WebhookEvent", "event_type")).toEqual(EventName.all)
  })
})
