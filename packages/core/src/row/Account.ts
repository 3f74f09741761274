/**
 * An account is an organization, one of its sender profiles, or an individual user. It owns keys, numbers, templates,
 * webhooks and messages. Its balance is kept outside the row, because balances change by debits and are never
 * overwritten.
 */
import * as Schema from "effect/Schema"
import { QuietHours } from "../hours/QuietHours.ts"
import { Channel } from "../value/Channel.ts"
import { AccountId } from "../value/Id.ts"
import { Instant } from "../value/Instant.ts"
import { PhoneNumber } from "../value/PhoneNumber.ts"
import * as ShortName from "../value/ShortName.ts"
import * as Kind from "./Kind.ts"
import * as OwnSettings from "./OwnSettings.ts"
import { ProfileDetails } from "./Profile.ts"
import { RoutingRule } from "./RoutingRule.ts"

/** A phone number that messages are sent from and inbound messages arrive at. */
export const OwnNumber = Schema.Struct({
  number: PhoneNumber,
  channels: Schema.Array(Channel),
  country: Schema.String,
  /** Another account had the number first: inbound messages to it belong to that account. */
  isShared: Schema.optionalKey(Schema.Boolean),
  /** It is the sender of a market that is not ACTIVE, so nothing is sent from it. */
  isWithheld: Schema.optionalKey(Schema.Boolean),
  /** When it came to an account with pools. Absent: it was there before. */
  since: Schema.optionalKey(Instant)
})
export type OwnNumber = typeof OwnNumber.Type

/** A sender of letters, or a short code, that messages to one country are sent from. Nobody can answer it. */
export const OwnSender = Schema.Struct({
  value: Schema.String,
  country: Schema.String,
  /** As with numbers. */
  isWithheld: Schema.optionalKey(Schema.Boolean)
})
export type OwnSender = typeof OwnSender.Type

/** The onboarding stage that the operator has set. It never blocks keys, only sends (decisions 8.3). */
export const Stage = Schema.Literals(["verified", "unverified", "suspended"])
export type Stage = typeof Stage.Type

/** A keyword of the account that a recipient may answer with (decisions 7.7). */
export const Keyword = Schema.Struct({
  keyword: Schema.String,
  action: Schema.Literals(["OPT_OUT", "OPT_IN", "HELP"]),
  reply: Schema.NullOr(Schema.String)
})
export type Keyword = typeof Keyword.Type

/** A list of further keywords, which the operator switches on (decisions 7.7 "Further words"). */
export const KeywordList = Schema.Literals(["us-carriers"])
export type KeywordList = typeof KeywordList.Type

