/**
 * The operator creates an account with its keys, its opening balance and its automatic replies. This is not part of the
 * HTTP API.
 */
import * as Commit from "../commit/Commit.ts"
import { type Decision, done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { Account } from "../row/Account.ts"
import { Accounts } from "../row/Account.ts"
import { ApiKeys } from "../row/ApiKey.ts"
import * as Money from "../value/Money.ts"
import { hashKey } from "../value/Secret.ts"
import * as ProfileClones from "../webhook/ProfileClones.ts"
import * as AutoReplies from "./AutoReplies.ts"
import { keep } from "./KeptKey.ts"
import * as Numbers from "./Numbers.ts"
import * as Purge from "./PurgeWork.ts"
import * as Redaction from "./RedactionWork.ts"
import * as ShortNames from "./ShortNames.ts"

export interface Command {
  readonly account: Omit<Account, "createdAt">
  /** The keys in plain text. The store keeps only their hashes. */
  readonly apiKeys: ReadonlyArray<string>
  readonly balance: Money.Money
}

export type CreateAccountAnswer = "Created" | "IdTaken" | "UnknownOrganization"

const told = (answer: CreateAccountAnswer, commit: Commit.Commit = Commit.empty) =>
  done(
    answer,
    commit
  )

/** Returns whether the organization that a profile names exists. An account without an organization always passes. */
const isHoused = (facts: Facts.Facts, { organization }: Command["account"]): boolean => {
  if (organization === null) return true
  const parent = Facts.get(facts, Accounts, organization)
  return parent !== null && parent.type === "organization" && parent.deletedAt === null
}

/** Creates the account. It never changes an account or a key that exists already, whoever owns the key. */
export const CreateAccount: Decision<Command, CreateAccountAnswer> = {
  name: "accounts.create",
  needs: ({ account, apiKeys }, facts) =>
    Needs.all(
      Needs.row(Accounts, account.id),
      Needs.rows(ApiKeys, apiKeys.map(hashKey)),
      Numbers.needs(account.numbers),
      account.organization === null ? Needs.none : Needs.all(
        Needs.row(Accounts, account.organization),
        ShortNames.needs(account.organization, account.shortName),
        ProfileClones.needsOfCreation(account.organization, facts)
      )
    ),
  decide: ({ account, apiKeys, balance }, grounds) => {
    const { facts, now } = grounds
    if (!isHoused(facts, account)) return told("UnknownOrganization")
    if (Facts.get(facts, Accounts, account.id) !== null) return told("IdTaken")
    const keys = apiKeys.map((key) => keep(account.id, key, now))
      .filter(({ hash }) => Facts.get(facts, ApiKeys, hash) === null)
    const made: Account = { ...Numbers.settled(facts, account), createdAt: now }
    return told(
      "Created",
      Commit.all(
        {
          expects: [
            Facts.expected(facts, Accounts, account.id),
            ...(account.organization === null ? [] : [Facts.expected(facts, Accounts, account.organization)]),
            ...keys.map(({ hash }) => Facts.expected(facts, ApiKeys, hash))
          ],
          puts: [
            // An operator may give two profiles one short name: the profile that had it first stays the one that the name
            // finds.
            Commit.put(Accounts, ShortNames.claim(facts, made) ?? { ...made, sharesShortName: true }),
            ...keys.map((key) => Commit.put(ApiKeys, key))
          ],
          debits: balance === 0 ? [] : [{
            account: account.id,
            amount: Money.negate(balance),
            floor: Money.zero,
            once: `opening:${account.id}`
          }],
          due: [...Redaction.begun(made, null, now), ...Purge.begun(made, null, now)]
        },
        AutoReplies.create(account.id, grounds),
        ProfileClones.create(made, grounds)
      )
    )
  }
}
