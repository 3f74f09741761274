/**
 * An account: an organization, one of its sender profiles, or an individual user. It owns keys, numbers, templates,
 * webhooks and messages; its balance stands beside it, because money is counted, not overwritten.
 */
import * as Schema from "effect/Schema"
import { Channel } from "../value/Channel.ts"
import { AccountId } from "../value/Id.ts"
import { Instant } from "../value/Instant.ts"
import { PhoneNumber } from "../value/PhoneNumber.ts"
import * as ShortName from "../value/ShortName.ts"
import * as Kind from "./Kind.ts"
import { ProfileDetails } from "./Profile.ts"
import { RoutingRule } from "./RoutingRule.ts"

/** A number that messages leave from and inbound messages arrive at. */
export const OwnNumber = Schema.Struct({
  number: PhoneNumber,
  channels: Schema.Array(Channel),
  country: Schema.String,
  /** Another account had the number first: what is written to it comes to that one. */
  isShared: Schema.optionalKey(Schema.Boolean)
})
export type OwnNumber = typeof OwnNumber.Type

/** How far the operator has let an account in. It never stops a key; it stops sends (decisions 8.3). */
export const Stage = Schema.Literals(["verified", "unverified", "suspended"])
export type Stage = typeof Stage.Type

/** When recipients must not be disturbed. */
export const QuietHours = Schema.Literals(["off", "us-tcpa"])
export type QuietHours = typeof QuietHours.Type

/** A word of the account's own that a recipient may answer with (decisions 7.7). */
export const Keyword = Schema.Struct({
  keyword: Schema.String,
  action: Schema.Literals(["OPT_OUT", "OPT_IN", "HELP"]),
  reply: Schema.NullOr(Schema.String)
})
export type Keyword = typeof Keyword.Type

export const Account = Schema.Struct({
  id: AccountId,
  type: Schema.Literals(["organization", "profile", "user"]),
  name: Schema.String,
  email: Schema.NullOr(Schema.String),
  /** Who owns the account, where that is somebody else than `email` names. The owner passes every role check. */
  ownerEmail: Schema.optionalKey(Schema.String),
  icon: Schema.NullOr(Schema.String),
  description: Schema.NullOr(Schema.String),
  /** The parent of a profile. */
  organization: Schema.NullOr(AccountId),
  /** The SMS sender id of a profile. */
  shortName: Schema.NullOr(Schema.String),
  /** Another profile of the organization had the short name first: the name counts as that one's. */
  sharesShortName: Schema.optionalKey(Schema.Boolean),
  numbers: Schema.Array(OwnNumber),
  /** The channels that the account has set up. */
  channels: Schema.Array(Channel),
  requestsPerMinute: Schema.Int,
  /** Messages of one template in one UTC day; null: as many as it likes. */
  dailyMessageLimit: Schema.NullOr(Schema.Int),
  allowMms: Schema.Boolean,
  stage: Stage,
  quietHours: QuietHours,
  keywords: Schema.Array(Keyword),
  rules: Schema.Array(RoutingRule),
  /** Null for whoever is no profile. */
  profile: Schema.NullOr(ProfileDetails),
  createdAt: Instant,
  updatedAt: Schema.NullOr(Instant),
  /** A deleted account stays for its history; nobody acts as it any more. */
  deletedAt: Schema.NullOr(Instant)
  // Rows of earlier versions call the rules routes.
}).pipe(Schema.encodeKeys({ rules: "routes" }))
export type Account = typeof Account.Type

/** Whose a number is: what an inbound message needs to find its account. */
export const ownNumber = (number: PhoneNumber): Kind.UniqueKey => ({ index: "own_number", key: number })

/** An organization's profiles have each short name once, however it is written. */
export const profileShortName = (organization: AccountId, shortName: string): Kind.UniqueKey => ({
  index: "profile_short_name",
  key: `${organization}/${ShortName.compared(shortName)}`
})

/** Whoever had a number or a short name first keeps it, and has it for itself alone. A deleted account has nothing. */
const unique = (account: Account): ReadonlyArray<Kind.UniqueKey> => {
  const { deletedAt, numbers, organization, sharesShortName, shortName } = account
  if (deletedAt !== null) return []
  const own = new Set(numbers.flatMap(({ isShared, number }) => isShared === true ? [] : [number]))
  return [
    ...[...own].map(ownNumber),
    ...(organization === null || shortName === null || sharesShortName === true
      ? []
      : [profileShortName(organization, shortName)])
  ]
}

export const Accounts = Kind.make({
  name: "account",
  schema: Account,
  key: (account: Account) => account.id,
  unique,
  listings: (account) =>
    account.organization === null || account.deletedAt !== null
      ? []
      : [{ list: "profiles", scope: account.organization, at: account.createdAt }]
})

/** Whom the request pool of this account belongs to is the account itself: only `x-profile-id` shares a pool. */
export const isProfileOf = (account: Account, organization: AccountId): boolean =>
  account.type === "profile" && account.organization === organization && account.deletedAt === null

/** Whose money the account may spend, in this order: its own, its organization's, or one after the other. */
export const purses = ({ id, organization, profile }: Account): readonly [AccountId, ...ReadonlyArray<AccountId>] => {
  if (organization === null || profile === null) return [id]
  switch (profile.billingModel) {
    case "profile":
      return [id]
    case "organization":
      return [organization]
    case "profile_and_organization":
      return [id, organization]
  }
}
