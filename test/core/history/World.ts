/**
 * The histories of the model test take place in a world of one account, one recipient, one or two messages, carriers
 * and rules.
 */
import type { OwnNumber, Stage } from "@signalbox/core/Account"
import type { Channel, Requested } from "@signalbox/core/Channel"
import type { RoutingRule } from "@signalbox/core/internal/row/RoutingRule"
import type { QuietHours } from "@signalbox/core/QuietHours"
import * as fc from "fast-check"
import * as Given from "../Given.ts"
import { quietHours } from "./Night.ts"

/** A send as a client asks for it. */
export interface Asked {
  readonly requested: Requested
  /** A text of its own in place of the template. */
  readonly isFreeForm: boolean
  /** On SMS. */
  readonly segments: number
  readonly hasParameters: boolean
  /** For how many hours ahead it is scheduled; null: it is not. */
  readonly scheduledIn: number | null
  /** For how many hours it is worth anything, again for each send or once for all; null: its sender does not say. */
  readonly worth: { readonly hours: number; readonly isForEachSend: boolean } | null
  /** The only channels that it may take, in their order; null: all in the default order. */
  readonly fallback: ReadonlyArray<Channel> | null
  /** After how many seconds on one of them it goes on to the next; null: only after a failure. */
  readonly afterSeconds: number | null
}

/** The account's own money, and that of the organization that it is a profile of. */
export type Payer = "own" | "organization"

