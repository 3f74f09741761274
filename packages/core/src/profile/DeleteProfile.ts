/**
 * DELETE /v3/sender-profiles/{id}, and the deprecated DELETE /v3/profiles/{profileId}: the same soft deletion.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { done } from "../commit/Decision.ts"
import type { Grounds } from "../commit/Grounds.ts"
import * as Refused from "../commit/Refused.ts"
import type { Caller } from "../operation/Caller.ts"
import * as Operation from "../operation/Operation.ts"
import { AccountId } from "../value/Id.ts"
import * as Deprecated from "./Deprecated.ts"
import * as Ownership from "./Ownership.ts"
import * as ProfileFields from "./ProfileFields.ts"
import * as Removal from "./Removal.ts"

const remove = (caller: Caller, id: AccountId, grounds: Grounds) => {
  const profile = Ownership.find(caller.keyAccount, id, grounds.facts)
  return profile === null
    ? Result.fail(Refused.refused("RESOURCE_014"))
    : done(
      null,
      Removal.remove(profile, grounds)
    )
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
  description: "Deletes a profile: its numbers are released, and what it holds is cancelled.",
  path: Schema.Struct({ id: AccountId }),
  role: null,
  scope: "manage",
  asks: "organization",
  decides: {
    name: "sender_profiles.delete",
    needs: ({ path }, facts) => Removal.needs(path.id, facts),
    decide: ({ caller, path }, grounds) => remove(caller, path.id, grounds)
  }
})

export const DeleteProfile = Operation.make({
  ...deleting,
  ...Deprecated.profiles,
  name: "profiles.delete",
  summary: "Delete a profile; its history is kept",
  description: "Deletes a profile, as the deletion of the sender profile does.",
  path: Schema.Struct({ profileId: AccountId }),
  role: "admin",
  scope: "manage",
  roleOn: "path",
  decides: {
    name: "profiles.delete",
    needs: ({ path }, facts) => Removal.needs(path.profileId, facts),
    decide: ({ caller, path }, grounds) => remove(caller, path.profileId, grounds)
  }
})
