/**
 * A command as data: how it is called, what it takes, and what it does.
 */
import type { Operator } from "@signalbox/core/Operator"
import type * as Effect from "effect/Effect"
import type { Answer, Records } from "./Answer.ts"
import type { CommandError } from "./CommandError.ts"
import type { OptionName } from "./Option.ts"

export interface Argument {
  /** In capital letters, as the help shows it. */
  readonly name: string
  readonly says: string
  /** True when there may be several, one at least. Only the last argument may be so. */
  readonly many?: boolean
  readonly optional?: boolean
}

/** The arguments and options that a command was called with. */
export interface Input {
  readonly arguments: ReadonlyArray<string>
  readonly options: ReadonlyMap<OptionName, string | true>
}

interface Described {
  /** One word, or two: `keys list`. */
  readonly path: ReadonlyArray<string>
  readonly says: string
  readonly details?: ReadonlyArray<string>
  readonly takes?: ReadonlyArray<Argument>
  readonly options?: ReadonlyArray<OptionName>
}

/** `operator`: it works on a database whose schema is up to date; `alone`: it looks after itself. */
export type Command =
  & Described
  & (
    | {
      readonly on: "operator"
      readonly run: (input: Input) => Effect.Effect<Answer | Records, CommandError, Operator>
    }
    | { readonly on: "alone"; readonly run: (input: Input) => Effect.Effect<Answer, CommandError> }
  )

export const text = ({ options }: Input, name: OptionName): string | undefined => {
  const value = options.get(name)
  return typeof value === "string" ? value : undefined
}
