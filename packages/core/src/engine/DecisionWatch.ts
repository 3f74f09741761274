/**
 * Sees each decision with the rows that it has looked at, before its commit goes to the store. Nobody watches, unless given;
 * the project's tests hold decisions to it that they expect what they rest on.
 */
import * as Context from "effect/Context"
import type { Commit } from "../commit/Commit.ts"
import type { Ref } from "../row/Kind.ts"

export interface Watched {
  /** The name of the decision. */
  readonly name: string
  /** The rows of the store that it has read as they are, those that do not exist among them. */
  readonly reads: ReadonlyArray<Ref>
  readonly commit: Commit
}

export type Watch = (watched: Watched) => void

export const DecisionWatch = Context.Reference<Watch | null>("@signalbox/core/engine/DecisionWatch", {
  defaultValue: () => null
})
