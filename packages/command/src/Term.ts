/**
 * A term of an account's own as a pair of commands: one shows it as a file in JSON has it, and the other one sets it from
 * such a file.
 */
import type { Account } from "@signalbox/core/Account"
import type { Change } from "@signalbox/core/Operator"
import * as Terms from "@signalbox/core/Terms"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Answer from "./Answer.ts"
import type { Command } from "./Command.ts"
import type { CommandError } from "./CommandError.ts"
import * as Json from "./Json.ts"
import * as OfAccount from "./OfAccount.ts"

export interface Term {
  /** The first word of both commands. */
  readonly path: string
  /** The words for it, such as `the prices`. */
  readonly name: string
  readonly says: { readonly show: string; readonly set: string }
  /** Further lines about `set`: an example of the file first. */
  readonly details: ReadonlyArray<string>
  readonly shown: (account: Account) => unknown
  /** Reads the file. */
  readonly read: (path: string) => Effect.Effect<Change, CommandError>
}

export const show = (path: string, says: string, shown: Term["shown"]): Command => ({
  path: [path, "show"],
  says,
  takes: [OfAccount.argument],
  on: "operator",
  run: (input) => Effect.map(OfAccount.find(input), (account) => Json.shown(shown(account)))
})

export const commands = (term: Term): ReadonlyArray<Command> => [
  show(term.path, term.says.show, term.shown),
  {
    path: [term.path, "set"],
    says: term.says.set,
    details: term.details,
    takes: [OfAccount.argument, Json.file],
    on: "operator",
    run: Effect.fnUntraced(function*(input) {
      return yield* OfAccount.change(input, yield* term.read(input.arguments[1]!), (account) => ({
        json: term.shown(account),
        lines: [`${Answer.plain(account.name)} has ${term.name} of the file.`]
      }))
    })
  }
]

/** The term is a setting that null takes away. */
export const ownSetting = (
  setting: keyof ReturnType<typeof Terms.writtenSettings>,
  term: Omit<Term, "shown" | "read">
): ReadonlyArray<Command> =>
  commands({
    ...term,
    shown: (account) => Terms.writtenSettings(account)[setting] ?? null,
    read: (path) =>
      Effect.map(Json.read(path, Schema.NullOr(Terms.Settings.fields[setting])), (value) => ({ [setting]: value }))
  })
