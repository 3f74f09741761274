/**
 * Validates the body of a request for its operation.
 */
import * as Result from "effect/Result"
import * as Refused from "../commit/Refused.ts"
import type * as Instant from "../value/Instant.ts"
import type { Json } from "../value/Json.ts"
import type { Caller } from "./Caller.ts"
import * as Decoding from "./Decoding.ts"
import type { Operation, Slots } from "./Operation.ts"

/**
 * Step 11: checks the body against its Schema and the operation's own rules, and reports all violations in one refusal.
 */
export const validate = <P, Q, B, C, D>(
  operation: Operation<P, Q, B, C, D>,
  caller: Caller,
  request: Slots<P, Q, Json>,
  now: Instant.Instant
): Result.Result<Slots<P, Q, B>, Refused.Refused> => {
  const { body } = request
  if (body === null || typeof body !== "object" || Array.isArray(body)) {
    return Result.fail(Refused.refused("VALIDATION_001", { body: ["must be a JSON object"] }))
  }
  const decoded = bodyDecoder(operation)(body as { readonly [key: string]: unknown })
  const uploads = request.uploads === undefined ? {} : { uploads: request.uploads }
  const slots = { path: request.path, query: request.query, body: decoded.value, ...uploads }
  const checked = operation.check(slots, caller, body, now)
  const violations = [...decoded.violations, ...checked]
  return violations.length > 0
    ? Result.fail(Refused.fromViolations(violations))
    : Result.succeed({ path: request.path, query: request.query, body: decoded.value as B, ...uploads })
}

const decoders = new WeakMap<object, Decoding.Decode<never>>()

/** Returns the decoder of an operation's body, which is compiled once. */
const bodyDecoder = <B>(operation: { readonly body: Operation<never, never, B, never, never>["body"] }) => {
  const known = decoders.get(operation.body) as Decoding.Decode<B> | undefined
  if (known !== undefined) return known
  const made = Decoding.decoder<B>(operation.body)
  decoders.set(operation.body, made as Decoding.Decode<never>)
  return made
}
