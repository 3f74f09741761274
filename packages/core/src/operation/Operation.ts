/**
 * An operation is one thing that a client can ask for, as data. HTTP binds a method and a path to it, the in-process
 * API is made from the same list, and the tests of sandbox and tenancy range over it.
 */
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type { ErrorCode } from "../catalogue/ErrorCode.ts"
import type { KeyScope } from "../catalogue/KeyScope.ts"
import type { Violation } from "../catalogue/Violation.ts"
import type { Decision } from "../commit/Decision.ts"
import type { IdGenerator } from "../commit/IdGenerator.ts"
import type { Refused } from "../commit/Refused.ts"
import type { Executor } from "../engine/Executor.ts"
import type { LocalLeases } from "../engine/LocalLeases.ts"
import type { WebhookSender } from "../port/WebhookSender.ts"
import type { Instant } from "../value/Instant.ts"
import type { Json } from "../value/Json.ts"
import type { Caller } from "./Caller.ts"
import type { ShownOnce } from "./ShownOnce.ts"
import type { ReadForm, Upload } from "./Upload.ts"

/** The inputs of an operation: path, query and body. */
export interface Slots<P, Q, B> {
  readonly path: P
  readonly query: Q
  readonly body: B
  /** The documents of a form. Only operations with a `form` get any. */
  readonly uploads?: ReadonlyArray<Upload>
}

/** The command of the decision: the inputs, the caller, and the answer of the services outside the store. */
export interface Command<P, Q, B, C> extends Slots<P, Q, B> {
  readonly caller: Caller
  readonly consulted: C
}

/**
 * The role that the key's owner must have (specification "Authentication"). `null` on an operation means that any valid
 * key may ask.
 */
export type Role = "admin" | "any"

/**
 * The services that an operation may consult before it decides: the outside, and what it needs to prepare its question.
 */
export type Consultants = WebhookSender | Executor | IdGenerator | LocalLeases

/** An object Schema whose fields can be decoded one by one. */
export type Fields<A> = Schema.Codec<A, unknown> & {
  readonly fields: { readonly [key: string]: Schema.Codec<unknown, unknown> }
}

/**
 * The services and the instant with which an operation consults. Whatever can be read from here synchronously costs no
 * effect.
 */
export interface Here {
  readonly services: Context.Context<Consultants>
  readonly now: Instant
}

export interface Operation<P, Q, B, C, D, out Name extends string = string> {
  readonly name: Name
  readonly summary: string
  /** Tells in whole sentences what it does beyond its summary. OpenAPI shows both. */
  readonly description: string
  /** Set when version 3 of the specification does not have the operation: every document says so. */
  readonly beyond?: true
  readonly path: Fields<P>
  readonly query: Fields<Q>
  readonly body: Fields<B>
  /** Reads the fields of a form; absent when only JSON is taken. */
  readonly form?: ReadForm
  /** The Schema of `data` in a success. */
  readonly data: Schema.Codec<D, Json>
  readonly status: 200 | 201 | 202 | 204
  /** Returns whether this answer has the status 200 instead of `status`. */
  readonly isOk?: (data: D) => boolean
  /** Returns whether this answer has the status 201 instead of `status`. */
  readonly isCreated?: (data: D) => boolean
  /** A secret in `data` that is shown once. It is stored only in its own row, not in the reply for replays. */
  readonly shownOnce?: ShownOnce<D, P>
  /**
   * The errors that the operation returns because of stored data, beyond those that any request may get. The OpenAPI
   * contract lists them.
   */
  readonly refuses?: ReadonlyArray<ErrorCode>
  /** Its errors whose status is not that of their code. */
  readonly refusesWith?: ReadonlyArray<readonly [code: ErrorCode, status: number]>
  /** The headers of every answer, including errors. */
  readonly headers?: Readonly<Record<string, string>>
  readonly role: Role | null
  /**
   * The account on which the role is required: by default the account that the request acts as, else its organization,
   * or the profile that `profileId` in the path names.
   */
  readonly roleOn?: "organization" | "path"
  /** Set when only keys of an organization may ask: other accounts have no profiles of their own. */
  readonly asks?: "organization"
  /** Set when an organization may ask as a profile of its that is deleted: the history of that is kept. */
  readonly readsDeleted?: true
  /** The scope that a key with scopes needs for it (decisions 17.8). */
  readonly scope: KeyScope
  readonly tier: "standard" | "sensitive" | "telemetry"
  /** Set when a voice token is taken in the place of a key. */
  readonly takesVoiceToken?: boolean
  /** The largest body, in bytes, when it is smaller than that of other operations. */
  readonly bodyBytes?: number
  /** Whether an Idempotency-Key has an effect; other operations ignore it. */
  readonly idempotent: boolean
  /**
   * Checks rules over several fields. `input` holds only the fields that are valid by themselves; `raw` is the body as
   * it was sent.
   */
  readonly check: (
    input: Slots<P, Q, Partial<B>>,
    caller: Caller,
    raw: Json,
    now: Instant
  ) => ReadonlyArray<Violation>
  /** Makes the sandbox answer without any store, look-up or effect. Null when the operation has no sandbox. */
  readonly simulate:
    | ((input: Slots<P, Q, B> & { readonly consulted: C }, caller: Caller, now: Instant, ids: IdGenerator) => D)
    | null
  /**
   * Set when the sandbox answer follows from the request, the account's id, the instant and the generator of ids alone: its text is
   * not kept for replays, it is made again.
   */
  readonly isRemade?: true
  /**
   * Asks services outside the store about a valid request. It also runs in sandbox, where it must change nothing; what it
   * changes otherwise, `retract` takes back.
   */
  readonly consult: (input: Slots<P, Q, B>, caller: Caller, here: Here) => Effect.Effect<C, Refused, Consultants>
  /** Takes back what `consult` has done for a request that was refused after it. */
  readonly retract?: (consulted: C) => Effect.Effect<void, never, Consultants>
  readonly decides: Decision<Command<P, Q, B, C>, D>
}

/** Any operation, for lists of them. */
export interface Any extends Operation<never, never, never, never, unknown> {}

/** An operation that consults nobody. */
export const make = <const Name extends string, P, Q, B, D>(
  operation: Omit<Operation<P, Q, B, void, D, Name>, "consult">
): Operation<P, Q, B, void, D, Name> => ({ ...operation, consult: () => Effect.void })

/** An operation that says whom it consults. */
export const consulting = <const Name extends string, P, Q, B, C, D>(
  operation: Operation<P, Q, B, C, D, Name>
): Operation<P, Q, B, C, D, Name> => operation
