/**
 * `signalbox keys`: the API keys of an account.
 */
import * as Instant from "@signalbox/core/Instant"
import type { ShownKey } from "@signalbox/core/Operator"
import { Operator } from "@signalbox/core/Operator"
import * as Effect from "effect/Effect"
import * as Answer from "../Answer.ts"
import type { Argument, Command } from "../Command.ts"
import { text } from "../Command.ts"
import { fromExecution, misuse, refused, unknownAccount } from "../CommandError.ts"
import * as Files from "../Files.ts"
import * as Value from "../Value.ts"

const account: Argument = { name: "ACCOUNT", says: "the id of the account" }
const key: Argument = { name: "KEY", says: "the key; - reads it from the standard input" }

const state = ({ revokedAt }: ShownKey, now: Instant.Instant): string =>
  revokedAt === null
    ? "active"
    : `${revokedAt > now ? "active until" : "ended"} ${Instant.toMillis(revokedAt)}`

const shown = (text: string): Answer.Answer => ({
  json: { key: text },
  lines: [text],
  notes: ["Keep the key: it is shown this once."]
})

const list: Command = {
  path: ["keys", "list"],
  says: "Lists the API keys of an account, newest first, without their texts",
  takes: [account],
  options: ["limit"],
  on: "operator",
  run: Effect.fnUntraced(function*(input) {
    const operator = yield* Operator
    const id = yield* Value.account(input.arguments[0]!)
    const limit = yield* Value.count("limit", text(input, "limit") ?? "100", 10_000)
    const owner = yield* Effect.mapError(operator.find(id), fromExecution)
    if (owner === null) return yield* Effect.fail(unknownAccount(id))
    const { keys, total } = yield* Effect.mapError(operator.listKeys(id, 0, limit), fromExecution)
    const now = yield* Instant.now
    return {
      json: {
        keys: keys.map(({ createdAt, prefix, revokedAt }) => ({
          prefix,
          created_at: Answer.instant(createdAt),
          revoked_at: Answer.instant(revokedAt)
        })),
        total
      },
      lines: Answer.table(
        ["KEY", "CREATED", "STATE"],
        keys.map((each) => [`${each.prefix}…`, Instant.toMillis(each.createdAt), state(each, now)])
      ),
      notes: total > keys.length ? [`${total - keys.length} more; --limit says how many to show.`] : []
    }
  })
}

const create: Command = {
  path: ["keys", "create"],
  says: "Gives an account a new API key, and prints it",
  takes: [account],
  options: ["key"],
  on: "operator",
  run: Effect.fnUntraced(function*(input) {
    const operator = yield* Operator
    const id = yield* Value.account(input.arguments[0]!)
    const given = text(input, "key")
    const answer = yield* Effect.mapError(operator.createKey(id, given), fromExecution)
    switch (answer._tag) {
      case "Created":
        return shown(answer.text)
      case "UnknownAccount":
        return yield* Effect.fail(unknownAccount(id))
      case "KeyTaken":
        return yield* Effect.fail(refused("This key is in use already."))
      case "BadKey":
        return yield* Effect.fail(misuse("--key is no UUID."))
    }
  })
}

const rotate: Command = {
  path: ["keys", "rotate"],
  says: "Replaces an API key by a new one, and prints the new one",
  takes: [key],
  options: ["grace"],
  on: "operator",
  run: Effect.fnUntraced(function*(input) {
    const operator = yield* Operator
    const grace = yield* Value.duration("grace", text(input, "grace") ?? "0s")
    const old = yield* Files.secret(input.arguments[0]!)
    const answer = yield* Effect.mapError(operator.rotateKey(old, grace), fromExecution)
    switch (answer._tag) {
      case "Created":
        return shown(answer.text)
      case "UnknownKey":
        return yield* Effect.fail(refused("There is no such key."))
      case "AlreadyRevoked":
        return yield* Effect.fail(refused("The key has ended already. Make a new one: signalbox keys create ACCOUNT."))
      case "UnknownAccount":
        return yield* Effect.fail(refused("The account of this key is deleted."))
      case "BadGrace":
        return yield* Effect.fail(misuse("--grace is a year at most."))
      case "KeyTaken":
        return yield* Effect.fail(refused("The new key is in use already. Try again."))
    }
  })
}

const revoke: Command = {
  path: ["keys", "revoke"],
  says: "Ends an API key immediately",
  takes: [key],
  on: "operator",
  run: Effect.fnUntraced(function*(input) {
    const operator = yield* Operator
    const answer = yield* Effect.mapError(
      operator.revokeKey(yield* Files.secret(input.arguments[0]!)),
      fromExecution
    )
    if (answer === "UnknownKey") return yield* Effect.fail(refused("There is no such key."))
    const isNew = answer === "Revoked"
    return { json: { revoked: isNew }, lines: [isNew ? "The key has ended." : "The key had ended already."] }
  })
}

export const commands: ReadonlyArray<Command> = [list, create, rotate, revoke]
