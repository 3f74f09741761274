/**
 * Commands about one account, which is their first argument.
 */
import type { Account } from "@signalbox/core/Account"
import type { AccountId } from "@signalbox/core/Id"
import type { Change, ExecutionError } from "@signalbox/core/Operator"
import { Operator } from "@signalbox/core/Operator"
import * as Effect from "effect/Effect"
import type { Answer } from "./Answer.ts"
import type { Argument, Input } from "./Command.ts"
import type { CommandError } from "./CommandError.ts"
import { fromExecution, unknownAccount } from "./CommandError.ts"
import * as Value from "./Value.ts"

export const argument: Argument = { name: "ACCOUNT", says: "the id of the account" }

/** Asks for what is null when there is no such account. */
export const ask = Effect.fnUntraced(function*<A>(
  input: Input,
  use: (operator: Operator["Service"], id: AccountId) => Effect.Effect<A | null, ExecutionError>
): Effect.fn.Return<A, CommandError, Operator> {
  const operator = yield* Operator
  const id = yield* Value.account(input.arguments[0]!)
  const found = yield* Effect.mapError(use(operator, id), fromExecution)
  return found === null ? yield* Effect.fail(unknownAccount(id)) : found
})

export const find = (input: Input): Effect.Effect<Account, CommandError, Operator> =>
  ask(input, (operator, id) => operator.find(id))

/** Changes the account, and says so. */
export const change = (
  input: Input,
  change: Change,
  said: (account: Account) => Answer
): Effect.Effect<Answer, CommandError, Operator> =>
  Effect.map(ask(input, (operator, id) => operator.change(id, change)), said)
