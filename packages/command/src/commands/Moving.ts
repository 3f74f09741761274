/**
 * `signalbox accounts move`: an account goes to another cell.
 */
import type { MoveAnswer } from "@signalbox/core/Operator"
import { Operator } from "@signalbox/core/Operator"
import * as Effect from "effect/Effect"
import type { Command, Input } from "../Command.ts"
import { CommandError, fromExecution, misuse, refused, unknownAccount } from "../CommandError.ts"
import * as OfAccount from "../OfAccount.ts"
import * as Value from "../Value.ts"

const failed = (message: string): CommandError => new CommandError({ reason: "failed", message })

const said = (outcome: "moved" | "undone" | "unchanged", cell: string, line: string) =>
  Effect.succeed({ json: { outcome, cell }, lines: [line] })

const answered = (account: string, answer: MoveAnswer) => {
  switch (answer._tag) {
    case "Moved":
      return said("moved", answer.to, `The account is in ${answer.to}.`)
    case "Undone":
      return said("undone", answer.cell, `The account is in ${answer.cell}, as before.`)
    case "There":
      return said("unchanged", answer.cell, `The account was in ${answer.cell} already.`)
    case "NotMoving":
      return said("unchanged", answer.cell, `No move was under way: the account is in ${answer.cell}.`)
    case "UnknownAccount":
      return Effect.fail(unknownAccount(account))
    case "UnknownCell":
      return Effect.fail(misuse(`CELL is one of ${answer.cells.join(", ")}.`))
    case "NoCells":
      return Effect.fail(misuse("A single database has no cells: name them all with --cells."))
    case "IsProfile":
      return Effect.fail(refused(`It is a profile, which goes where its organization ${answer.organization} goes.`))
    case "TooLate":
      return Effect.fail(refused(`${answer.to} has the account already: the move can only be brought to its end.`))
    case "Elsewhere":
      return Effect.fail(refused(`It is on its way to ${answer.to}: bring that to its end, or undo it, first.`))
    case "Held":
      return Effect.fail(failed(`Nodes still hold ${answer.held} items of its work. Try again, or undo the move.`))
    case "Busy":
      return Effect.fail(failed("Somebody else moves the account at the same time."))
    case "Differs":
      return Effect.fail(failed("What has arrived is not what was there. Undo the move."))
    case "Hindered":
      return Effect.fail(refused(`The other cell has ${answer.by} already. Undo the move.`))
  }
}

const moving = Effect.fnUntraced(function*(input: Input, to: string | null) {
  const operator = yield* Operator
  const id = yield* Value.account(input.arguments[0]!)
  return yield* answered(id, yield* Effect.mapError(operator.moveAccount(id, to), fromExecution))
})

export const move: Command = {
  path: ["accounts", "move"],
  says: "Moves an account to another cell, with all that belongs to it",
  details: [
    "Its requests are answered 503 meanwhile, and its work waits. It goes on where a call was",
    "interrupted; the profiles of an organization go with it."
  ],
  takes: [OfAccount.argument, { name: "CELL", says: "the cell where it is to be" }],
  on: "operator",
  run: (input) => moving(input, input.arguments[1]!)
}

export const undo: Command = {
  path: ["accounts", "undo-move"],
  says: "Undoes a move that has not come to its end",
  takes: [OfAccount.argument],
  on: "operator",
  run: (input) => moving(input, null)
}
