/**
 * POST /v3/profiles, deprecated: creates a profile with the fields of the older endpoint (decisions 3.7).
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as NewChannels from "../channel/NewChannels.ts"
import * as Commit from "../commit/Commit.ts"
import type { Making } from "../commit/Grounds.ts"
import * as Grounds from "../commit/Grounds.ts"
import * as Operation from "../operation/Operation.ts"
import type { Account } from "../row/Account.ts"
import { blank } from "../row/Profile.ts"
import type { AccountId } from "../value/Id.ts"
import * as Deprecated from "./Deprecated.ts"
import * as NewProfile from "./NewProfile.ts"
import * as ProfileBody from "./ProfileBody.ts"
import * as ProfileEdit from "./ProfileEdit.ts"
import type { ProfileResource } from "./ProfileResource.ts"
import * as ProfileResource_ from "./ProfileResource.ts"

const compose = (
  body: ProfileBody.Create,
  organization: Account,
  making: Making
): Account => {
  const { id, now } = making
  const fresh = NewProfile.compose(
    { name: body.name, shortName: null, description: null, icon: null, details: blank("incomplete") },
    organization,
    id() as AccountId,
    now
  )
  return { ...ProfileEdit.apply(fresh, body, making), updatedAt: null }
}

export const CreateProfile = Operation.make({
  ...Deprecated.profiles,
  name: "profiles.create",
  summary: "Create a profile",
  description: "Makes a profile in the older form. Rather create a sender profile.",
  path: Schema.Struct({}),
  query: Schema.Struct({}),
  body: ProfileBody.Create,
  data: ProfileResource_.ProfileResource,
  status: 201,
  role: "admin",
  scope: "manage",
  roleOn: "organization",
  asks: "organization",
  tier: "standard",
  idempotent: true,
  refuses: ["RESOURCE_007"],
  check: ({ body }, _caller, raw) => ProfileBody.checkCreate(body, raw),
  simulate: ({ body }, { keyAccount }, now, ids): ProfileResource =>
    ProfileResource_.fromAccount(compose(body, keyAccount, Grounds.simulated(now, ids))),
  decides: {
    name: "profiles.create",
    needs: ({ body, caller }, facts) => NewProfile.needs(caller.keyAccount.id, body.short_name, facts),
    decide: ({ body, caller }, grounds) => {
      const profile = compose(body, caller.keyAccount, Grounds.making(grounds))
      const channels = NewChannels.make(profile, null, grounds)
      return Result.map(NewProfile.create(profile, null, grounds), (commit) => ({
        commit: Commit.all(commit, channels.commit),
        answer: ProfileResource_.fromAccount(profile)
      }))
    }
  }
})
