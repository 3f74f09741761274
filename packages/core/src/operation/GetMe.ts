/**
 * GET /v3/me: the account that the request acts as (decisions 3.10).
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Commit from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { Account } from "../row/Account.ts"
import type { Channel } from "../value/Channel.ts"
import { toMillis } from "../value/Instant.ts"
import type { Caller } from "./Caller.ts"
import * as Operation from "./Operation.ts"

const nullable = Schema.NullOr

const Connected = Schema.Struct({ configured: Schema.Boolean, phone_number: nullable(Schema.String) })

const ProfileEntry = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  icon: nullable(Schema.String),
  description: nullable(Schema.String),
  short_name: nullable(Schema.String),
  role: Schema.String,
  status: nullable(Schema.String),
  created_at: Schema.String,
  settings: Schema.Null
})

export const MeResource = Schema.Struct({
  id: Schema.String,
  type: Schema.Literals(["organization", "user", "profile"]),
  name: Schema.String,
  email: nullable(Schema.String),
  icon: nullable(Schema.String),
  description: nullable(Schema.String),
  created_at: Schema.String,
  organization_id: nullable(Schema.String),
  short_name: nullable(Schema.String),
  status: nullable(Schema.String),
  settings: Schema.Null,
  profiles: Schema.Array(ProfileEntry),
  channels: Schema.Struct({
    sms: Connected,
    whatsapp: Schema.Struct({ ...Connected.fields, business_name: nullable(Schema.String) }),
    rcs: Connected
  })
})
export type MeResource = typeof MeResource.Type

/** The list of an organization's profiles is not paged; so many are shown at most. */
const mostProfiles = 1000

const profilesOf = (caller: Caller): Needs.ListQuery => ({
  list: "profiles",
  scope: caller.account.id,
  offset: 0,
  limit: mostProfiles
})

const connected = (account: Account, channel: Channel): typeof Connected.Type => {
  const configured = account.channels.includes(channel)
  const own = account.numbers.find((each) => each.channels.includes(channel))
  return { configured, phone_number: configured ? own?.number ?? null : null }
}

const profileEntry = (profile: Account): typeof ProfileEntry.Type => ({
  id: profile.id,
  name: profile.name,
  icon: profile.icon,
  description: profile.description,
  short_name: profile.shortName,
  role: "owner",
  status: null,
  created_at: toMillis(profile.createdAt),
  settings: null
})

const show = (account: Account, profiles: ReadonlyArray<Account>): MeResource => ({
  id: account.id,
  type: account.type,
  name: account.name,
  email: account.email,
  icon: account.icon,
  description: account.description,
  created_at: toMillis(account.createdAt),
  organization_id: account.organization,
  short_name: account.shortName,
  status: null,
  settings: null,
  profiles: profiles.map(profileEntry),
  channels: {
    sms: connected(account, "sms"),
    whatsapp: { ...connected(account, "whatsapp"), business_name: null },
    rcs: connected(account, "rcs")
  }
})

export const GetMe = Operation.make({
  name: "me.get",
  summary: "Read the account that the key belongs to",
  path: Schema.Struct({}),
  query: Schema.Struct({}),
  body: Schema.Struct({}),
  data: MeResource,
  status: 200,
  role: null,
  tier: "standard",
  idempotent: false,
  check: () => [],
  simulate: null,
  use: {
    name: "me.get",
    needs: ({ caller }) => caller.account.type === "organization" ? Needs.list(profilesOf(caller)) : Needs.none,
    decide: ({ caller }, facts) => {
      const rows = caller.account.type === "organization" ? Facts.page(facts, profilesOf(caller)).rows : []
      const profiles = rows.flatMap((row) => row.kind === "account" ? [row.value] : [])
      return Result.succeed({ answer: show(caller.account, profiles), commit: Commit.empty })
    }
  }
})
