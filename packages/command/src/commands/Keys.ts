/**
 * `signalbox keys`: the API keys of an account.
 */
import { endOf } from "@signalbox/core/ApiKey"
import * as Instant from "@signalbox/core/Instant"
import * as KeyScope from "@signalbox/core/KeyScope"
import * as Limit from "@signalbox/core/Limit"
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

const state = (key: ShownKey, now: Instant.Instant): string => {
  const end = endOf(key)
  return end === null ? "active" : `${end > now ? "active until" : "ended"} ${Instant.toMillis(end)}`
}

/** The columns that are shown where a key of the list has something in them. */
const narrowing: ReadonlyArray<{ readonly head: string; readonly cell: (key: ShownKey) => string | undefined }> = [
  { head: "SCOPES", cell: ({ scopes }) => scopes?.join(",") },
  { head: "ADDRESSES", cell: ({ addresses }) => addresses?.join(",") },
  { head: "LAST USED", cell: ({ lastUsedAt }) => lastUsedAt === undefined ? undefined : Instant.toMillis(lastUsedAt) }
]

/** The values of an option that names several, with commas between them. */
const listed = (given: string | undefined): ReadonlyArray<string> =>
  given === undefined ? [] : given.split(",").map((each) => each.trim()).filter((each) => each !== "")

const scopesOf = (given: string | undefined) => {
  const names = listed(given)
  const known = KeyScope.KeyScope.literals.filter((scope) => names.includes(scope))
  const wrong = names.find((name) => !known.some((scope) => scope === name))
  return wrong === undefined
    ? Effect.succeed(known)
    : Effect.fail(misuse(`There is no scope ${wrong}. There are ${KeyScope.KeyScope.literals.join(", ")}.`))
}

/** Returns when a key ends that is valid for so long from now on; nothing when that is not given. */
const ending = Effect.fnUntraced(function*(given: string | undefined) {
  return given === undefined
    ? {}
    : { expiresAt: Instant.plus(yield* Instant.now, yield* Value.duration("expires", given)) }
})

const badExpiry = misuse("--expires must be longer than 0s.")

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
    const columns = narrowing.filter(({ cell }) => keys.some((each) => cell(each) !== undefined))
    return {
      json: {
        keys: keys.map(({ addresses, createdAt, expiresAt, id, lastUsedAt, prefix, revokedAt, scopes }) => ({
          id,
          prefix,
          ...(scopes === undefined ? {} : { scopes }),
          ...(addresses === undefined ? {} : { addresses }),
          created_at: Answer.instant(createdAt),
          ...(expiresAt === undefined ? {} : { expires_at: Answer.instant(expiresAt) }),
          revoked_at: Answer.instant(revokedAt),
          ...(lastUsedAt === undefined ? {} : { last_used_at: Answer.instant(lastUsedAt) })
        })),
        total
      },
      lines: Answer.table(
        ["KEY", "CREATED", "STATE", ...columns.map(({ head }) => head)],
        keys.map((each) => [
          `${each.prefix}…`,
          Instant.toMillis(each.createdAt),
          state(each, now),
          ...columns.map(({ cell }) => cell(each) ?? "-")
        ])
      ),
      notes: total > keys.length ? [`${total - keys.length} more; --limit says how many to show.`] : []
    }
  })
}

const create: Command = {
  path: ["keys", "create"],
  says: "Gives an account a new API key, and prints it",
  takes: [account],
  details: [
    "Without --scopes it may do everything; --addresses takes single addresses and ranges such as 192.0.2.0/24."
  ],
  options: ["key", "scopes", "expires", "addresses"],
  on: "operator",
  run: Effect.fnUntraced(function*(input) {
    const operator = yield* Operator
    const id = yield* Value.account(input.arguments[0]!)
    const given = text(input, "key")
    const terms = {
      scopes: yield* scopesOf(text(input, "scopes")),
      ...yield* ending(text(input, "expires")),
      addresses: listed(text(input, "addresses"))
    }
    const answer = yield* Effect.mapError(operator.createKey(id, given, terms), fromExecution)
    switch (answer._tag) {
      case "Created":
        return shown(answer.text)
      case "UnknownAccount":
        return yield* Effect.fail(unknownAccount(id))
      case "KeyTaken":
        return yield* Effect.fail(refused("This key is in use already."))
      case "BadKey":
        return yield* Effect.fail(misuse("--key is no UUID."))
      case "BadAddresses":
        return yield* Effect.fail(
          misuse(`--addresses takes ${Limit.addressesPerKey} addresses at most, such as 192.0.2.7 or 192.0.2.0/24.`)
        )
      case "BadExpiry":
        return yield* Effect.fail(badExpiry)
      case "BadScopes":
        return yield* Effect.fail(misuse(`The scopes are ${KeyScope.KeyScope.literals.join(", ")}.`))
    }
  })
}

const rotate: Command = {
  path: ["keys", "rotate"],
  says: "Replaces an API key by a new one, and prints the new one",
  takes: [key],
  details: ["The new key may do what the old one may, and ends when that would have ended unless --expires is given."],
  options: ["grace", "expires"],
  on: "operator",
  run: Effect.fnUntraced(function*(input) {
    const operator = yield* Operator
    const grace = yield* Value.duration("grace", text(input, "grace") ?? "0s")
    const old = yield* Files.secret(input.arguments[0]!)
    const { expiresAt } = yield* ending(text(input, "expires"))
    const answer = yield* Effect.mapError(operator.rotateKey(old, grace, expiresAt), fromExecution)
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
      case "BadExpiry":
        return yield* Effect.fail(badExpiry)
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
