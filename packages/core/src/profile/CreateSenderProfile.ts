/**
 * POST /v3/sender-profiles: creates a profile with its first key, which only this answer shows (decisions 5.6).
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Violation } from "../catalogue/Violation.ts"
import * as NewChannels from "../channel/NewChannels.ts"
import * as NewMarket from "../channel/NewMarket.ts"
import * as Commit from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import type { Making } from "../commit/Grounds.ts"
import * as Grounds from "../commit/Grounds.ts"
import * as Needs from "../commit/Needs.ts"
import * as Refused from "../commit/Refused.ts"
import * as Handed from "../compliance/Handed.ts"
import * as Table from "../compliance/RequirementTable.ts"
import * as ChosenSenders from "../dispatch/ChosenSenders.ts"
import * as Field from "../operation/Field.ts"
import type * as Operation from "../operation/Operation.ts"
import type { Account } from "../row/Account.ts"
import { ApiKeys, isActive } from "../row/ApiKey.ts"
import type { ChannelSet } from "../row/ChannelSet.ts"
import type { ProfileDetails } from "../row/Profile.ts"
import { blank } from "../row/Profile.ts"
import type { AccountId } from "../value/Id.ts"
import type { Json } from "../value/Json.ts"
import type { KeyHash } from "../value/Secret.ts"
import * as BrandResource from "./BrandResource.ts"
import * as Capability from "./Capability.ts"
import * as NewProfile from "./NewProfile.ts"
import * as ProfileFields from "./ProfileFields.ts"
import * as ProfileForm from "./ProfileForm.ts"
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

/** A new profile sends SMS only, and on no channel that would be shown because a carrier chooses its sender. */
const shown = (profile: Account, set: ChannelSet, apiKey: string): SenderProfileResource =>
  SenderProfileResource_.fromAccount(profile, set, ChosenSenders.none, apiKey)

/**
 * The market that the body orders, judged by the table of markets and with its documents; null when no market is asked
 * for.
 */
export interface Judged {
  readonly order: NewChannels.MarketOrder | null
}

const compose = (body: Body, organization: Account, making: Making): Account => {
  const id = making.id() as AccountId
  const brand = Capability.brand(body)
  const details: ProfileDetails = {
    ...blank("incomplete"),
    billingModel: "organization",
    inheritsBrand: Capability.inheritsBrand(body),
    inheritsCampaign: Capability.inheritsCampaign(body),
    brand: brand === null ? null : BrandResource.described(null, brand, making),
    campaign: Capability.campaign(body),
    whatsapp: Capability.whatsapp(body)
  }
  return NewProfile.compose(
    { name: body.name, shortName: body.short_name, description: body.description ?? null, icon: null, details },
    organization,
    id,
    making.now
  )
}

export const CreateSenderProfile: Operation.Operation<
  object,
  object,
  Body,
  Judged,
  SenderProfileResource,
  "sender_profiles.create"
> = {
  name: "sender_profiles.create",
  summary: "Create a sender profile",
  description:
    "Makes a profile of the organization with a key, senders and webhooks of its own, and answers the key once.",
  path: Schema.Struct({}),
  query: Schema.Struct({}),
  body: Body,
  form: ProfileForm.read,
  data: SenderProfileResource_.SenderProfileResource,
  shownOnce: {
    field: "api_key",
    isKept: true,
    needs: ({ withheld }) => Needs.row(ApiKeys, withheld.digest as KeyHash),
    find: ({ withheld }, { facts, now }) => {
      const key = Facts.get(facts, ApiKeys, withheld.digest as KeyHash)
      return key !== null && isActive(key, now) ? withheld.secret ?? null : null
    }
  },
  status: 201,
  role: null,
  scope: "manage",
  asks: "organization",
  tier: "standard",
  idempotent: true,
  refuses: ["RESOURCE_007", "BUSINESS_008"],
  refusesWith: [["VALIDATION_001", 422]],
  check: ({ body }, _caller, raw) => [...fallback(raw), ...Capability.check(body, raw)],
  simulate: ({ body, consulted }, { keyAccount }, now, ids): SenderProfileResource => {
    const profile = compose(body, keyAccount, Grounds.simulated(now, ids))
    const { progress } = NewChannels.make(profile, consulted.order, { facts: Facts.empty, ids, now })
    return shown(progress.account, progress.set, ids.uuid())
  },
  consult: Effect.fnUntraced(function*({ body, uploads = [] }, { keyAccount }) {
    const wanted = Capability.market(body)
    if (wanted === null) {
      return uploads.length === 0 ? { order: null } : yield* Refused.refused("VALIDATION_001", {
        "channels.sms": ["is required when there are documents"]
      })
    }
    const rule = Table.find(yield* Table.RequirementTable, wanted.country, wanted.numberType)
    const said = Capability.said(body)
    const flaws = NewMarket.senderFlaws(rule, wanted, "channels.sms.")
    if (flaws.length > 0) return yield* Refused.fromViolations(flaws)
    yield* Handed.judge(rule, NewMarket.values(said), uploads)
    // The profile does not exist yet, so its documents count for the organization.
    const documents = yield* body.sandbox === true ? Handed.simulate(uploads) : Handed.put(keyAccount.id, uploads)
    return { order: { wanted, said, rule, documents } }
  }),
  retract: ({ order }) => Handed.retract(order?.documents ?? []),
  decides: {
    name: "sender_profiles.create",
    needs: ({ body, caller }, facts) => NewProfile.needs(caller.keyAccount.id, body.short_name, facts),
    decide: ({ body, caller, consulted }, grounds) => {
      const composed = compose(body, caller.keyAccount, Grounds.making(grounds))
      const { commit: channels, progress } = NewChannels.make(composed, consulted.order, grounds)
      const apiKey = grounds.ids.secrets.apiKey()
      return Result.map(NewProfile.create(progress.account, apiKey, grounds), (commit) => ({
        commit: Commit.all(commit, channels),
        answer: shown(progress.account, progress.set, apiKey)
      }))
    }
  }
}
