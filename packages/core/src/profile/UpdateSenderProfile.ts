/**
 * PATCH /v3/sender-profiles/{id}: changes the name, the short name and the description (specification "Sender
 * profiles").
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as ShortNames from "../account/ShortNames.ts"
import type { Violation } from "../catalogue/Violation.ts"
import * as OwnChannels from "../channel/OwnChannels.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import * as Refused from "../commit/Refused.ts"
import * as ChosenSenders from "../dispatch/ChosenSenders.ts"
import * as Operation from "../operation/Operation.ts"
import type { Account } from "../row/Account.ts"
import { Accounts } from "../row/Account.ts"
import * as ChannelSet from "../row/ChannelSet.ts"
import { blank } from "../row/Profile.ts"
import { AccountId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import type { Json } from "../value/Json.ts"
import * as NewProfile from "./NewProfile.ts"
import * as Ownership from "./Ownership.ts"
import * as ProfileChange from "./ProfileChange.ts"
import * as ProfileFields from "./ProfileFields.ts"
import type { SenderProfileResource } from "./SenderProfileResource.ts"
import * as SenderProfileResource_ from "./SenderProfileResource.ts"

const Body = Schema.Struct({
  name: Schema.optionalKey(ProfileFields.name),
  short_name: Schema.optionalKey(ProfileFields.shortName),
  description: Schema.optionalKey(Schema.NullOr(ProfileFields.description)),
  sandbox: ProfileFields.sandbox
})
type Body = typeof Body.Type

const editable = ["name", "short_name", "description"] as const

/** Refuses fields that cannot be changed, so that a client does not believe that they were. */
const check = (raw: Json): ReadonlyArray<Violation> => {
  const keys = raw !== null && typeof raw === "object" ? Object.keys(raw) : []
  const wrong = (field: string, message: string): Violation => ({ field, code: "VALIDATION_001", message })
  const changes = keys.filter((key) => key !== "sandbox")
  if (changes.length === 0) return [wrong("body", `must have at least one of: ${editable.join(", ")}`)]
  return changes.filter((key) => !editable.some((name) => name === key))
    .map((key) => wrong(key, "cannot be changed here"))
}

/** A field that is left out keeps its value; null clears the description. */
export const apply = (profile: Account, body: Body, now: Instant): Account => ({
  ...profile,
  name: body.name ?? profile.name,
  shortName: body.short_name ?? profile.shortName,
  description: body.description === undefined ? profile.description : body.description,
  updatedAt: now
})

export const UpdateSenderProfile = Operation.consulting({
  name: "sender_profiles.update",
  summary: "Change the name, the short name or the description of a sender profile",
  description: "Changes what is given. A change of nothing is refused.",
  path: Schema.Struct({ id: AccountId }),
  query: Schema.Struct({}),
  body: Body,
  data: SenderProfileResource_.SenderProfileResource,
  status: 200,
  role: null,
  scope: "manage",
  asks: "organization",
  tier: "standard",
  idempotent: true,
  refuses: ["RESOURCE_007", "RESOURCE_014"],
  check: (_input, _caller, raw) => check(raw),
  simulate: ({ body, consulted, path }, { keyAccount }, now): SenderProfileResource => {
    const draft = {
      name: "sandbox",
      shortName: "sandbox",
      description: null,
      icon: null,
      details: { ...blank("incomplete"), billingModel: "organization" as const }
    }
    const profile = apply(NewProfile.compose(draft, keyAccount, path.id, now), body, now)
    return SenderProfileResource_.fromAccount(profile, ChannelSet.empty(path.id), consulted)
  },
  consult: ChosenSenders.consult,
  decides: {
    name: "sender_profiles.update",
    needs: ({ body, caller, path }, facts) =>
      Needs.all(
        Ownership.needs(path.id),
        OwnChannels.needs(path.id),
        ShortNames.needs(
          caller.keyAccount.id,
          body.short_name,
          Facts.peek(facts, Accounts, path.id)?.shortName
        )
      ),
    decide: ({ body, caller, consulted, path }, { facts, now }) => {
      const profile = Ownership.find(caller.keyAccount, path.id, facts)
      if (profile === null) return Result.fail(Refused.refused("RESOURCE_014"))
      const changed = apply(profile, body, now)
      return Result.map(ProfileChange.change(facts, changed), (commit) => ({
        commit,
        answer: SenderProfileResource_.fromAccount(changed, OwnChannels.of(facts, changed.id), consulted)
      }))
    }
  }
})
