/**
 * One use of the service: a pure decision over loaded facts. Whatever happens in the service, asked by a client or
 * fallen due, is one of these.
 */
import type * as Result from "effect/Result"
import type { Instant } from "../value/Instant.ts"
import type { Commit } from "./Commit.ts"
import type { Facts } from "./Facts.ts"
import type { Mint } from "./Mint.ts"
import type { Needs } from "./Needs.ts"
import type { Refused } from "./Refused.ts"

export interface Decided<Answer> {
  readonly commit: Commit
  readonly answer: Answer
}

export interface Decision<in Command, out Answer> {
  readonly name: string
  /** What must be known. Asked again with what was found until nothing more is needed. */
  readonly needs: (command: Command, facts: Facts) => Needs
  readonly decide: (
    command: Command,
    facts: Facts,
    now: Instant,
    mint: Mint
  ) => Result.Result<Decided<Answer>, Refused>
}
