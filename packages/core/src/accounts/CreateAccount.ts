/**
 * The operator makes an account, with its keys and its first money. Not part of the HTTP API.
 */
import * as Result from "effect/Result"
import * as Commit from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { Decision, Use } from "../commit/Use.ts"
import type { Account } from "../row/Account.ts"
import { Accounts } from "../row/Account.ts"
import { ApiKeys } from "../row/ApiKey.ts"
import * as Money from "../value/Money.ts"
import { keep } from "./AddKey.ts"
import * as Numbers from "./Numbers.ts"
import * as ShortNames from "./ShortNames.ts"

export interface Command {
  readonly account: Omit<Account, "createdAt">
  /** The texts of the keys; only hashes are kept. */
  readonly apiKeys: ReadonlyArray<string>
  readonly balance: Money.Money
}

/** Answers whether the account is new. One that exists is left as it is. */
export const CreateAccount: Use<Command, boolean> = {
  name: "accounts.create",
  needs: ({ account }) =>
    Needs.all(
      Needs.row(Accounts, account.id),
      Numbers.needs(account),
      account.organization === null ? Needs.none : ShortNames.needs(account.organization, account.shortName)
    ),
  decide: ({ account, apiKeys, balance }, facts, now) => {
    if (Facts.get(facts, Accounts, account.id) !== null) {
      return Result.succeed<Decision<boolean>>({ commit: Commit.empty, answer: false })
    }
    return Result.succeed<Decision<boolean>>({
      answer: true,
      // The operator decides what accounts are called: a short name that is taken stays with whom it belongs to.
      commit: Commit.all(ShortNames.claim(facts, account) ?? {}, Numbers.changed(facts, null, account), {
        relied: [Facts.relied(facts, Accounts, account.id)],
        puts: [
          Commit.put(Accounts, { ...account, createdAt: now }),
          ...apiKeys.map((key) => Commit.put(ApiKeys, keep(account.id, key, now)))
        ],
        spends: balance === 0 ? [] : [{
          account: account.id,
          amount: Money.negate(balance),
          floor: Money.zero,
          once: `opening:${account.id}`
        }]
      })
    })
  }
}