/** As webhooks are told of an instant. */
export const second = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`

/** A profile debits its own money, its organization's, or its own as long as that is enough. */
export type Billing = "profile" | "organization" | "profile_and_organization"

/** The most that messages may cost in one UTC day or month, in all or to one region, and whose cap that is. */
export interface SpendCap {
  readonly of: Payer
  readonly period: "day" | "month"
  readonly region: "US" | "CH" | null
  readonly most: number
}

export interface World {
  readonly asked: readonly [Asked, ...ReadonlyArray<Asked>]
  readonly channels: ReadonlyArray<Channel>
  readonly carriers: ReadonlyArray<{ readonly id: string; readonly channels: ReadonlyArray<Channel> }>
  readonly balance: number
  /** Null: the account is no profile. */
  readonly billing: Billing | null
  /** The money of the organization that a profile belongs to. */
  readonly organizationBalance: number
  /** The account sends from these numbers. */
  readonly numbers: ReadonlyArray<OwnNumber>
  readonly shortName: string | null
  /** Rules of the account, and of the operator. */
  readonly rules: ReadonlyArray<RoutingRule>
  readonly global: ReadonlyArray<RoutingRule>
  readonly allowMms: boolean
  /** Whether the template says something on MMS. */
  readonly hasMmsBody: boolean
  readonly stage: Stage
  /** Messages of one template in one UTC day. */
  readonly dailyLimit: number | null
  readonly spendCap: SpendCap | null
  readonly quietHours: QuietHours
}

/** Channel, carrier's price (per segment on SMS) and markup, in ten-thousandths. */
export const rates: Readonly<Record<Channel, readonly [price: number, markup: number]>> = {
  sms: [79, 10],
  whatsapp: [50, 7],
  rcs: [101, 3],
  mms: [200, 20]
}

const all: ReadonlyArray<Channel> = ["sms", "whatsapp", "rcs", "mms"]

const number = (of: number, country: string, channels: ReadonlyArray<Channel> = all): OwnNumber => ({
  number: Given.phone(of),
  channels,
  country
})

/** A world of one message of a template, where nothing is in the way unless told. */
export const plain = (
  { afterSeconds, fallback, hasParameters, isFreeForm, requested, scheduledIn, segments, worth, ...parts }: Partial<
    World & Asked
  >
): World => ({
  asked: [{
    requested: requested ?? "sms",
    isFreeForm: isFreeForm ?? false,
    segments: segments ?? 1,
    hasParameters: hasParameters ?? true,
    scheduledIn: scheduledIn ?? null,
    worth: worth ?? null,
    fallback: fallback ?? null,
    afterSeconds: afterSeconds ?? null
  }],
  channels: ["sms", "whatsapp", "rcs"],
  carriers: [],
  balance: 5000,
  billing: null,
  organizationBalance: 0,
  numbers: [number(9000, "US")],
  shortName: null,
  rules: [],
  global: [],
  allowMms: true,
  hasMmsBody: false,
  stage: "verified",
  dailyLimit: null,
  spendCap: null,
  quietHours: "off",
  ...parts
})

const carriers: World["carriers"] = [
  { id: "one", channels: ["sms"] },
  { id: "two", channels: ["sms", "rcs"] },
  { id: "three", channels: ["whatsapp", "mms"] },
  { id: "four", channels: ["sms", "mms"] },
  { id: "five", channels: ["sms", "whatsapp"] }
]

const rarely = fc.oneof({ weight: 12, arbitrary: fc.constant(false) }, fc.constant(true))

const asked = (freeForm: fc.Arbitrary<boolean>): fc.Arbitrary<Asked> =>
  fc.record({
    requested: fc.oneof(
      { weight: 3, arbitrary: fc.constant<Requested>("auto_detect") },
      fc.constantFrom<Requested>(...all)
    ),
    isFreeForm: freeForm,
    segments: fc.integer({ min: 1, max: 3 }),
    lacksParameters: rarely,
    scheduledIn: fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, fc.constantFrom(1, 12, 25, 720)),
    worth: fc.oneof(
      { weight: 5, arbitrary: fc.constant(null) },
      fc.record({ hours: fc.constantFrom(1, 6, 30, 100), isForEachSend: fc.boolean() })
    ),
    fallback: fc.oneof(
      { weight: 2, arbitrary: fc.constant(null) },
      fc.shuffledSubarray([...all], { minLength: 1 })
    ),
    afterSeconds: fc.constantFrom(null, 60, 7200)
  }).map(({ afterSeconds, fallback, lacksParameters, ...made }) => ({
    ...made,
    // An order is for messages that leave the channel to the service.
    fallback: made.requested === "auto_detect" ? fallback : null,
    afterSeconds: made.requested === "auto_detect" && fallback !== null ? afterSeconds : null,
    hasParameters: !lacksParameters || made.isFreeForm,
    segments: lacksParameters && !made.isFreeForm ? 1 : made.segments
  }))

const optional = <Value>(name: string, value: fc.Arbitrary<Value>, weight = 6) =>
  fc.oneof({ weight, arbitrary: fc.constant({}) }, value.map((made) => ({ [name]: made })))

/** Rules that often say something about the message to +1 201 555 0001, and sometimes about another one. */
export const rule: fc.Arbitrary<RoutingRule> = fc.tuple(
  fc.record({
    channel: fc.option(fc.constantFrom(...all), { freq: 3 }),
    carrier: fc.option(fc.constantFrom(...[...carriers.map(({ id }) => id), "nobody"].map(Given.carrierId)), {
      freq: 2
    }),
    action: fc.constantFrom("ALLOW", "ALLOW", "ALLOW", "DENY"),
    fallback: fc.oneof({ weight: 2, arbitrary: fc.constant(true) }, fc.constant(false)),
    country: fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, fc.constantFrom("US", "US", "CH")),
    priority: fc.nat({ max: 3 })
  }),
  optional("prefix", fc.constantFrom("+1", "+1201", "+41")),
  optional("number", fc.constantFrom(Given.phone(1), Given.phone(2)), 9),
  optional("category", fc.constantFrom("UTILITY" as const, "MARKETING" as const), 9),
  optional("language", fc.constantFrom("en_US", "de"), 9),
  optional("international", fc.boolean(), 9),
  optional("active", fc.boolean(), 9),
  optional("receiptSeconds", fc.constantFrom(30, 3600), 4),
  optional("expiresAt", fc.integer({ min: -1, max: 100 }).map((hours) => Given.now + hours * 3_600_000), 6)
).map(([always, ...parts]) => Object.assign({}, always, ...parts) as RoutingRule)

/** The first number of the channel in the recipient's country, the first of the channel, the short name, or none. */
const numbers = fc.oneof(
  { weight: 3, arbitrary: fc.constant([number(9000, "US")]) },
  fc.shuffledSubarray([
    number(9000, "US", ["sms", "mms"]),
    number(9001, "CH"),
    number(9002, "US", ["whatsapp"]),
    number(9003, "US", ["sms", "rcs"])
  ])
)

/** An organization, or a profile with money of its own, of its organization, or both. */
const payers = fc.oneof(
  { weight: 2, arbitrary: fc.constant({ billing: null, organizationBalance: 0 }) },
  fc.record({
    billing: fc.constantFrom<Billing>("profile", "organization", "profile_and_organization"),
    organizationBalance: fc.oneof(fc.constant(5000), fc.nat({ max: 600 }))
  })
)

const base = {
  numbers,
  shortName: fc.option(fc.constant("ACME")),
  channels: fc.oneof(
    { weight: 6, arbitrary: fc.constant<ReadonlyArray<Channel>>(all) },
    fc.subarray<Channel>([...all])
  ),
  carriers: fc.shuffledSubarray([...carriers], { minLength: 1 }),
  balance: fc.oneof({ weight: 5, arbitrary: fc.constant(5000) }, fc.nat({ max: 600 })),
  allowMms: fc.boolean(),
  hasMmsBody: fc.boolean(),
  stage: fc.constant<Stage>("verified"),
  dailyLimit: fc.constant(null),
  spendCap: fc.option(
    fc.record<SpendCap>({
      of: fc.constantFrom("own", "organization"),
      period: fc.constantFrom("day", "month"),
      region: fc.constantFrom(null, "US", "CH"),
      most: fc.integer({ min: 80, max: 900 })
    }),
    { freq: 2 }
  ),
  quietHours,
  rules: fc.constant([]),
  global: fc.constant([])
}

/** A template without a body for MMS is refused at acceptance when MMS is pinned. */
const possible = (
  { payers, ...made }: Omit<World, "billing" | "organizationBalance"> & {
    readonly payers: Pick<World, "billing" | "organizationBalance">
  }
): World => ({
  ...made,
  ...payers,
  hasMmsBody: made.hasMmsBody ||
    made.asked.some(({ fallback, isFreeForm, requested }) =>
      (requested === "mms" || fallback?.join() === "mms") && !isFreeForm
    )
})

/** One message, routed by default: what carriers, receipts and reroutes make of it. */
export const one: fc.Arbitrary<World> = fc.record({
  ...base,
  asked: fc.tuple(asked(fc.constant(false))),
  payers
}).map(possible)

/** Rules of the account and of the operator. */
export const ruled: fc.Arbitrary<World> = fc.record({
  ...base,
  asked: fc.tuple(asked(rarely)),
  rules: fc.array(rule, { maxLength: 6 }),
  global: fc.array(rule, { maxLength: 4 }),
  payers
}).map(possible)

/** Two messages that share a recipient, a balance and a day; as often as not free-form ones. */
export const two: fc.Arbitrary<World> = fc.record({
  ...base,
  asked: fc.tuple(asked(rarely), asked(fc.boolean())),
  stage: fc.oneof({ weight: 9, arbitrary: fc.constant<Stage>("verified") }, fc.constant<Stage>("unverified")),
  dailyLimit: fc.option(fc.integer({ min: 0, max: 3 }), { freq: 2 }),
  payers
}).map(possible)
