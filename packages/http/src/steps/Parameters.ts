/**
 * Step 9 reads path ids, query and Idempotency-Key, and reports all failures in one answer.
 */
import * as Decoding from "@signalbox/core/Decoding"
import * as Digest from "@signalbox/core/Digest"
import type { Json } from "@signalbox/core/Json"
import * as Json_ from "@signalbox/core/Json"
import * as Limit from "@signalbox/core/Limit"
import type { Operation } from "@signalbox/core/Operation"
import * as Refused from "@signalbox/core/Refused"
import type { Violation } from "@signalbox/core/Violation"
import * as Effect from "effect/Effect"
import { Rejection } from "./Rejection.ts"
import type { RequestContext } from "./RequestContext.ts"

export interface Parameters<P, Q> {
  readonly path: P
  readonly query: Q
  readonly idempotency: { readonly key: string; readonly fingerprint: string } | null
}

type Texts = Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

/** Returns the fingerprint that distinguishes a request from others with the same key (decisions 9.2). */
export const fingerprint = (method: string, path: string, query: Texts, body: Json): string =>
  Digest.sha256(
    [method, path.toLowerCase(), Json_.canonical(query as Json), Json_.canonical(body)].join("\n")
  )

/** Makes the reader for the parameters of an operation. */
export const reader = <P, Q, B, C, D>(operation: Operation<P, Q, B, C, D>) => {
  const decodePath = Decoding.decoder(operation.path)
  const decodeQuery = Decoding.decoder(operation.query)
  return (
    { headers, method, params, query, url }: Pick<RequestContext, "headers" | "method" | "params" | "query" | "url">,
    body: Json,
    sandbox: boolean
  ): Effect.Effect<Parameters<P, Q>, Rejection> => {
    const path = decodePath(params)
    const asked = decodeQuery(query)
    const key = operation.idempotent ? headers["idempotency-key"] : undefined
    const violations: ReadonlyArray<Violation> = [
      ...path.violations,
      ...asked.violations,
      ...(key === undefined || Limit.idempotencyKeyPattern.test(key) ? [] : [{
        field: "Idempotency-Key",
        code: "VALIDATION_007" as const,
        message: "must have 1 to 255 letters, digits, hyphens or underscores"
      }])
    ]
    return violations.length > 0
      ? Effect.fail(new Rejection({ refused: Refused.fromViolations(violations), sandbox }))
      : Effect.succeed({
        path: path.value as P,
        query: asked.value as Q,
        idempotency: key === undefined ? null : {
          key,
          fingerprint: fingerprint(method, url.split("?")[0]!, query, body)
        }
      })
  }
}
