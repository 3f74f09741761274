/**
 * The envelope of every answer (specification "Response envelope", decisions part 2): as text for the wire, and as
 * Schemas for the contract.
 */
import type * as Answer from "@signalbox/core/Answer"
import { toMillis } from "@signalbox/core/Instant"
import * as Schema from "effect/Schema"

export const version = "v3"

export const Meta = Schema.Struct({
  request_id: Schema.String,
  timestamp: Schema.String.annotate({ format: "date-time" }),
  version: Schema.Literal(version)
}).annotate({ identifier: "Meta" })

export const success = <Data extends Schema.Constraint>(data: Data) =>
  Schema.Struct({ success: Schema.Literal(true), data, error: Schema.Null, meta: Meta })

export const Failure = Schema.Struct({
  success: Schema.Literal(false),
  status: Schema.Int,
  data: Schema.Null,
  error: Schema.Struct({
    code: Schema.String,
    message: Schema.String,
    details: Schema.optionalKey(Schema.Record(Schema.String, Schema.Array(Schema.String))),
    doc_url: Schema.optionalKey(Schema.String)
  }).annotate({ identifier: "ApiError" }),
  meta: Meta
}).annotate({ identifier: "Failure" })

/**
 * Returns the body of an answer, or null when it has none. It is pure: a replay of the same answer gives the same text.
 */
export const encode = (answer: Answer.Answer): string | null => {
  const { outcome } = answer
  if (outcome === null) return null
  const meta = JSON.stringify({ request_id: answer.requestId, timestamp: toMillis(answer.at), version })
  return outcome.part === "data"
    ? `{"success":true,"data":${outcome.json},"error":null,"meta":${meta}}`
    : `{"success":false,"status":${answer.status},"data":null,"error":${outcome.json},"meta":${meta}}`
}
