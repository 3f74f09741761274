/**
 * POST /v3/sender-profiles: creates a profile with its first key, which only this answer shows (decisions 5.6).
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Violation } from "../catalogue/Violation.ts"
import * as Field from "../operation/Field.ts"
import * as Operation from "../operation/Operation.ts"
import type { Account } from "../row/Account.ts"
import type { ProfileDetails } from "../row/Profile.ts"
import { blank } from "../row/Profile.ts"
import type { AccountId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import type { Json } from "../value/Json.ts"
import * as BrandResource from "./BrandResource.ts"
import * as Capability from "./Capability.ts"
import * as NewProfile from "./NewProfile.ts"
import * as ProfileFields from "./ProfileFields.ts"
import type { SenderProfileResource } from "./SenderProfileResource.ts"
import * as SenderProfileResource_ from "./SenderProfileResource.ts"

const Body = Schema.Struct({
  name: ProfileFields.name,
  short_name: ProfileFields.shortName,
  description: Field.optional(ProfileFields.description),
  billing: Field.optional(Schema.Struct({ inherit: Field.onlyTrue })),
  channels: Field.optional(Capability.Channels),
  compliance: Field.optional(Capability.Compliance),
  sandbox: ProfileFields.sandbox
})
type Body = typeof Body.Type

/**
 * Refuses `billing.fallback`, which was removed from the API, so that no client counts on it (specification "Sender
 * profile and profile").
 */
const fallback = (raw: Json): ReadonlyArray<Violation> => {
  const billing = raw !== null && typeof raw === "object" && "billing" in raw ? raw["billing"] as Json : null
  return billing !== null && typeof billing === "object" && "fallback" in billing
    ? [{ field: "billing.fallback", code: "VALIDATION_001", message: "was removed; billing has only inherit" }]
    : []
}

const compose = (body: Body, organization: Account, id: AccountId, brandId: () => string, now: Instant): Account => {
  const brand = Capability.brand(body)
  const market = Capability.market(body)
  const details: ProfileDetails = {
    ...blank("incomplete"),
    billingModel: "organization",
    inheritsBrand: Capability.inheritsBrand(body),
    inheritsCampaign: Capability.inheritsCampaign(body),
    brand: brand === null ? null : BrandResource.described(null, brand, brandId, now),
    campaign: Capability.campaign(body),
    markets: market === null ? [] : [market],
    whatsapp: Capability.whatsapp(body)
  }
  return NewProfile.compose(
    { name: body.name, shortName: body.short_name, description: body.description ?? null, icon: null, details },
    organization,
    id,
    now
  )
}

export const CreateSenderProfile = Operation.make({
  name: "sender_profiles.create",
  summary: "Create a sender profile",
  path: Schema.Struct({}),
  query: Schema.Struct({}),
  body: Body,
  data: SenderProfileResource_.SenderProfileResource,
  status: 201,
  role: null,
  asks: "organization",
  tier: "standard",
  idempotent: true,
  refuses: ["RESOURCE_007"],
  check: ({ body }, _caller, raw) => [...fallback(raw), ...Capability.check(body, raw)],
  simulate: ({ body }, { keyAccount }, now, mint): SenderProfileResource =>
    SenderProfileResource_.fromAccount(
      compose(body, keyAccount, mint.uuid() as AccountId, mint.uuid, now),
      mint.uuid()
    ),
  decides: {
    name: "sender_profiles.create",
    needs: ({ body, caller }, facts) => NewProfile.needs(caller.keyAccount.id, body.short_name, facts),
    decide: ({ body, caller }, facts, now, mint) => {
      const id = mint.id(now) as AccountId
      const profile = compose(body, caller.keyAccount, id, () => mint.id(now), now)
      const apiKey = mint.apiKey()
      return Result.map(NewProfile.create(facts, profile, apiKey, now, mint), (commit) => ({
        commit,
        answer: SenderProfileResource_.fromAccount(profile, apiKey)
      }))
    }
  }
})
