/**
 * GET /v3/me: the account that the request acts as (decisions 3.10).
 */
import * as Schema from "effect/Schema"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { Caller } from "../operation/Caller.ts"
import * as Format from "../operation/Format.ts"
import * as Operation from "../operation/Operation.ts"
import * as Reading from "../operation/Reading.ts"
import * as ProfileResource from "../profile/ProfileResource.ts"
import type { Account } from "../row/Account.ts"
import type { Role } from "../row/User.ts"
import type { Channel } from "../value/Channel.ts"
import { toMillis } from "../value/Instant.ts"
import * as Permission from "./Permission.ts"

const nullable = Schema.NullOr

const Connected = Schema.Struct({ configured: Schema.Boolean, phone_number: nullable(Schema.String) })

const { Settings } = ProfileResource

const ProfileEntry = Schema.Struct({
  id: Format.uuid,
  name: Schema.String,
  icon: nullable(Schema.String),
  description: nullable(Schema.String),
  short_name: nullable(Schema.String),
  role: nullable(Schema.String),
  status: nullable(Schema.String),
  created_at: Format.timestamp,
  settings: nullable(Settings)
})

export const MeResource = Schema.Struct({
  id: Format.uuid,
  type: Schema.Literals(["organization", "user", "profile"]),
  name: Schema.String,
  email: nullable(Schema.String),
  icon: nullable(Schema.String),
  description: nullable(Schema.String),
  created_at: Format.timestamp,
  organization_id: nullable(Format.uuid),
  short_name: nullable(Schema.String),
  status: nullable(Schema.String),
  settings: nullable(Settings),
  profiles: Schema.Array(ProfileEntry),
  channels: Schema.Struct({
    sms: Connected,
    whatsapp: Schema.Struct({ ...Connected.fields, business_name: nullable(Schema.String) }),
    rcs: Connected
  })
}).annotate({ identifier: "Me" })
export type MeResource = typeof MeResource.Type

/** The list of an organization's profiles is not paged; this is how many it shows at most. */
const mostProfiles = 1000

const profilesOf = (caller: Caller): Needs.ListQuery => ({
  list: "profiles",
  scope: caller.account.id,
  offset: 0,
  limit: mostProfiles
})

/** Returns the profiles that are loaded, without deleted ones. */
const profiles = (caller: Caller, facts: Facts.Facts): ReadonlyArray<Account> =>
  (Facts.peekPage(facts, profilesOf(caller))?.rows ?? []).flatMap((row) =>
    row.kind === "account" && row.value.deletedAt === null ? [row.value] : []
  )

const connected = (account: Account, channel: Channel): typeof Connected.Type => {
  const configured = account.channels.includes(channel)
  const own = account.numbers.find((each) => each.channels.includes(channel))
  return { configured, phone_number: configured ? own?.number ?? null : null }
}

const settings = ({ profile }: Account): typeof Settings.Type | null =>
  profile === null ? null : ProfileResource.settings(profile)

const profileEntry = (profile: Account, role: string | null): typeof ProfileEntry.Type => ({
  id: profile.id,
  name: profile.name,
  icon: profile.icon,
  description: profile.description,
  short_name: profile.shortName,
  role,
  status: profile.profile?.status ?? null,
  created_at: toMillis(profile.createdAt),
  settings: settings(profile)
})

const show = (account: Account, profiles: ReadonlyArray<typeof ProfileEntry.Type>): MeResource => ({
  id: account.id,
  type: account.type,
  name: account.name,
  email: account.email,
  icon: account.icon,
  description: account.description,
  created_at: toMillis(account.createdAt),
  organization_id: account.organization,
  short_name: account.shortName,
  status: account.profile?.status ?? null,
  settings: settings(account),
  profiles,
  channels: {
    sms: connected(account, "sms"),
    whatsapp: { ...connected(account, "whatsapp"), business_name: null },
    rcs: connected(account, "rcs")
  }
})

export const GetMe = Operation.make({
  ...Reading.operation,
  name: "me.get",
  summary: "Read the account that the key belongs to",
  path: Schema.Struct({}),
  data: MeResource,
  decides: {
    name: "me.get",
    needs: ({ caller }, facts) => {
      if (caller.account.type !== "organization") return Needs.none
      const places = profiles(caller, facts).map(({ id }) => id)
      return Needs.all(
        Needs.list(profilesOf(caller)),
        Permission.needs(caller.keyAccount, [...places, caller.account.id])
      )
    },
    decide: ({ caller }, facts) => {
      const place = (account: Account): Permission.Place => ({
        account,
        user: Permission.entry(caller.keyAccount, account.id, facts)
      })
      // The role in the profile itself goes before the role in the organization (decisions 3.10).
      const role = (own: Permission.Place): Role | "owner" | null => {
        const whole = Permission.roleOf(caller.keyAccount, [own, place(caller.account)])
        return whole === "owner" ? whole : Permission.roleOf(caller.keyAccount, [own]) ?? whole
      }
      const entries = profiles(caller, facts).map((profile) => profileEntry(profile, role(place(profile))))
      return Reading.answer(show(caller.account, entries))
    }
  }
})
