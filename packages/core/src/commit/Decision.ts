/**
 * A pure decision over loaded facts. Everything that happens in the service, whether a client asks for it or it falls
 * due, is one of these.
 */
import * as Result from "effect/Result"
import * as Commit from "./Commit.ts"
import type { Facts } from "./Facts.ts"
import type { Grounds } from "./Grounds.ts"
import type { Needs } from "./Needs.ts"
import type { Refused } from "./Refused.ts"

export interface Decided<Answer> {
  readonly commit: Commit.Commit
  readonly answer: Answer
}

/** The steps that may follow a decision in its commit (`Continuation`). */
export interface Following<in Command> {
  /** Returns what must be loaded for that, besides what the decision needs. */
  readonly needs: (command: Command, facts: Facts) => Needs
  /** Returns the commit of the decision with the steps that can be taken now. */
  readonly decide: (command: Command, commit: Commit.Commit, grounds: Grounds) => Commit.Commit
}

export interface Decision<in Command, out Answer> {
  readonly name: string
  /**
   * Returns what must be loaded. The executor loads it and calls this again with the facts, until nothing more is
   * needed.
   */
  readonly needs: (command: Command, facts: Facts) => Needs
  /**
   * Whether the commit for this command expects every row that the decision reads. Then it may be decided on rows as the
   * store last saw them, without a load: where they have changed it is Stale, and is decided again on what is loaded.
   * Never, unless given.
   */
  readonly isVerified?: (command: Command) => boolean
  /** @param losses how often others were faster, so that it may leave what they want as well; never, unless given */
  readonly decide: (
    command: Command,
    grounds: Grounds,
    losses?: number
  ) => Result.Result<Decided<Answer>, Refused>
  /**
   * The steps that may follow in the same commit. They are tried once: whatever prevents them, the decision is made
   * again and stands alone, so that nothing is refused that would be accepted otherwise.
   */
  readonly following?: Following<Command>
}

/** Decides that the command is answered like this, and that these parts are committed as one; nothing without them. */
export const done = <Answer>(
  answer: Answer,
  ...parts: ReadonlyArray<Partial<Commit.Commit>>
): Result.Result<Decided<Answer>> => Result.succeed({ answer, commit: Commit.all(...parts) })
