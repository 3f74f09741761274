/**
 * Notes the hour at which a key was used, where its account wants to know. It happens aside: no request waits for it, and
 * a note that fails is made by a later request.
 */
import * as Limit from "../catalogue/Limit.ts"
import * as Commit from "../commit/Commit.ts"
import { type Decision, done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { ApiKey } from "../row/ApiKey.ts"
import { ApiKeys } from "../row/ApiKey.ts"
import type { Instant } from "../value/Instant.ts"
import * as Instants from "../value/Instant.ts"
import type { KeyHash } from "../value/Secret.ts"

const hourOf = (now: Instant): Instant => Instants.make(now - now % Limit.keyUseMillis)

/** Returns whether the hour of this use is not noted yet. */
export const isNews = ({ lastUsedAt }: Pick<ApiKey, "lastUsedAt">, now: Instant): boolean =>
  lastUsedAt === undefined || lastUsedAt < hourOf(now)

export interface Command {
  readonly key: KeyHash
  readonly usedAt: Instant
}

export const RecordKeyUse: Decision<Command, void> = {
  name: "accounts.record_key_use",
  needs: ({ key }) => Needs.row(ApiKeys, key),
  decide: ({ key: hash, usedAt }, { facts }) => {
    const key = Facts.get(facts, ApiKeys, hash)
    return key === null || !isNews(key, usedAt) ? done(undefined) : done(undefined, {
      expects: [Facts.expected(facts, ApiKeys, hash)],
      puts: [Commit.put(ApiKeys, { ...key, lastUsedAt: hourOf(usedAt) })]
    })
  }
}
