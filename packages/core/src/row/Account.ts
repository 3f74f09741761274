/**
 * An account: an organization, one of its sender profiles, or an individual user. It owns keys, numbers, templates,
 * webhooks and messages; its balance stands beside it, because money is counted, not overwritten.
 */
import * as Schema from "effect/Schema"
import { Channel } from "../value/Channel.ts"
import { AccountId } from "../value/Id.ts"
import { Instant } from "../value/Instant.ts"
import { PhoneNumber } from "../value/PhoneNumber.ts"
import * as Kind from "./Kind.ts"

/** A number that messages leave from and inbound messages arrive at. */
export const OwnNumber = Schema.Struct({
  number: PhoneNumber,
  channels: Schema.Array(Channel),
  country: Schema.String
})
export type OwnNumber = typeof OwnNumber.Type

export const Account = Schema.Struct({
  id: AccountId,
  type: Schema.Literals(["organization", "profile", "user"]),
  name: Schema.String,
  email: Schema.NullOr(Schema.String),
  icon: Schema.NullOr(Schema.String),
  description: Schema.NullOr(Schema.String),
  /** The parent of a profile. */
  organization: Schema.NullOr(AccountId),
  /** The SMS sender id of a profile. */
  shortName: Schema.NullOr(Schema.String),
  numbers: Schema.Array(OwnNumber),
  /** The channels that the account has set up. */
  channels: Schema.Array(Channel),
  requestsPerMinute: Schema.Int,
  createdAt: Instant
})
export type Account = typeof Account.Type

export const Accounts = Kind.make({
  name: "account",
  schema: Account,
  key: (account: Account) => account.id,
  listings: (account) =>
    account.organization === null ? [] : [{ list: "profiles", scope: account.organization, at: account.createdAt }]
})

/** Whom the request pool of this account belongs to is the account itself: only `x-profile-id` shares a pool. */
export const isProfileOf = (account: Account, organization: AccountId): boolean =>
  account.type === "profile" && account.organization === organization
