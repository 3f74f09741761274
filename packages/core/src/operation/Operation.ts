/**
 * An operation: one thing that a client can ask for, as data. HTTP binds a method and a path to it, the in-process
 * facade is made from the same list, and the properties over sandbox and tenants range over it.
 */
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type { ErrorCode } from "../catalogue/ErrorCode.ts"
import type { Violation } from "../catalogue/Violation.ts"
import type { Decision } from "../commit/Decision.ts"
import type { Mint } from "../commit/Mint.ts"
import type { Refused } from "../commit/Refused.ts"
import type { WebhookSender } from "../port/WebhookSender.ts"
import type { Instant } from "../value/Instant.ts"
import type { Json } from "../value/Json.ts"
import type { Caller } from "./Caller.ts"
import type { ShownOnce } from "./ShownOnce.ts"

/** What an operation reads its input from; in process the three are one object. */
export interface Slots<P, Q, B> {
  readonly path: P
  readonly query: Q
  readonly body: B
}

/** What the decision gets: who asks, what for, and what was found out outside the store. */
export interface Command<P, Q, B, C> extends Slots<P, Q, B> {
  readonly caller: Caller
  readonly consulted: C
}

/** Who may ask, by the role of the key's owner (specification "Authentication"); null: any valid key. */
export type Role = "admin" | "any"

/** The services outside the store that an operation may consult. */
export type Consultants = WebhookSender

/** An object Schema whose fields can be decoded one by one. */
export type Fields<A> = Schema.Codec<A, unknown> & {
  readonly fields: { readonly [key: string]: Schema.Codec<unknown, unknown> }
}

export interface Operation<P, Q, B, C, D, out Name extends string = string> {
  readonly name: Name
  readonly summary: string
  readonly path: Fields<P>
  readonly query: Fields<Q>
  readonly body: Fields<B>
  /** What a success shows as `data`. */
  readonly data: Schema.Codec<D, Json>
  readonly status: 200 | 201 | 202 | 204
  /** Where the answer decides on the status: whether this one is 200 instead. */
  readonly isOk?: (data: D) => boolean
  /** A secret in `data` that the answer shows and nothing keeps beside the row that it stands in. */
  readonly shownOnce?: ShownOnce<D>
  /**
   * The codes that it refuses a request with for what is stored, beyond those that any request may be refused with:
   * what the contract tells of its answers.
   */
  readonly refuses?: ReadonlyArray<ErrorCode>
  /** Headers that every answer carries, refusals too. */
  readonly headers?: Readonly<Record<string, string>>
  readonly role: Role | null
  /**
   * Where the role must be held. The account that the request acts as, unless told: its organization, or the profile
   * that `profileId` in the path names.
   */
  readonly roleOn?: "organization" | "path"
  /** Whose keys may ask; absent: anybody's. A profile or an individual has no profiles of its own. */
  readonly asks?: "organization"
  readonly tier: "standard" | "sensitive"
  /** Whether an Idempotency-Key is honoured; it is ignored elsewhere. */
  readonly idempotent: boolean
  /** Rules over several fields. Only fields that are right by themselves are there. `raw` is the body as it came. */
  readonly check: (
    input: Slots<P, Q, Partial<B>>,
    caller: Caller,
    raw: Json,
    now: Instant
  ) => ReadonlyArray<Violation>
  /** The sandbox answer: no store, no look-up, no effect. Null: the operation has no sandbox. */
  readonly simulate: ((input: Slots<P, Q, B>, caller: Caller, now: Instant, mint: Mint) => D) | null
  /** What only the world outside can tell of a valid request. It changes nothing, so sandbox asks it too. */
  readonly consult: (input: Slots<P, Q, B>, caller: Caller) => Effect.Effect<C, Refused, Consultants>
  readonly decides: Decision<Command<P, Q, B, C>, D>
}

/** Any operation, for lists of them. */
export interface Any extends Operation<never, never, never, never, unknown> {}

/** An operation that consults nobody. */
export const make = <const Name extends string, P, Q, B, D>(
  operation: Omit<Operation<P, Q, B, void, D, Name>, "consult">
): Operation<P, Q, B, void, D, Name> => ({ ...operation, consult: () => Effect.void })
