/**
 * Keeps the documents of registrations. Bytes are put before the row that names them is committed, and only for a
 * while; work that the commit schedules keeps them for good, or removes them. So nothing is left of a refused request,
 * and nothing that a row names is lost, wherever a node dies.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { AccountId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import { StoreError } from "./Store.ts"

export interface Document {
  readonly id: string
  readonly account: AccountId
  /** The key of the requirement that it answers. */
  readonly key: string
  readonly fileName: string
  readonly contentType: string
  readonly bytes: Uint8Array
}

/** A document as it is kept. */
export interface Held {
  readonly document: Document
  /** When its time is over; null: it is kept for good. */
  readonly until: Instant | null
}

export interface Documents {
  /**
   * Puts documents of one account until an instant, all or none. `Full`: with them the account would have more than so
   * many bytes.
   */
  readonly put: (
    documents: ReadonlyArray<Document>,
    until: Instant,
    mostBytes: number,
    now: Instant
  ) => Effect.Effect<"Put" | "Full", StoreError>
  /** Keeps a document for good. A document that is not there stays so. */
  readonly keep: (id: string) => Effect.Effect<void, StoreError>
  readonly remove: (ids: ReadonlyArray<string>) => Effect.Effect<void, StoreError>
  /** Null: there is none, or its time is over. */
  readonly find: (id: string, now: Instant) => Effect.Effect<Document | null, StoreError>
  /** Returns the first document of an account whose id comes after this one, in the order of their ids; null: none does. */
  readonly next: (account: AccountId, after: string) => Effect.Effect<Held | null, StoreError>
  /** Puts a document as another place had it, whatever room there is. One that is there already stays as it is. */
  readonly restore: (held: Held) => Effect.Effect<void, StoreError>
}

/** A store without a place for documents takes none: a request that brings some is answered 503. */
export const Documents = Context.Reference<Documents>("@signalbox/core/port/Documents", {
  defaultValue: () => ({
    put: () => Effect.fail(new StoreError({ reason: "unavailable", cause: "there is no place for documents" })),
    keep: () => Effect.void,
    remove: () => Effect.void,
    find: () => Effect.succeed(null),
    next: () => Effect.succeed(null),
    restore: () => Effect.fail(new StoreError({ reason: "unavailable", cause: "there is no place for documents" }))
  })
})
