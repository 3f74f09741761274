/**
 * PATCH /v3/profiles/{profileId}, deprecated (decisions 3.7).
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as ShortNames from "../account/ShortNames.ts"
import type { Violation } from "../catalogue/Violation.ts"
import * as Connection from "../channel/Connection.ts"
import * as OwnChannels from "../channel/OwnChannels.ts"
import * as Commit from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import * as Grounds from "../commit/Grounds.ts"
import * as Needs from "../commit/Needs.ts"
import * as Refused from "../commit/Refused.ts"
import * as Operation from "../operation/Operation.ts"
import type { Account } from "../row/Account.ts"
import { Accounts, isProfileOf } from "../row/Account.ts"
import { blank } from "../row/Profile.ts"
import { AccountId } from "../value/Id.ts"
import * as Deprecated from "./Deprecated.ts"
import * as NewProfile from "./NewProfile.ts"
import * as Ownership from "./Ownership.ts"
import * as ProfileBody from "./ProfileBody.ts"
import * as ProfileChange from "./ProfileChange.ts"
import * as ProfileEdit from "./ProfileEdit.ts"
import type { ProfileResource } from "./ProfileResource.ts"
import * as ProfileResource_ from "./ProfileResource.ts"

const references = ["sending_phone_number_profile_id", "sending_whatsapp_number_profile_id"] as const

const referred = (body: ProfileBody.Update): ReadonlyArray<readonly [field: string, id: AccountId]> =>
  references.flatMap((field) => {
    const id = body[field]
    return id === undefined || id === null ? [] : [[field, id]]
  })

/** Checks that other profiles in the body belong to the same organization. */
const foreignProfiles = (profile: Account, body: ProfileBody.Update, facts: Facts.Facts): ReadonlyArray<Violation> =>
  referred(body).flatMap(([field, id]) => {
    const named = Facts.get(facts, Accounts, id)
    return named !== null && profile.organization !== null && isProfileOf(named, profile.organization)
      ? []
      : [{ field, code: "VALIDATION_001" as const, message: "must be a profile of the organization" }]
  })

export const UpdateProfile = Operation.make({
  ...Deprecated.profiles,
  name: "profiles.update",
  summary: "Change a profile",
  description: "Changes a profile in the older form. Rather change the sender profile.",
  path: Schema.Struct({ profileId: AccountId }),
  query: Schema.Struct({}),
  body: ProfileBody.Update,
  data: ProfileResource_.ProfileResource,
  status: 200,
  role: "admin",
  scope: "manage",
  roleOn: "path",
  tier: "standard",
  idempotent: true,
  refuses: ["RESOURCE_007", "RESOURCE_014"],
  check: ({ body }, _caller, raw) => ProfileBody.check(body, raw),
  simulate: ({ body, path }, { keyAccount }, now, ids): ProfileResource => {
    const draft = { name: "sandbox", shortName: null, description: null, icon: null, details: blank("incomplete") }
    const profile = NewProfile.compose(draft, keyAccount, path.profileId, now)
    return ProfileResource_.fromAccount(ProfileEdit.apply(profile, body, Grounds.simulated(now, ids)))
  },
  decides: {
    name: "profiles.update",
    needs: ({ body, path }, facts) => {
      const profile = Facts.peek(facts, Accounts, path.profileId)
      const organization = profile?.organization ?? null
      return Needs.all(
        Ownership.needs(path.profileId),
        OwnChannels.needs(path.profileId),
        Needs.rows(Accounts, referred(body).map(([, id]) => id)),
        organization === null ? Needs.none : ShortNames.needs(organization, body.short_name, profile?.shortName)
      )
    },
    decide: ({ body, caller, path }, grounds) => {
      const { facts } = grounds
      const profile = Ownership.find(caller.keyAccount, path.profileId, facts)
      if (profile === null) return Result.fail(Refused.refused("RESOURCE_014"))
      const changed = ProfileEdit.apply(profile, body, Grounds.making(grounds))
      const violations = [...ProfileEdit.refusals(profile, body, changed), ...foreignProfiles(profile, body, facts)]
      if (violations.length > 0) return Result.fail(Refused.fromViolations(violations))
      const followed = Connection.follow(profile, changed, grounds)
      return Result.map(ProfileChange.change(facts, followed.account), (commit) => ({
        commit: Commit.all(commit, followed.commit),
        answer: ProfileResource_.fromAccount(changed)
      }))
    }
  }
})
