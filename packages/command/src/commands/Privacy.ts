/**
 * `signalbox privacy`: erases recipients, and prints what is kept of them.
 */
import type { ErasureId } from "@signalbox/core/Id"
import type { ExportRecord } from "@signalbox/core/Operator"
import { Operator } from "@signalbox/core/Operator"
import type { RecipientErasure } from "@signalbox/core/RecipientErasure"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import * as Answer from "../Answer.ts"
import type { Argument, Command } from "../Command.ts"
import type { CommandError } from "../CommandError.ts"
import { fromExecution, refused, unknownAccount } from "../CommandError.ts"
import * as Value from "../Value.ts"

const account: Argument = { name: "ACCOUNT", says: "the id of the account" }
const phone: Argument = { name: "PHONE", says: "a number in the form of E.164, such as +12015550123" }

const answer = ({ completedAt, id, messages, requestedAt, status }: RecipientErasure) => ({
  json: {
    id,
    status,
    messages,
    requested_at: Answer.instant(requestedAt),
    completed_at: Answer.instant(completedAt ?? null)
  },
  lines: [`The erasure ${id} is ${status}; ${Answer.plural(messages, "message")} erased.`]
})

const erase: Command = {
  path: ["privacy", "erase"],
  says: "Erases all that names a number, in an account and in its profiles",
  details: [
    "It goes on in the background of the service. That the recipient has opted out, of all or of purposes, or that the",
    "number is suppressed, stays as a keyed hash."
  ],
  takes: [account, phone],
  on: "operator",
  run: Effect.fnUntraced(function*(input) {
    const operator = yield* Operator
    const [given, number] = input.arguments as [string, string]
    const id = yield* Value.account(given)
    const erasure = yield* Effect.mapError(operator.eraseRecipient(id, yield* Value.phone(number)), fromExecution)
    return erasure === null ? yield* Effect.fail(unknownAccount(id)) : answer(erasure)
  })
}

const show: Command = {
  path: ["privacy", "show"],
  says: "Tells how far an erasure has come",
  takes: [account, { name: "ERASURE", says: "the id of the erasure" }],
  on: "operator",
  run: Effect.fnUntraced(function*(input) {
    const operator = yield* Operator
    const [given, name] = input.arguments as [string, string]
    const id = yield* Value.account(given)
    const erasure = yield* Effect.mapError(operator.findErasure(id, name.toLowerCase() as ErasureId), fromExecution)
    if (erasure !== null) return answer(erasure)
    return yield* Effect.fail(refused(`The account has no erasure ${Answer.plain(name).slice(0, 80)}.`))
  })
}

const exportAll: Command = {
  path: ["privacy", "export"],
  says: "Prints what is kept of an account or of a number, as lines of JSON",
  takes: [account, { ...phone, optional: true }],
  on: "operator",
  run: Effect.fnUntraced(function*(input) {
    const operator = yield* Operator
    const [owner = "", given] = input.arguments
    const id = yield* Value.account(owner)
    const number = given === undefined ? null : yield* Value.phone(given)
    const page = Effect.fnUntraced(function*(after: string | null) {
      const found = yield* Effect.mapError(operator.exportPage(id, number, after), fromExecution)
      if (found === null) return yield* Effect.fail(unknownAccount(id))
      return [found.records, Option.fromNullOr(found.after)] as const
    })
    return { records: Stream.paginate<string | null, ExportRecord, CommandError>(null, page) }
  })
}

export const commands: ReadonlyArray<Command> = [erase, show, exportAll]
