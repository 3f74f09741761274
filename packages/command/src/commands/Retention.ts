/**
 * `signalbox retention`: for how long messages, and what they tell of people, are kept.
 */
import type { Account } from "@signalbox/core/Account"
import type { ExecutionError, RetentionPreview } from "@signalbox/core/Operator"
import { Operator } from "@signalbox/core/Operator"
import type { Retention } from "@signalbox/core/Retention"
import * as Terms from "@signalbox/core/Terms"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Answer from "../Answer.ts"
import type { Command } from "../Command.ts"
import type { CommandError } from "../CommandError.ts"
import { fromExecution, unknownAccount } from "../CommandError.ts"
import * as Json from "../Json.ts"
import * as OfAccount from "../OfAccount.ts"
import * as Term from "../Term.ts"
import * as Value from "../Value.ts"

const days =
  "{ \"texts\": 90, \"numbers\": 365, \"messages\": 365, \"webhookEvents\": 30, \"usage\": 1095, \"contacts\": 730 }"

const own = Term.ownSetting("retention", {
  path: "retention",
  name: "the retention",
  says: {
    show: "Shows the retention of an account's own, as a file in JSON has it",
    set: "Says for how many days an account keeps its messages"
  },
  details: [
    `${days}.`,
    "Days, each 1 to 3650; the rest is kept for good. Further: media and webhookBodies.",
    "What is older is redacted, or removed, and cannot be had back. null takes its own away, {} keeps everything."
  ]
})

const ask = <A>(effect: Effect.Effect<A, ExecutionError>): Effect.Effect<A, CommandError> =>
  Effect.mapError(effect, fromExecution)

const setForAll: Command = {
  path: ["retention", "set-all"],
  says: "Says the same for all accounts that have none, and whose organization has none",
  details: [`${days}, or null.`],
  takes: [Json.file],
  on: "operator",
  run: Effect.fnUntraced(function*(input) {
    const operator = yield* Operator
    const retention = yield* Json.read(input.arguments[0]!, Schema.NullOr(Terms.Settings.fields.retention))
    yield* ask(operator.setServiceRetention(retention))
    return { json: retention, lines: ["All accounts without one have the retention of the file."] }
  })
}

const pageSize = 100

/** Every account that is asked about, one page after the other. */
const accounts = Effect.fnUntraced(function*(
  argument: string | undefined,
  use: (account: Account) => Effect.Effect<void, CommandError>
): Effect.fn.Return<void, CommandError, Operator> {
  const operator = yield* Operator
  if (argument !== undefined) {
    const id = yield* Value.account(argument)
    const found = yield* ask(operator.find(id))
    return yield* found === null ? Effect.fail(unknownAccount(id)) : use(found)
  }
  let after: Parameters<typeof operator.accounts>[0] = null
  do {
    const page: Effect.Success<ReturnType<typeof operator.accounts>> = yield* ask(operator.accounts(after, pageSize))
    for (const { account } of page.accounts) yield* use(account)
    after = page.after
  } while (after !== null)
})

const settings = ["messages", "webhookEvents", "usage", "contacts"] as const

const written = (retention: Retention): string =>
  Object.entries(retention).map(([name, days]) => `${name} ${days}`).join(", ") || "everything is kept"

const show: Command = {
  path: ["retention"],
  says: "Shows the retention of all accounts, or with --dry-run what it would remove now",
  details: ["Closed accounts are among them. A dry run counts at most 1,000,000 of a kind, and changes nothing."],
  takes: [{ ...OfAccount.argument, optional: true }],
  options: ["dry-run"],
  on: "operator",
  run: Effect.fnUntraced(function*(input) {
    const operator = yield* Operator
    const isDry = input.options.has("dry-run")
    const all = yield* ask(operator.serviceRetention())
    const found: Array<{ readonly account: Account; readonly preview: RetentionPreview }> = []
    const kept: Array<{ readonly account: Account; readonly retention: Retention }> = []
    yield* accounts(input.arguments[0], (account) =>
      isDry
        ? Effect.map(ask(operator.previewRetention(account.id)), (preview) => {
          if (preview !== null) found.push({ account, preview })
        })
        : Effect.sync(() => {
          if (account.retention !== undefined) kept.push({ account, retention: account.retention })
        }))
    return isDry ? dryRun(found) : {
      json: {
        all,
        accounts: kept.map(({ account: { id, name }, retention }) => ({ account_id: id, name, retention }))
      },
      lines: [
        `All accounts: ${all === null ? "everything is kept" : written(all)}`,
        ...kept.length === 0 ? [] : Answer.table(
          ["ACCOUNT", "NAME", "DAYS"],
          kept.map(({ account: { id, name }, retention }) => [id, Answer.plain(name), written(retention)])
        )
      ]
    }
  })
}

const dryRun = (
  found: ReadonlyArray<{ readonly account: Account; readonly preview: RetentionPreview }>
): Answer.Answer => ({
  json: {
    accounts: found.map(({ account: { id, name }, preview: { by, counts, retention } }) => ({
      account_id: id,
      name,
      set_by: by,
      retention,
      would_remove: counts
    }))
  },
  lines: found.length === 0 ? ["No account has a retention."] : Answer.table(
    ["ACCOUNT", "NAME", "SET BY", "MESSAGES", "DELIVERIES", "USAGE", "CONTACTS"],
    found.map(({ account: { id, name }, preview: { by, counts, retention } }) => [
      id,
      Answer.plain(name),
      by,
      ...settings.map((each) => retention[each] === undefined ? "-" : `${counts[each] ?? 0} (${retention[each]} d)`)
    ])
  )
})

export const commands: ReadonlyArray<Command> = [show, ...own, setForAll]
