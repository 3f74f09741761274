/**
 * The operator makes an account, with its keys, its first money and the templates of its automatic replies. Not part of the HTTP API.
 */
import * as Result from "effect/Result"
import * as Commit from "../commit/Commit.ts"
import type { Decided, Decision } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { Account } from "../row/Account.ts"
import { Accounts } from "../row/Account.ts"
import { ApiKeys } from "../row/ApiKey.ts"
import * as Money from "../value/Money.ts"
import { hashKey } from "../value/Secret.ts"
import * as AutoReplies from "./AutoReplies.ts"
import { keep } from "./KeptKey.ts"
import * as Numbers from "./Numbers.ts"
import * as ShortNames from "./ShortNames.ts"

export interface Command {
  readonly account: Omit<Account, "createdAt">
  /** The texts of the keys; only hashes are kept. */
  readonly apiKeys: ReadonlyArray<string>
  readonly balance: Money.Money
}

export type CreateAccountAnswer = "Created" | "IdTaken" | "UnknownOrganization"

const told = (answer: CreateAccountAnswer, commit: Commit.Commit = Commit.empty) =>
  Result.succeed<Decided<CreateAccountAnswer>>({ answer, commit })

/** Whether a profile finds an organization to belong to. */
const isHoused = (facts: Facts.Facts, { organization }: Command["account"]): boolean => {
  if (organization === null) return true
  const parent = Facts.get(facts, Accounts, organization)
  return parent !== null && parent.type === "organization" && parent.deletedAt === null
}

/** An account that exists is left as it is, and so is a key that is known, whoever owns it. */
export const CreateAccount: Decision<Command, CreateAccountAnswer> = {
  name: "accounts.create",
  needs: ({ account, apiKeys }) =>
    Needs.all(
      Needs.row(Accounts, account.id),
      Needs.rows(ApiKeys, apiKeys.map(hashKey)),
      Numbers.needs(account.numbers),
      account.organization === null ? Needs.none : Needs.all(
        Needs.row(Accounts, account.organization),
        ShortNames.needs(account.organization, account.shortName)
      )
    ),
  decide: ({ account, apiKeys, balance }, facts, now, mint) => {
    if (!isHoused(facts, account)) return told("UnknownOrganization")
    if (Facts.get(facts, Accounts, account.id) !== null) return told("IdTaken")
    const keys = apiKeys.filter((key) => Facts.get(facts, ApiKeys, hashKey(key)) === null)
    const made: Account = { ...Numbers.settled(facts, account), createdAt: now }
    return told(
      "Created",
      Commit.all({
        expects: [
          Facts.expected(facts, Accounts, account.id),
          ...(account.organization === null ? [] : [Facts.expected(facts, Accounts, account.organization)]),
          ...keys.map((key) => Facts.expected(facts, ApiKeys, hashKey(key)))
        ],
        puts: [
          // The operator decides what accounts are called: a short name that is taken stays with whom it belongs to.
          Commit.put(Accounts, ShortNames.claim(facts, made) ?? { ...made, sharesShortName: true }),
          ...keys.map((key) => Commit.put(ApiKeys, keep(account.id, key, now)))
        ],
        debits: balance === 0 ? [] : [{
          account: account.id,
          amount: Money.negate(balance),
          floor: Money.zero,
          once: `opening:${account.id}`
        }]
      }, AutoReplies.create(account.id, now, mint))
    )
  }
}
