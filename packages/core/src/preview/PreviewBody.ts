/**
 * The parts that the bodies of both previews share, and what they are read as.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Parameters from "../accept/Parameters.ts"
import * as Limit from "../catalogue/Limit.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import * as Country from "../compliance/Country.ts"
import type { Definition } from "../definition/Definition.ts"
import * as Price from "../dispatch/Price.ts"
import * as SmartEncoding from "../dispatch/SmartEncoding.ts"
import type { Caller } from "../operation/Caller.ts"
import * as Field from "../operation/Field.ts"
import { Accounts } from "../row/Account.ts"
import * as PhoneNumber from "../value/PhoneNumber.ts"
import * as Preview from "./Preview.ts"

export const fields = {
  parameters: Parameters.Parameters,
  use_samples: Field.optional(Schema.Boolean),
  smart_encoding: Field.optional(Schema.Boolean),
  to: Schema.optionalKey(
    Schema.NullOr(Field.array(PhoneNumber.PhoneNumber, Limit.preview.destinations)).annotate({
      description: "The numbers for which to tell the price, at most 100."
    })
  ),
  countries: Field.optional(Field.array(Country.country, Limit.preview.destinations)),
  sandbox: Field.optional(Schema.Boolean)
}

const Body = Schema.Struct(fields)
type Body = typeof Body.Type

const destinations = ({ countries, to }: Body): ReadonlyArray<Preview.Destination> => [
  ...(to ?? []).map((phone) => ({ to: phone, country: PhoneNumber.regionOf(phone) })),
  ...(countries ?? []).map((country) => ({ to: null, country: country.toUpperCase() }))
]

/** The operator's prices for all accounts. */
export const terms: Effect.Effect<Price.Terms> = Effect.gen(function*() {
  return { rates: yield* Price.Rates, billing: yield* Price.Billing }
})

/** The organization of a profile says what the profile pays, unless the profile has terms of its own. */
export const needs = ({ account: { organization } }: Caller): Needs.Needs =>
  organization === null ? Needs.none : Needs.row(Accounts, organization)

const tariff = ({ account }: Caller, facts: Facts.Facts, of: Price.Terms): Price.Tariff => {
  const organization = account.organization === null ? null : Facts.get(facts, Accounts, account.organization)
  return Price.tariffOf(organization === null ? [account] : [account, organization], of)
}

/** A template, or what might become one. */
type Previewed = Pick<Preview.Subject, "definition" | "language" | "approval">

const parametersOf = (definition: Definition, { parameters, use_samples: usesSamples }: Body) =>
  usesSamples === true
    ? Preview.withSamples(definition, Parameters.texts(parameters))
    : Parameters.texts(parameters)

/** Returns what is previewed for a request, and how its account is charged. */
export const subject = (
  previewed: Previewed,
  { body, caller, consulted }: { readonly body: Body; readonly caller: Caller; readonly consulted: Price.Terms },
  facts: Facts.Facts
): Preview.Subject => ({
  ...previewed,
  parameters: parametersOf(previewed.definition, body),
  isEncoded: body.smart_encoding ?? SmartEncoding.isWanted({}, caller.account),
  destinations: destinations(body),
  tariff: tariff(caller, facts, consulted)
})