export const Account = Schema.Struct({
  id: AccountId,
  type: Schema.Literals(["organization", "profile", "user"]),
  name: Schema.String,
  email: Schema.NullOr(Schema.String),
  /** The owner's e-mail address, when it differs from `email`. The owner passes every role check. */
  ownerEmail: Schema.optionalKey(Schema.String),
  icon: Schema.NullOr(Schema.String),
  description: Schema.NullOr(Schema.String),
  /** The organization that a profile belongs to; null for other accounts. */
  organization: Schema.NullOr(AccountId),
  /** The SMS sender id of a profile. */
  shortName: Schema.NullOr(Schema.String),
  /** Another profile of the organization had the short name first and remains its owner. */
  sharesShortName: Schema.optionalKey(Schema.Boolean),
  numbers: Schema.Array(OwnNumber),
  /** The senders that are no phone numbers, one for a country. */
  senders: Schema.optionalKey(Schema.Array(OwnSender)),
  /** The senders of those messages that leave from no number: the number of its WhatsApp account, and its RCS agent. */
  channelSenders: Schema.optionalKey(Schema.Struct({
    whatsapp: Schema.optionalKey(Schema.String),
    rcs: Schema.optionalKey(Schema.String)
  })),
  /** The countries where its short name is not used: it has a market for letters there that is not ACTIVE. */
  shortNameWithheldIn: Schema.optionalKey(Schema.Array(Schema.String)),
  /** The countries where it has SMS markets of which none is ACTIVE: there no carrier chooses a sender for it. */
  smsWithheldIn: Schema.optionalKey(Schema.Array(Schema.String)),
  /** The channels that the account has set up. */
  channels: Schema.Array(Channel),
  requestsPerMinute: Schema.Int,
  /** How many messages of one template may be sent in one UTC day; null when there is no limit. */
  dailyMessageLimit: Schema.NullOr(Schema.Int),
  allowMms: Schema.Boolean,
  /** After how many hours in a queue a message that no carrier has taken fails; absent means 72 (decisions 4.1). */
  expiryHours: Schema.optionalKey(Schema.Int),
  /** For how long a webhook must have failed before it is switched off; absent means 5 (decisions 4.5). */
  webhookDisableMinutes: Schema.optionalKey(Schema.Int),
  /** How many webhooks it may have; absent means 100 (decisions 9.4). */
  webhooks: Schema.optionalKey(Schema.Int),
  /** Its SMS are sent with plain forms of typographic characters; absent means no (decisions 14.6). */
  smartEncoding: Schema.optionalKey(Schema.Boolean),
  /** The hour at which each of its keys was last used is kept; absent means no (decisions 17.8). */
  keyLastUsed: Schema.optionalKey(Schema.Boolean),
  stage: Stage,
  /**
   * Present once a recipient was erased whom nothing may be sent to (`SuppressionHash`). The keys are never stored: whoever
   * loads the account is given them (`SealedStore`).
   */
  suppressionHashes: Schema.optionalKey(Schema.Struct({
    since: Instant,
    keys: Schema.optionalKey(Schema.Array(Schema.String))
  })),
  /** The hours at which its recipients must not be disturbed. */
  quietHours: QuietHours,
  keywords: Schema.Array(Keyword),
  keywordLists: Schema.optionalKey(Schema.Array(KeywordList)),
  rules: Schema.Array(RoutingRule),
  ...OwnSettings.fields,
  /** Null when the account is no profile. */
  profile: Schema.NullOr(ProfileDetails),
  createdAt: Instant,
  updatedAt: Schema.NullOr(Instant),
  /** A deleted account is kept for its history; no request can act as it. */
  deletedAt: Schema.NullOr(Instant)
})
export type Account = typeof Account.Type

/** The unique key of a phone number, by which an inbound message finds its account. */
export const ownNumber = (number: PhoneNumber): Kind.UniqueKey => ({ index: "own_number", key: number })

/** The unique key of a short name within an organization, independent of its spelling. */
export const profileShortName = (organization: AccountId, shortName: string): Kind.UniqueKey => ({
  index: "profile_short_name",
  key: `${organization}/${ShortName.compared(shortName)}`
})

/** The first account with a number or a short name owns it. A deleted account owns neither. */
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

/** The scope of the list that has all accounts, the deleted ones too. */
export const everyAccount = ""

export const Accounts = Kind.make({
  name: "account",
  schema: Account,
  key: (account: Account) => account.id,
  unique,
  listings: ({ createdAt: at, deletedAt, organization }) =>
    organization === null || deletedAt !== null
      ? [{ list: "accounts", scope: everyAccount, at }]
      : [{ list: "profiles", scope: organization, at }, { list: "accounts", scope: everyAccount, at }]
})

/** Returns whether the account is an active profile of the organization. */
export const isProfileOf = (account: Account, organization: AccountId): boolean =>
  account.type === "profile" && account.organization === organization && account.deletedAt === null

/** Returns the accounts whose money this account may spend, in order: its own, its organization's, or both. */
export const payers = ({ id, organization, profile }: Account): readonly [AccountId, ...ReadonlyArray<AccountId>] => {
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
