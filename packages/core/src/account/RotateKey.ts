/**
 * The operator replaces a key: a new key becomes active, and the old one ends immediately or after a grace period.
 */
import * as Commit from "../commit/Commit.ts"
import { type Decision, done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import { Accounts } from "../row/Account.ts"
import { ApiKeys, isActive, termsOf } from "../row/ApiKey.ts"
import * as Instant from "../value/Instant.ts"
import type { KeyHash } from "../value/Secret.ts"
import { hashKey } from "../value/Secret.ts"
import { keep } from "./KeptKey.ts"

export type RotateKeyAnswer =
  | "Rotated"
  | "UnknownKey"
  | "UnknownAccount"
  | "AlreadyRevoked"
  | "KeyTaken"
  | "BadGrace"
  | "BadExpiry"

export interface Command {
  readonly hash: KeyHash
  /** The text of the new key. */
  readonly text: string
  /** How long the old key stays valid, in milliseconds. */
  readonly graceMillis: number
  /** When the new key ends; when the old one would have ended, unless given. */
  readonly expiresAt?: Instant.Instant
}

/** One year. With a longer grace period the old key would not really be replaced. */
const longestGrace = 365 * Instant.day

const told = (answer: RotateKeyAnswer, commit: Commit.Commit = Commit.empty) =>
  done(
    answer,
    commit
  )

export const RotateKey: Decision<Command, RotateKeyAnswer> = {
  name: "accounts.rotate_key",
  needs: ({ hash, text }, facts) => {
    const key = Facts.peek(facts, ApiKeys, hash)
    return Needs.all(
      Needs.rows(ApiKeys, [hash, hashKey(text)]),
      key === undefined || key === null ? Needs.none : Needs.row(Accounts, key.account)
    )
  },
  decide: ({ expiresAt, graceMillis, hash, text }, { facts, now }) => {
    if (!Number.isInteger(graceMillis) || graceMillis < 0 || graceMillis > longestGrace) return told("BadGrace")
    if (expiresAt !== undefined && !(Number.isSafeInteger(expiresAt) && expiresAt > now)) return told("BadExpiry")
    const key = Facts.get(facts, ApiKeys, hash)
    if (key === null) return told("UnknownKey")
    const owner = Facts.get(facts, Accounts, key.account)
    if (owner === null || owner.deletedAt !== null) return told("UnknownAccount")
    if (!isActive(key, now)) return told("AlreadyRevoked")
    if (Facts.get(facts, ApiKeys, hashKey(text)) !== null) return told("KeyTaken")
    // A second rotation never gives an old key more time than it had.
    const end = Instant.make(Math.min(key.revokedAt ?? Infinity, Instant.plus(now, graceMillis)))
    return told(
      "Rotated",
      Commit.make({
        expects: [
          Facts.expected(facts, Accounts, key.account),
          Facts.expected(facts, ApiKeys, hash),
          Facts.expected(facts, ApiKeys, hashKey(text))
        ],
        puts: [
          Commit.put(ApiKeys, { ...key, revokedAt: end }),
          // The new key may do no more than the old one.
          Commit.put(
            ApiKeys,
            keep(key.account, text, now, { ...termsOf(key), ...(expiresAt === undefined ? {} : { expiresAt }) })
          )
        ]
      })
    )
  }
}
