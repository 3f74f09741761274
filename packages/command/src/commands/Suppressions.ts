/**
 * `signalbox suppressions`: the numbers to which an account sends nothing.
 */
import type { AccountId } from "@signalbox/core/Id"
import type { SuppressedNumber } from "@signalbox/core/Operator"
import { Operator } from "@signalbox/core/Operator"
import * as Effect from "effect/Effect"
import * as Answer from "../Answer.ts"
import type { Argument, Command } from "../Command.ts"
import { CommandError, fromExecution, unknownAccount } from "../CommandError.ts"
import * as Files from "../Files.ts"
import * as Value from "../Value.ts"

const account: Argument = { name: "ACCOUNT", says: "the id of the account" }
const phones: Argument = { name: "PHONE", says: "a number in the form of E.164, such as +12015550123", many: true }

const pageSize = 500
const readings = 5

/**
 * Reads all pages. Pages are counted from the newest entry, so one that is added meanwhile moves others to the next
 * page, where they are seen again, and one that is removed hides another: then all is read once more.
 */
const all = Effect.fnUntraced(function*(id: AccountId) {
  const operator = yield* Operator
  for (let reading = 0; reading < readings; reading++) {
    const found = new Map<string, SuppressedNumber>()
    let [offset, before, isWhole] = [0, 0, true]
    for (;;) {
      const { entries, total } = yield* Effect.mapError(operator.suppressions(id, offset, pageSize), fromExecution)
      isWhole &&= total >= before
      for (const entry of entries) found.set(entry.phone, entry)
      if (entries.length < pageSize || !isWhole) break
      offset += pageSize
      before = total
    }
    if (isWhole) return [...found.values()]
  }
  return yield* Effect.fail(
    new CommandError({ reason: "failed", message: "Numbers are being removed from the list all the time. Try again." })
  )
})

const exportAll: Command = {
  path: ["suppressions", "export"],
  says: "Prints the suppressed numbers of an account, one a line",
  takes: [account],
  on: "operator",
  run: Effect.fnUntraced(function*(input) {
    const operator = yield* Operator
    const id = yield* Value.account(input.arguments[0]!)
    const owner = yield* Effect.mapError(operator.find(id), fromExecution)
    if (owner === null) return yield* Effect.fail(unknownAccount(id))
    const entries = yield* all(id)
    return {
      json: {
        suppressions: entries.map(({ phone, suppressedAt }) => ({
          phone_number: phone,
          suppressed_at: Answer.instant(suppressedAt)
        }))
      },
      lines: entries.map(({ phone }) => phone)
    }
  })
}

/** A person is shown at most so many of the refused entries. */
const most = 20

const importAll: Command = {
  path: ["suppressions", "import"],
  says: "Adds the numbers of a file to the suppression list of an account",
  details: [
    "The file has one number a line. Empty lines and lines that begin with # are left out. What is no number is told",
    "and left out, and the exit code is 1 then. The same file may be imported again."
  ],
  takes: [account, { name: "FILE", says: "the file; - is the standard input" }],
  on: "operator",
  run: Effect.fnUntraced(function*(input) {
    const operator = yield* Operator
    const [given, path] = input.arguments as [string, string]
    const id = yield* Value.account(given)
    const lines = (yield* Files.read(path)).replace(/^\uFEFF/, "").split(/\r\n|\r|\n/)
    const numbers = lines.filter((line) => line.trim() !== "" && !line.trimStart().startsWith("#"))
    const done = yield* Effect.mapError(operator.importSuppressions(id, numbers), fromExecution)
    if (done === null) return yield* Effect.fail(unknownAccount(id))
    const { added, known, refused } = done
    return {
      json: { added, known, refused },
      lines: [`${Answer.plural(added, "number")} added, ${known} known already, ${refused.length} refused.`],
      notes: [
        ...refused.slice(0, most).map((text) => `Not in the form of E.164: ${Answer.plain(text).slice(0, 80)}`),
        ...(refused.length > most ? [`and ${refused.length - most} more`] : [])
      ],
      isPartial: refused.length > 0
    }
  })
}

const change = (path: "add" | "remove", says: string, done: string): Command => ({
  path: ["suppressions", path],
  says,
  takes: [account, phones],
  on: "operator",
  run: Effect.fnUntraced(function*(input) {
    const operator = yield* Operator
    const [given = "", ...texts] = input.arguments
    const id = yield* Value.account(given)
    const numbers = yield* Effect.forEach(texts, Value.phone)
    let changed = 0
    for (const phone of numbers) {
      const call = path === "add" ? operator.suppress : operator.unsuppress
      const answer = yield* Effect.mapError(call(id, phone), fromExecution)
      if (answer === "UnknownAccount") return yield* Effect.fail(unknownAccount(id))
      if (answer === "Changed") changed++
    }
    return {
      json: { changed, unchanged: numbers.length - changed },
      lines: [`${Answer.plural(changed, "number")} ${done}, ${numbers.length - changed} as before.`]
    }
  })
})

export const commands: ReadonlyArray<Command> = [
  exportAll,
  importAll,
  change("add", "Adds numbers to the suppression list of an account", "added"),
  change("remove", "Takes numbers off the suppression list of an account", "removed")
]
