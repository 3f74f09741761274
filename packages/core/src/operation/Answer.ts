/**
 * The answer of an operation, before any transport: the JSON text of its one part, so that a replay shows the same
 * bytes.
 */
import * as Context from "effect/Context"
import type { ErrorCode } from "../catalogue/ErrorCode.ts"
import * as ErrorCode_ from "../catalogue/ErrorCode.ts"
import type { Refused } from "../commit/Refused.ts"
import type { Reply } from "../commit/Reply.ts"
import type { AccountId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import * as ShownOnce from "./ShownOnce.ts"

export interface Answer {
  readonly status: number
  /** Null: an answer without a body. */
  readonly outcome: { readonly part: "data" | "error"; readonly json: string } | null
  /** The request that produced it; on a replay, the original one. */
  readonly requestId: string
  readonly at: Instant
  readonly sandbox: boolean
  readonly profile: AccountId | null
  readonly replayed: boolean
  readonly retryAfter: number | null
}

/** Where `doc_url` points; empty: errors carry none. */
export const DocsBase = Context.Reference<string>("@signalbox/core/operation/Answer/DocsBase", {
  defaultValue: () => ""
})

/** What a request brings to its answer, whatever becomes of it. */
export interface Frame {
  readonly requestId: string
  readonly at: Instant
  readonly sandbox: boolean
  readonly profile: AccountId | null
}

export const success = (frame: Frame, status: number, json: string | null): Answer => ({
  ...frame,
  status,
  outcome: json === null ? null : { part: "data", json },
  replayed: false,
  retryAfter: null
})

export const failure = (frame: Frame, refused: Refused, docsBase: string): Answer => ({
  ...frame,
  status: ErrorCode_.status(refused.code),
  outcome: { part: "error", json: errorJson(refused, docsBase) },
  replayed: false,
  retryAfter: refused.retryAfter ?? null
})

const errorJson = (refused: Refused, docsBase: string): string =>
  JSON.stringify({
    code: refused.code satisfies ErrorCode,
    message: refused.message,
    ...(refused.details === undefined ? {} : { details: refused.details }),
    ...(docsBase === "" ? {} : { doc_url: `${docsBase}/errors/${refused.code}` })
  })

/** The answer as it is kept for replays: without the secret that stands in this field of its data. */
export const toReply = (answer: Answer, claim: Pick<Reply, "claim" | "token">, shownOnce: string | null): Reply => {
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

/** @param secret what was left out of the reply, as far as it is still to be had */
export const fromReply = (reply: Reply, secret: string | null): Answer => ({
  status: reply.status,
  outcome: reply.outcome === null || reply.withheld === undefined
    ? reply.outcome
    : { ...reply.outcome, json: ShownOnce.restore(reply.outcome.json, reply.withheld, secret) },
  requestId: reply.requestId,
  at: reply.at,
  sandbox: reply.sandbox,
  profile: reply.profile,
  replayed: true,
  retryAfter: null
})
