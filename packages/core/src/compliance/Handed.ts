/**
 * The documents that a request hands in: judged by the rule of their market, and put where documents are kept.
 */
import * as Effect from "effect/Effect"
import * as Limit from "../catalogue/Limit.ts"
import { IdGenerator } from "../commit/IdGenerator.ts"
import * as Refused from "../commit/Refused.ts"
import type { Upload } from "../operation/Upload.ts"
import { Documents } from "../port/Documents.ts"
import type { DocumentRef } from "../row/Market.ts"
import type { AccountId } from "../value/Id.ts"
import * as Instant from "../value/Instant.ts"
import type { JsonObject } from "../value/Json.ts"
import type { MarketRule } from "./MarketRule.ts"
import * as Requirement from "./Requirement.ts"

/** Names every document that is missing or wrong (specification "POST /v3/channels/sms"). */
export const judge = (
  rule: MarketRule,
  given: JsonObject,
  uploads: ReadonlyArray<Upload>
): Effect.Effect<void, Refused.Refused> => {
  const flaws = Requirement.documentFlaws(rule.requirements, given, uploads)
  return flaws.length === 0 ? Effect.void : Effect.fail(
    new Refused.Refused({
      code: "VALIDATION_001",
      message: "Documents are missing or cannot be accepted",
      details: { compliance: flaws },
      status: 422
    })
  )
}

/** Puts the documents for as long as a request may take. */
export const put = Effect.fnUntraced(function*(account: AccountId, uploads: ReadonlyArray<Upload>) {
  const ids = yield* IdGenerator
  const named = uploads.map((upload) => ({ ...upload, id: ids.uuid(), account }))
  if (named.length > 0) {
    const { put } = yield* Documents
    const now = yield* Instant.now
    const outcome = yield* Effect.mapError(
      put(named, Instant.plus(now, Limit.documentPatience), Limit.documentBytes.account, now),
      () => Refused.refused("INTERNAL_005")
    )
    if (outcome === "Full") {
      return yield* Refused.refused("BUSINESS_008", { compliance: ["the account has too many bytes of documents"] })
    }
  }
  return refs(named)
})

/** The documents of a request that is only simulated. */
export const simulate = (
  uploads: ReadonlyArray<Upload>
): Effect.Effect<ReadonlyArray<DocumentRef>, never, IdGenerator> =>
  Effect.map(IdGenerator, (ids) => refs(uploads.map((upload) => ({ ...upload, id: ids.uuid() }))))

const refs = (named: ReadonlyArray<Upload & { readonly id: string }>): ReadonlyArray<DocumentRef> =>
  named.map(({ fileName, id, key }) => ({ id, key, fileName }))

/** Removes the documents of a request that was refused. What cannot be removed now goes when its time is over. */
export const retract = (documents: ReadonlyArray<DocumentRef>): Effect.Effect<void> =>
  documents.length === 0
    ? Effect.void
    : Effect.flatMap(Documents, ({ remove }) => Effect.ignore(remove(documents.map(({ id }) => id))))
