/**
 * The way of an operation of legacy v2 to HTTP (specification "Versioning", decisions part 10). It passes the same steps
 * as one of v3; a success is its data without an envelope, and a failure is answered as in v3.
 */
import type { Answer } from "@signalbox/core/Answer"
import * as Instant from "@signalbox/core/Instant"
import type { Operation } from "@signalbox/core/Operation"
import * as Binding from "../Binding.ts"
import * as Envelope from "../Envelope.ts"
import * as Exchange from "../Exchange.ts"
import * as Execution from "../steps/Execution.ts"

/** The headers of a refusal because of the operation's own limit, like those of every other limit. */
const limitHeaders = ({ at, retryAfter, status }: Answer, limit: number | null): Readonly<Record<string, string>> =>
  status !== 429 || retryAfter === null || limit === null ? {} : {
    "x-ratelimit-limit": String(limit),
    "x-ratelimit-remaining": "0",
    "x-ratelimit-reset": String(Math.ceil(at / Instant.second) + retryAfter)
  }

/** A success is bare, a failure has the envelope. */
const encode = (answer: Answer): string | null =>
  answer.outcome?.part === "data" ? answer.outcome.json : Envelope.encode(answer)

export interface Options {
  /** The operation's own limit of requests, when it has one. */
  readonly limit?: number
}

export const route = <P, Q, B, C, D>(
  method: Binding.Method,
  path: `/v2/${string}`,
  operation: Operation<P, Q, B, C, D>,
  { limit }: Options = {}
): Binding.Route => ({
  ...operation,
  method,
  path,
  isLegacy: true,
  badPath: Binding.badPath(operation.path),
  execute: Execution.make(
    operation,
    (request, answer) => Exchange.respond(request, answer, limitHeaders(answer, limit ?? null), encode)
  )
})
