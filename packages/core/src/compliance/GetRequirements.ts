/**
 * GET /v3/compliance/requirements: what a market demands of any new customer (decisions 5.6).
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { ViolationCode } from "../catalogue/ErrorCode.ts"
import type { Violation } from "../catalogue/Violation.ts"
import { done } from "../commit/Decision.ts"
import * as Needs from "../commit/Needs.ts"
import { Refused } from "../commit/Refused.ts"
import * as Format from "../operation/Format.ts"
import type * as Operation from "../operation/Operation.ts"
import { NumberType } from "../row/Market.ts"
import type { Json, JsonObject } from "../value/Json.ts"
import * as Country from "./Country.ts"
import type { MarketRule } from "./MarketRule.ts"
import { Requirement } from "./Requirement.ts"
import * as Requirement_ from "./Requirement.ts"
import * as Table from "./RequirementTable.ts"

const channels = ["sms", "whatsapp", "rcs"] as const

const needed = { violation: "VALIDATION_004" satisfies ViolationCode }

/** The types only name the words: `check` judges them. */
const Query = Schema.Struct({
  country: Schema.String.pipe(Schema.annotateKey(needed)),
  type: Format.open(Country.words).pipe(Schema.annotateKey(needed)),
  channel: Schema.optionalKey(Format.open(channels))
})
type Query = typeof Query.Type

const Step = Schema.Struct({
  order: Schema.Int,
  method: Schema.Literal("POST"),
  path: Schema.String,
  description: Schema.String,
  body: Schema.Record(Schema.String, Schema.Json)
})

const Data = Schema.Struct({
  channel: Schema.Literal("sms"),
  country: Schema.String,
  type: NumberType,
  required: Schema.Boolean,
  sender_id_pattern: Schema.NullOr(Schema.String),
  requirements: Schema.Array(Requirement),
  setup: Schema.Array(Step)
})
type Data = typeof Data.Type

const isChannel = (text: string): boolean => channels.some((each) => each === text)

const missing = (field: string): Violation => ({ field, code: "VALIDATION_004", message: "is required" })

const check = ({ channel = "sms", country, type }: Query): ReadonlyArray<Violation> => [
  ...(country === ""
    ? [missing("country")]
    : Country.isCountry(country)
    ? []
    : [{
      field: "country",
      code: "VALIDATION_001" as const,
      message: "must be a country code of two letters, such as US"
    }]),
  ...(type === ""
    ? [missing("type")]
    : Country.numberType(type) !== null
    ? []
    : [{
      field: "type",
      code: "VALIDATION_001" as const,
      message: `must be one of: ${NumberType.literals.join(", ")}`
    }]),
  ...(isChannel(channel)
    ? []
    : [{ field: "channel", code: "VALIDATION_006" as const, message: `must be one of: ${channels.join(", ")}` }])
]

/** The values that the body of the set-up needs, empty, in their places. */
const blanks = (requirements: ReadonlyArray<Requirement>): JsonObject => {
  const filled: Record<string, Record<string, Json>> = {}
  for (const requirement of requirements) {
    const [part, name] = requirement.key.split(".")
    if (Requirement_.isDocument(requirement) || part === undefined || name === undefined) continue
    ;(filled[part] ??= {})[name] = null
  }
  return filled
}

const show = (rule: MarketRule, country: string, type: NumberType): Data => {
  const compliance = blanks(rule.requirements)
  const documents = rule.requirements.filter(Requirement_.isDocument)
  return {
    channel: "sms",
    country,
    type,
    required: rule.requirements.some(({ required }) => required),
    sender_id_pattern: rule.senderIdPattern,
    requirements: rule.requirements,
    setup: [{
      order: 1,
      method: "POST",
      path: "/v3/channels/sms",
      description: documents.length === 0
        ? "Add the market with a JSON body"
        : `Add the market with a form that has these parts beside the fields: ${
          documents.map(({ key }) => key).join(", ")
        }`,
      body: {
        country,
        number_type: type,
        sender_value: null,
        ...(Object.keys(compliance).length === 0 ? {} : { compliance })
      }
    }]
  }
}

export interface Wanted {
  readonly country: string
  readonly type: NumberType
  readonly rule: MarketRule
}

export const GetRequirements: Operation.Operation<object, Query, object, Wanted, Data, "requirements.get"> = {
  name: "requirements.get",
  summary: "Read what a market demands of a new customer",
  description: "Tells what a country demands before a new customer may send from a kind of sender.",
  path: Schema.Struct({}),
  query: Query,
  body: Schema.Struct({}),
  data: Data,
  status: 200,
  refusesWith: [["VALIDATION_006", 501]],
  role: null,
  scope: "read",
  tier: "standard",
  idempotent: false,
  check: ({ query }) => check(query),
  simulate: null,
  consult: Effect.fnUntraced(function*({ query }) {
    if (query.channel !== undefined && query.channel !== "sms") {
      return yield* new Refused({
        code: "VALIDATION_006",
        message: "Requirements are known for one channel only",
        details: { channel: ["must be one of: sms"] },
        status: 501
      })
    }
    const country = (query.country ?? "").toUpperCase()
    const type = Country.numberType(query.type ?? "") ?? "LOCAL"
    return { country, type, rule: Table.find(yield* Table.RequirementTable, country, type) }
  }),
  decides: {
    name: "requirements.get",
    needs: () => Needs.none,
    decide: ({ consulted: { country, rule, type } }) => done(show(rule, country, type))
  }
}
