/**
 * The operator revokes a key immediately. A key that is in its grace period loses the rest of it; a key that has ended
 * already is left as it is.
 */
import * as Commit from "../commit/Commit.ts"
import { type Decision, done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import { ApiKeys, isActive } from "../row/ApiKey.ts"
import type { KeyHash } from "../value/Secret.ts"

export type RevokeKeyAnswer = "Revoked" | "AlreadyRevoked" | "UnknownKey"

const told = (answer: RevokeKeyAnswer, commit: Commit.Commit = Commit.empty) =>
  done(
    answer,
    commit
  )

export const RevokeKey: Decision<KeyHash, RevokeKeyAnswer> = {
  name: "accounts.revoke_key",
  needs: (hash) => Needs.row(ApiKeys, hash),
  decide: (hash, { facts, now }) => {
    const key = Facts.get(facts, ApiKeys, hash)
    if (key === null) return told("UnknownKey")
    if (!isActive(key, now)) return told("AlreadyRevoked")
    return told(
      "Revoked",
      Commit.make({
        expects: [Facts.expected(facts, ApiKeys, hash)],
        puts: [Commit.put(ApiKeys, { ...key, revokedAt: now })]
      })
    )
  }
}
