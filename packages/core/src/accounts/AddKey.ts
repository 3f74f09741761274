/**
 * The operator gives an account one more API key. Not part of the HTTP API.
 */
import * as Result from "effect/Result"
import * as Commit from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { Decision, Use } from "../commit/Use.ts"
import type { ApiKey } from "../row/ApiKey.ts"
import { ApiKeys } from "../row/ApiKey.ts"
import type { AccountId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import { hashKey } from "../value/Secret.ts"

/** The row of a key: its hash and how it begins, never its text. */
export const keep = (account: AccountId, text: string, now: Instant): ApiKey => ({
  hash: hashKey(text),
  account,
  prefix: text.slice(0, 8),
  createdAt: now,
  revokedAt: null
})

/** Answers whether the key is new. One that is known is left as it is, whoever owns it. */
export const AddKey: Use<{ readonly account: AccountId; readonly apiKey: string }, boolean> = {
  name: "accounts.add_key",
  needs: ({ apiKey }) => Needs.row(ApiKeys, hashKey(apiKey)),
  decide: ({ account, apiKey }, facts, now) => {
    const hash = hashKey(apiKey)
    const known = Facts.get(facts, ApiKeys, hash) !== null
    return Result.succeed<Decision<boolean>>({
      answer: !known,
      commit: known ? Commit.empty : Commit.make({
        relied: [Facts.relied(facts, ApiKeys, hash)],
        puts: [Commit.put(ApiKeys, keep(account, apiKey, now))]
      })
    })
  }
}
