/**
 * DELETE /v3/sender-profiles/{id}, and the deprecated DELETE /v3/profiles/{profileId}: the same soft deletion.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type * as Facts from "../../commit/Facts.ts"
import * as Refused from "../../commit/Refused.ts"
import * as Ownership from "../../profile/Ownership.ts"
import * as Removal from "../../profile/Removal.ts"
import { AccountId } from "../../value/Id.ts"
import type { Instant } from "../../value/Instant.ts"
import type { Caller } from "../Caller.ts"
import * as Operation from "../Operation.ts"
import * as Deprecated from "./Deprecated.ts"
import * as ProfileFields from "./ProfileFields.ts"

const remove = (caller: Caller, id: AccountId, facts: Facts.Facts, now: Instant) => {
  const profile = Ownership.find(caller.keyAccount, id, facts)
  return profile === null
    ? Result.fail(Refused.refused("RESOURCE_014"))
    : Result.succeed({ answer: null, commit: Removal.remove(facts, profile, now) })
}

const deleting = {
  query: Schema.Struct({}),
  body: Schema.Struct({ sandbox: ProfileFields.sandbox }),
  data: Schema.Null,
  status: 204,
  tier: "standard",
  idempotent: false,
  refuses: ["RESOURCE_014"],
  check: () => [],
  simulate: () => null
} as const

export const DeleteSenderProfile = Operation.make({
  ...deleting,
  name: "sender_profiles.delete",
  summary: "Delete a sender profile; its history is kept",
  path: Schema.Struct({ id: AccountId }),
  role: null,
  asks: "organization",
  use: {
    name: "sender_profiles.delete",
    needs: ({ path }, facts) => Removal.needs(path.id, facts),
    decide: ({ caller, path }, facts, now) => remove(caller, path.id, facts, now)
  }
})

export const DeleteProfile = Operation.make({
  ...deleting,
  ...Deprecated.profiles,
  name: "profiles.delete",
  summary: "Delete a profile; its history is kept",
  path: Schema.Struct({ profileId: AccountId }),
  role: "admin",
  roleOn: "path",
  use: {
    name: "profiles.delete",
    needs: ({ path }, facts) => Removal.needs(path.profileId, facts),
    decide: ({ caller, path }, facts, now) => remove(caller, path.profileId, facts, now)
  }
})
