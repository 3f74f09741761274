/**
 * `signalbox accounts`: who there is, and what may be done to them.
 */
import type { Account } from "@signalbox/core/Account"
import * as Instant from "@signalbox/core/Instant"
import * as Money from "@signalbox/core/Money"
import type { AccountPage, ListedAccount } from "@signalbox/core/Operator"
import { Operator } from "@signalbox/core/Operator"
import * as Effect from "effect/Effect"
import * as Answer from "../Answer.ts"
import type { Command } from "../Command.ts"
import { text } from "../Command.ts"
import { fromExecution, misuse, unknownAccount } from "../CommandError.ts"
import * as OfAccount from "../OfAccount.ts"
import * as Value from "../Value.ts"
import * as Moving from "./Moving.ts"

const pageSize = 500
const most = 10_000

const read = Effect.fnUntraced(function*(limit: number) {
  const operator = yield* Operator
  const found: Array<ListedAccount> = []
  for (let after: AccountPage["after"] = null;;) {
    const ask = operator.accounts(after, Math.min(pageSize, limit - found.length))
    const page: AccountPage = yield* Effect.mapError(ask, fromExecution)
    found.push(...page.accounts)
    after = page.after
    if (after === null || found.length >= limit) return { found, total: page.total }
  }
})

const json = ({ account, balance }: ListedAccount) => ({
  id: account.id,
  name: account.name,
  type: account.type,
  organization_id: account.organization,
  stage: account.stage,
  balance: Money.toText(balance),
  created_at: Answer.instant(account.createdAt),
  closed_at: Answer.instant(account.deletedAt)
})

const state = ({ deletedAt, stage }: Account): string => deletedAt === null ? stage : "closed"

const list: Command = {
  path: ["accounts", "list"],
  says: "Lists the accounts, newest first, closed ones too",
  options: ["limit"],
  on: "operator",
  run: Effect.fnUntraced(function*(input) {
    const { found, total } = yield* read(yield* Value.count("limit", text(input, "limit") ?? "100", most))
    return {
      json: { accounts: found.map(json), total },
      lines: Answer.table(
        ["ACCOUNT", "NAME", "TYPE", "STATE", "BALANCE", "CREATED"],
        found.map(({ account, balance }) => [
          account.id,
          Answer.plain(account.name).slice(0, 40),
          account.type,
          state(account),
          Money.toText(balance),
          Instant.toMillis(account.createdAt)
        ])
      ),
      notes: total > found.length ? [`${total - found.length} more; --limit says how many to show.`] : []
    }
  })
}

const show: Command = {
  path: ["accounts", "show"],
  says: "Shows an account",
  takes: [OfAccount.argument],
  on: "operator",
  run: Effect.fnUntraced(function*(input) {
    const account = yield* OfAccount.find(input)
    const shown = json({ account, balance: yield* OfAccount.ask(input, ({ balance }, id) => balance(id)) })
    return {
      json: shown,
      lines: Object.entries(shown).map(([name, value]) => `${name}: ${Answer.plain(String(value ?? "none"))}`)
    }
  })
}

const staged = (path: "suspend" | "resume", stage: Account["stage"], says: string, said: string): Command => ({
  path: ["accounts", path],
  says,
  takes: [OfAccount.argument],
  on: "operator",
  run: (input) =>
    OfAccount.change(input, { stage }, ({ id, name }) => ({
      json: { id, stage },
      lines: [`${Answer.plain(name)} ${said}.`]
    }))
})

const close: Command = {
  path: ["accounts", "close"],
  says: "Closes an account for good, and the profiles of an organization with it",
  details: ["Its keys end, what it holds is cancelled, its numbers are free for others, and its history stays."],
  takes: [OfAccount.argument],
  on: "operator",
  run: Effect.fnUntraced(function*(input) {
    const operator = yield* Operator
    const id = yield* Value.account(input.arguments[0]!)
    const answer = yield* Effect.mapError(operator.closeAccount(id), fromExecution)
    if (answer === "UnknownAccount") return yield* Effect.fail(unknownAccount(id))
    const changed = answer === "Closed"
    return { json: { changed }, lines: [changed ? "The account is closed." : "The account was closed already."] }
  })
}

const setBalance: Command = {
  path: ["accounts", "set-balance"],
  says: "Sets the balance of an account, whatever it was",
  takes: [OfAccount.argument, { name: "AMOUNT", says: "the balance, such as 100.00" }],
  on: "operator",
  run: Effect.fnUntraced(function*(input) {
    const operator = yield* Operator
    const [given, amount] = input.arguments as [string, string]
    const id = yield* Value.account(given)
    const balance = yield* Value.amount(amount)
    const answer = yield* Effect.mapError(operator.setBalance(id, balance), fromExecution)
    if (answer === "UnknownAccount") return yield* Effect.fail(unknownAccount(id))
    if (answer === "BadAmount") return yield* Effect.fail(misuse(`${amount} cannot be kept.`))
    return { json: { balance: Money.toText(balance) }, lines: [`The balance is ${Money.toText(balance)}.`] }
  })
}

export const commands: ReadonlyArray<Command> = [
  list,
  show,
  staged("suspend", "suspended", "Suspends an account: what it sends is BLOCKED", "is suspended"),
  staged("resume", "verified", "Ends the suspension of an account", "may send again"),
  close,
  setBalance,
  Moving.move,
  Moving.undo
]
