/**
 * GET /v3/profiles and GET /v3/profiles/{profileId}, deprecated.
 */
import * as Schema from "effect/Schema"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { Caller } from "../operation/Caller.ts"
import * as Operation from "../operation/Operation.ts"
import * as Reading from "../operation/Reading.ts"
import { AccountId } from "../value/Id.ts"
import * as Deprecated from "./Deprecated.ts"
import * as Ownership from "./Ownership.ts"
import * as ProfileResource from "./ProfileResource.ts"

const reading = {
  ...Reading.operation,
  ...Deprecated.profiles
} as const

/** The list is not paged (decisions part 2), so this is more than any organization has. */
const most = 10_000

// A request that acts as a profile finds none, because a profile has no profiles.
const listOf = (caller: Caller): Needs.ListQuery => ({
  list: "profiles",
  scope: caller.account.id,
  offset: 0,
  limit: most
})

export const ListProfiles = Operation.make({
  ...reading,
  name: "profiles.list",
  summary: "List the profiles of the organization",
  description: "Lists the profiles in the older form. Rather list the sender profiles.",
  path: Schema.Struct({}),
  data: Schema.Struct({ profiles: Schema.Array(ProfileResource.ProfileResource) }),
  role: null,
  decides: {
    name: "profiles.list",
    needs: ({ caller }) => Needs.list(listOf(caller)),
    decide: ({ caller }, { facts }) => {
      const { rows } = Facts.page(facts, listOf(caller))
      const profiles = rows.flatMap((row) => row.kind === "account" ? [ProfileResource.fromAccount(row.value)] : [])
      return Reading.answer({ profiles })
    }
  }
})

export const GetProfile = Operation.make({
  ...reading,
  name: "profiles.get",
  refuses: ["RESOURCE_014"],
  summary: "Read a profile",
  description: "Answers a profile in the older form. Rather read the sender profile.",
  path: Schema.Struct({ profileId: AccountId }),
  data: ProfileResource.ProfileResource,
  role: "any",
  roleOn: "path",
  decides: {
    name: "profiles.get",
    needs: ({ path }) => Ownership.needs(path.profileId),
    decide: ({ caller, path }, { facts }) => {
      const profile = Ownership.find(caller.keyAccount, path.profileId, facts)
      return Reading.answerOr(profile, "RESOURCE_014", ProfileResource.fromAccount)
    }
  }
})
