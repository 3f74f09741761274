/**
 * A pure decision over loaded facts. Everything that happens in the service, whether a client asks for it or it falls
 * due, is one of these.
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
  /**
   * Returns what must be loaded. The executor loads it and calls this again with the facts, until nothing more is
   * needed.
   */
  readonly needs: (command: Command, facts: Facts) => Needs
  readonly decide: (
    command: Command,
    facts: Facts,
    now: Instant,
    mint: Mint
  ) => Result.Result<Decided<Answer>, Refused>
  /**
   * What is decided in place of this one when it could not be committed at first, or threw. It needs nothing that this
   * one does not need.
   */
  readonly again?: Decision<Command, Answer>
}
