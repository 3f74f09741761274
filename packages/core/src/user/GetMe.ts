/**
 * GET /v3/me: the account that the request acts as (decisions 3.10).
 */
import * as Schema from "effect/Schema"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import * as Availability from "../dispatch/Availability.ts"
import * as ChosenSenders from "../dispatch/ChosenSenders.ts"
import * as Sender from "../dispatch/Sender.ts"
import type { Caller } from "../operation/Caller.ts"
import * as Format from "../operation/Format.ts"
import * as Operation from "../operation/Operation.ts"
import * as Reading from "../operation/Reading.ts"
import * as ProfileResource from "../profile/ProfileResource.ts"
import type { Account } from "../row/Account.ts"
import { ProfileStatus } from "../row/Profile.ts"
import { Role } from "../row/User.ts"
import type { Channel } from "../value/Channel.ts"
import { toMillis } from "../value/Instant.ts"
import * as Permission from "./Permission.ts"

const nullable = Schema.NullOr

const Connected = Schema.Struct({ configured: Schema.Boolean, phone_number: nullable(Schema.String) })

const { Settings } = ProfileResource

const ShownRole = Schema.Literals(["owner", ...Role.literals])
type ShownRole = typeof ShownRole.Type

const ProfileEntry = Schema.Struct({
  id: Format.uuid,
  name: Schema.String,
  icon: nullable(Schema.String),
  description: nullable(Schema.String),
  short_name: nullable(Schema.String),
  role: nullable(ShownRole),
  status: nullable(ProfileStatus),
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
  status: nullable(ProfileStatus),
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

/** Returns how a channel is connected. Where only a carrier chooses senders, it is configured and has no number. */
const connected = (
  account: Account,
  channel: Channel,
  chosen: ChosenSenders.ChosenSenders
): typeof Connected.Type => {
  const configured = Availability.isAvailable(account, channel, chosen)
  return { configured, phone_number: configured ? Sender.ownNumber(account, channel) : null }
}

const settings = ({ profile }: Account): typeof Settings.Type | null =>
  profile === null ? null : ProfileResource.settings(profile)

const profileEntry = (profile: Account, role: ShownRole | null): typeof ProfileEntry.Type => ({
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

const show = (
  account: Account,
  profiles: ReadonlyArray<typeof ProfileEntry.Type>,
  chosen: ChosenSenders.ChosenSenders
): MeResource => ({
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
    sms: connected(account, "sms", chosen),
    whatsapp: { ...connected(account, "whatsapp", chosen), business_name: null },
    rcs: connected(account, "rcs", chosen)
  }
})

export const GetMe = Operation.consulting({
  ...Reading.operation,
  name: "me.get",
  summary: "Read the account that the key belongs to",
  description: "Answers the account of the key, or the profile that the request is for, with what it can send on.",
  path: Schema.Struct({}),
  data: MeResource,
  consult: ChosenSenders.consult,
  decides: {
    name: "me.get",
    needs: ({ caller }, facts) => {
      if (caller.account.type !== "organization") return Needs.none
      const ids = profiles(caller, facts).map(({ id }) => id)
      return Needs.all(
        Needs.list(profilesOf(caller)),
        Permission.needs(caller.keyAccount, [...ids, caller.account.id])
      )
    },
    decide: ({ caller, consulted }, { facts }) => {
      const membership = (account: Account): Permission.Membership => ({
        account,
        user: Permission.entry(caller.keyAccount, account.id, facts)
      })
      // The role in the profile itself goes before the role in the organization (decisions 3.10).
      const role = (own: Permission.Membership): ShownRole | null => {
        const whole = Permission.roleOf(caller.keyAccount, [own, membership(caller.account)])
        return whole === "owner" ? whole : Permission.roleOf(caller.keyAccount, [own]) ?? whole
      }
      const entries = profiles(caller, facts).map((profile) => profileEntry(profile, role(membership(profile))))
      return Reading.answer(show(caller.account, entries, consulted))
    }
  }
})
