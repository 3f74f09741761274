/**
 * Requests that are only simulated (specification "Sandbox"), and the ids of what they show.
 */
import * as DerivedIds from "../commit/DerivedIds.ts"
import type { IdGenerator } from "../commit/IdGenerator.ts"
import type { Instant } from "../value/Instant.ts"
import type { Json } from "../value/Json.ts"
import type { Caller } from "./Caller.ts"

/** Returns whether the body asks for a simulated answer. Only the JSON boolean counts. */
export const isAsked = (body: Json): boolean =>
  body !== null && typeof body === "object" && !Array.isArray(body) && "sandbox" in body && body["sandbox"] === true

/** A request, as far as the ids of its answer depend on it. */
export interface Asked {
  readonly body: Json
  readonly idempotency: { readonly key: string; readonly fingerprint: string } | null
}

/**
 * Returns the generator of ids for a request. The ids of a simulation that can be repeated follow from its key, its fingerprint and
 * its first instant, so that a repetition has the same ones.
 */
export const idsFor = (
  { body, idempotency }: Asked,
  { account: { id } }: Caller,
  at: Instant,
  use: "consult" | "simulate",
  ids: IdGenerator
): IdGenerator =>
  idempotency === null || !isAsked(body)
    ? ids
    : DerivedIds.of(id, idempotency.key, idempotency.fingerprint, String(at), use)
