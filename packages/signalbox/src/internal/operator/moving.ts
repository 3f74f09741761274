/**
 * Moves an account to another cell, or undoes a move.
 */
import type { MoveAnswer } from "@signalbox/core/Operator"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { MovedAccount } from "../../Operator.ts"
import type { SignalboxError } from "../../SignalboxError.ts"
import * as Errors from "../errors.ts"
import * as Given from "../given.ts"
import { id, operated, unknown } from "../operated.ts"
import * as Reading from "./reading.ts"

const call = "operator.accounts.move"

const Options = Schema.Struct({
  to: Schema.optionalKey(Schema.String),
  undo: Schema.optionalKey(Schema.Literal(true))
}).check(
  Reading.check(
    ({ to, undo }: { readonly to?: string; readonly undo?: true }) => (to === undefined) !== (undo === undefined),
    "must be { to: \"us\" } or { undo: true }"
  )
)

const wrong = (flaw: string) => Errors.wrong(call, [flaw])

const conflict = (message: string) => Errors.error("CONFLICT_010", message)

/** Returns what is not the same on both sides, by its counts where these differ. */
const difference = (
  { arrived, left }: {
    readonly left: Readonly<Record<string, number>>
    readonly arrived: Readonly<Record<string, number>>
  }
): string => {
  const names = [...new Set([...Object.keys(left), ...Object.keys(arrived)])]
  const others = names.filter((name) => left[name] !== arrived[name])
  return others.length === 0
    ? "their digests"
    : others.map((name) => `${name} (${left[name] ?? 0} there, ${arrived[name] ?? 0} here)`).join(", ")
}

const settled = (text: string, answer: MoveAnswer): Effect.Effect<MovedAccount, SignalboxError> => {
  switch (answer._tag) {
    case "Moved":
      return Effect.succeed({ outcome: "moved", cell: answer.to })
    case "There":
    case "NotMoving":
      return Effect.succeed({ outcome: "unchanged", cell: answer.cell })
    case "Undone":
      return Effect.succeed({ outcome: "undone", cell: answer.cell })
    case "UnknownAccount":
      return Effect.fail(unknown(text))
    case "UnknownCell":
      return Effect.fail(wrong(`to must be the name of a cell: ${answer.cells.join(", ")}`))
    case "NoCells":
      return Effect.fail(wrong("the accounts of this service are in one storage, which has no cells"))
    case "IsProfile":
      return Effect.fail(wrong(`account is a profile, which goes where its organization ${answer.organization} goes`))
    case "TooLate":
      return Effect.fail(conflict(`${answer.to} has the account already: the move can only be brought to its end.`))
    case "Elsewhere":
      return Effect.fail(conflict(`It is on its way to ${answer.to}: bring that to its end, or undo it, first.`))
    case "Held":
      return Effect.fail(
        Errors.later(`Nodes still hold ${answer.held} items of its work. Call again, or undo the move.`)
      )
    case "Busy":
      return Effect.fail(Errors.later("Another call moves the account at the same time."))
    case "Differs":
      return Effect.fail(conflict(`What has arrived is not what was there: ${difference(answer)}. Undo the move.`))
    case "Hindered":
      return Effect.fail(conflict(`The other cell has ${answer.by} already. Undo the move.`))
  }
}

export const move = (account: string, given: unknown) => {
  const text = Reading.account(call, account)
  const { to = null } = Given.read(call, "options", Options, given)
  return Effect.flatMap(
    operated((operator) => operator.moveAccount(id(text), to)),
    (answer) => settled(text, answer)
  )
}
