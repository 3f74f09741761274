/**
 * GET /v3/numbers/lookup/{phoneNumber} (specification "Other endpoints", decisions 3.10).
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { ViolationCode } from "../catalogue/ErrorCode.ts"
import { done } from "../commit/Decision.ts"
import * as Needs from "../commit/Needs.ts"
import * as Format from "../operation/Format.ts"
import type * as Operation from "../operation/Operation.ts"
import * as Lookup from "../port/NumberLookup.ts"
import * as PhoneNumber from "../value/PhoneNumber.ts"
import * as Registry from "./Registry.ts"

/** Any text in E.164 form, also one that no numbering plan knows. */
const Path = Schema.Struct({
  phoneNumber: Schema.String.annotate({ description: "The number in E.164, such as +12015550123." }).check(
    Schema.makeFilter(PhoneNumber.isE164, {
      message: "must be a phone number in E.164 form, for example +12015550123",
      violation: "VALIDATION_002" satisfies ViolationCode
    })
  )
})
type Path = typeof Path.Type

const NumberResource = Schema.Struct({
  phone_number: Format.phone,
  country_code: Schema.NullOr(Schema.String),
  is_valid: Schema.Boolean.annotate({ description: "Whether the number can exist." }),
  carrier_name: Schema.NullOr(Schema.String).annotate({
    description: "The network that the number belongs to; null when it is not known."
  }),
  line_type: Schema.NullOr(Lookup.LineType).annotate({
    description: "Whether the line is mobile, fixed or another kind; null when it is not known."
  }),
  is_ported: Schema.NullOr(Schema.Boolean).annotate({
    description: "Whether the number was taken to another network; null when it is not known."
  }),
  is_voip: Schema.NullOr(Schema.Boolean).annotate({
    description: "Whether the line is internet telephony; null when it is not known."
  }),
  mobile_country_code: Schema.NullOr(Schema.String).annotate({
    description: "The mobile country code of the network; null when it is not known."
  }),
  mobile_network_code: Schema.NullOr(Schema.String).annotate({
    description: "The mobile network code of the network; null when it is not known."
  })
}).annotate({ identifier: "NumberLookup" })
type NumberResource = typeof NumberResource.Type

/** Returns whether a line is voice over IP, which is not known as long as its type is not. */
const isVoip = (lineType: Lookup.LineType | null): boolean | null =>
  lineType === null || lineType === "unknown" ? null : lineType === "voip"

/** @param found null when the number cannot be assigned */
const show = (phone: string, found: Lookup.Finding | null): NumberResource => ({
  phone_number: phone,
  country_code: found?.region ?? null,
  is_valid: found !== null,
  carrier_name: found?.carrierName ?? null,
  line_type: found?.lineType ?? null,
  is_ported: found?.isPorted ?? null,
  is_voip: isVoip(found?.lineType ?? null),
  mobile_country_code: found?.mobileCountryCode ?? null,
  mobile_network_code: found?.mobileNetworkCode ?? null
})

export const LookUpNumber: Operation.Operation<
  Path,
  object,
  object,
  Lookup.Finding | null,
  NumberResource,
  "numbers.lookup"
> = {
  name: "numbers.lookup",
  summary: "Look up a phone number",
  description: "Answers what is known of a phone number: its country, its network, the kind of its line.",
  path: Path,
  query: Schema.Struct({}),
  body: Schema.Struct({}),
  data: NumberResource,
  status: 200,
  role: null,
  scope: "read",
  tier: "standard",
  idempotent: false,
  check: () => [],
  simulate: null,
  consult: Effect.fnUntraced(function*({ path: { phoneNumber } }, { keyAccount }) {
    if (!PhoneNumber.isAssignable(phoneNumber)) return null
    const lookup = yield* Lookup.NumberLookup
    const found = yield* Registry.ask(lookup, "numbers", keyAccount.id, phoneNumber)
    return Option.getOrElse(found, () => Lookup.fromPlan(phoneNumber))
  }),
  decides: {
    name: "numbers.lookup",
    needs: () => Needs.none,
    decide: ({ consulted, path }) => done(show(path.phoneNumber, consulted))
  }
}
