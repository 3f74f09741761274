/**
 * Finds the account that an API key belongs to, and the account that a request wants to act as (specification
 * "Authentication").
 */
import { type Decision, done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { Account } from "../row/Account.ts"
import { Accounts } from "../row/Account.ts"
import type { ApiKey } from "../row/ApiKey.ts"
import { ApiKeys, isActive } from "../row/ApiKey.ts"
import type { AccountId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import type { KeyHash } from "../value/Secret.ts"

/** An active key, and the account that it belongs to. */
export interface Authenticated {
  readonly key: ApiKey
  readonly account: Account
  /** When it was found active. */
  readonly at: Instant
}

/** Returns null when the key is unknown, was revoked or has expired, or its account is deleted. */
export const Authenticate: Decision<KeyHash, Authenticated | null> = {
  name: "authenticate",
  needs: (hash, facts) => {
    const key = Facts.peek(facts, ApiKeys, hash)
    return key === undefined || key === null ? Needs.row(ApiKeys, hash) : Needs.row(Accounts, key.account)
  },
  decide: (hash, { facts, now }) => {
    const key = Facts.get(facts, ApiKeys, hash)
    if (key === null || !isActive(key, now)) return done(null)
    const account = Facts.get(facts, Accounts, key.account)
    return done(account === null || account.deletedAt !== null ? null : { key, account, at: now })
  }
}

/** Returns the account with this id, or null when there is none. The caller checks who may act as it. */
export const FindAccount: Decision<AccountId, Account | null> = {
  name: "find_account",
  needs: (id) => Needs.row(Accounts, id),
  decide: (id, { facts }) => done(Facts.get(facts, Accounts, id))
}
