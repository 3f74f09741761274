/**
 * Examples of requests and answers, by operation.
 */
import type { ErrorCode } from "@signalbox/core/ErrorCode"
import * as ErrorCode_ from "@signalbox/core/ErrorCode"
import type { Json } from "@signalbox/core/Json"
import * as Envelope from "../Envelope.ts"
import * as Campaigns from "../internal/examples/Campaigns.ts"
import * as Channels from "../internal/examples/Channels.ts"
import * as Contacts from "../internal/examples/Contacts.ts"
import type { Example } from "../internal/examples/Example.ts"
import * as Messages from "../internal/examples/Messages.ts"
import * as People from "../internal/examples/People.ts"
import * as Profiles from "../internal/examples/Profiles.ts"
import * as Templates from "../internal/examples/Templates.ts"
import * as Webhooks from "../internal/examples/Webhooks.ts"

const examples: Readonly<Record<string, Example>> = {
  ...Campaigns.examples,
  ...Channels.examples,
  ...Contacts.examples,
  ...Messages.examples,
  ...People.examples,
  ...Profiles.examples,
  ...Templates.examples,
  ...Webhooks.examples
}

/** By the names of operations. */
export const all: Readonly<Record<string, Example>> = examples

/** Returns the example of an operation, or undefined. */
export const of = (name: string): Example | undefined => examples[name]

const meta = { request_id: "req_7f3a9c21d4e8b605", timestamp: "2030-01-31T09:00:00.000Z", version: Envelope.version }

export const success = (data: Json): Json => ({ success: true, data, error: null, meta })

export const failure = (status: number, code: ErrorCode): Json => ({
  success: false,
  status,
  data: null,
  error: { code, message: ErrorCode_.meaning(code) },
  meta
})
