/**
 * The answer of an operation, independent of the transport: a typed result for callers in this process, and its JSON
 * text for all others. The text is made once, so that a replay has the same bytes.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { ErrorCode } from "../catalogue/ErrorCode.ts"
import * as ErrorCode_ from "../catalogue/ErrorCode.ts"
import * as Refused_ from "../commit/Refused.ts"
import { Refused } from "../commit/Refused.ts"
import type { Reply } from "../commit/Reply.ts"
import type { AccountId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import type { Json } from "../value/Json.ts"
import * as ShownOnce from "./ShownOnce.ts"

export interface Answer<out Data = unknown> {
  /** Succeeds with the data, or fails with the refusal. A replay decodes it from the stored text. */
  readonly result: Effect.Effect<Data, Refused>
  readonly status: number
  /** Null when the answer has no body. */
  readonly outcome: { readonly part: "data" | "error"; readonly json: string } | null
  /** The id of the request that produced the answer; a replay has the original one. */
  readonly requestId: string
  readonly at: Instant
  readonly sandbox: boolean
  readonly profile: AccountId | null
  readonly replayed: boolean
  readonly retryAfter: number | null
}

/** The address of the documentation, below which `doc_url` leads. When it is empty, errors have no `doc_url`. */
export const DocsBase = Context.Reference<string>("@signalbox/core/operation/Answer/DocsBase", {
  defaultValue: () => ""
})

const isOpen = ({ hash, password, protocol, search, username }: URL): boolean =>
  /^https?:$/.test(protocol) && [hash, password, search, username].every((part) => part === "")

/** Tells whether pages can lie below an address: one of HTTP without a query, a fragment and a password. */
export const isDocsBase = (text: string): boolean =>
  text.length <= 1000 && !/[?#\s]/.test(text) && URL.canParse(text) && isOpen(new URL(text))

/** The address of what the page of errors says about a code (decisions part 2 "doc_url"). */
export const docUrl = (docsBase: string, code: string): string =>
  `${docsBase.replace(/\/+$/, "")}/reference/errors#${code.toLowerCase()}`

/** The parts of an answer that come from its request, whatever the outcome. */
export interface Frame {
  readonly requestId: string
  readonly at: Instant
  readonly sandbox: boolean
  readonly profile: AccountId | null
}

/** @throws when the data is too large for a text, or cannot be one */
export const success = <Data>(frame: Frame, status: number, data: Data): Answer<Data> => ({
  ...frame,
  result: Effect.succeed(data),
  status,
  outcome: status === 204 ? null : { part: "data", json: JSON.stringify(data) },
  replayed: false,
  retryAfter: null
})

export const failure = (frame: Frame, refused: Refused, docsBase: string): Answer<never> => {
  const status = Refused_.status(refused)
  return {
    ...frame,
    result: Effect.fail(refused),
    status,
    outcome: { part: "error", json: errorJson(refused, docsBase) },
    replayed: false,
    // Nobody knows how long it takes, but a client that is told nothing asks immediately.
    retryAfter: refused.retryAfter ?? (status === 503 ? 1 : null)
  }
}

const errorJson = (refused: Refused, docsBase: string): string =>
  JSON.stringify({
    code: refused.code satisfies ErrorCode,
    message: refused.message,
    ...(refused.details === undefined ? {} : { details: refused.details }),
    ...(docsBase === "" ? {} : { doc_url: docUrl(docsBase, refused.code) })
  })

/** Returns the answer in the form that is stored for replays, without the secret that it shows. */
export const toReply = (
  answer: Answer,
  claim: Pick<Reply, "claim" | "token">,
  shownOnce: ShownOnce.Shown | null
): Reply => {
  const { at, outcome, profile, requestId, sandbox, status } = answer
  const held = shownOnce !== null && outcome?.part === "data" ? ShownOnce.withhold(outcome.json, shownOnce) : null
  return {
    ...claim,
    status,
    ...(held === null ? { outcome } : { outcome: { part: "data", json: held.json }, withheld: held.withheld }),
    requestId,
    at,
    sandbox,
    profile
  }
}

const Failure = Schema.Struct({
  code: Schema.Literals(ErrorCode_.codes),
  message: Schema.String,
  details: Schema.optionalKey(Schema.Record(Schema.String, Schema.Array(Schema.String)))
})

/** Decodes a stored text. A text that cannot be decoded was not written by this service, and is a defect. */
const read = <Data>(outcome: Answer["outcome"], data: Schema.Codec<Data, Json>): Effect.Effect<Data, Refused> =>
  Effect.suspend(() => {
    const said: unknown = outcome === null ? null : JSON.parse(outcome.json)
    return outcome?.part === "error"
      ? Effect.flatMap(
        Effect.orDie(Schema.decodeUnknownEffect(Failure)(said)),
        (failed) => Effect.fail(new Refused(failed))
      )
      : Effect.orDie(Schema.decodeUnknownEffect(data)(said))
  })

/** @param secret the secret that was left out of the stored reply; null when it is gone */
export const fromReply = <Data>(
  reply: Reply,
  secret: string | null,
  data: Schema.Codec<Data, Json>
): Answer<Data> => {
  const outcome = reply.outcome === null || reply.withheld === undefined
    ? reply.outcome
    : { ...reply.outcome, json: ShownOnce.restore(reply.outcome.json, reply.withheld, secret) }
  return {
    result: read(outcome, data),
    status: reply.status,
    outcome,
    requestId: reply.requestId,
    at: reply.at,
    sandbox: reply.sandbox,
    profile: reply.profile,
    replayed: true,
    retryAfter: null
  }
}
