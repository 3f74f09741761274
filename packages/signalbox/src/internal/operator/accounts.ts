/**
 * The operator looks through the accounts, suspends and closes them, and sets their balances.
 */
import type { Account } from "@signalbox/core/Account"
import * as Money from "@signalbox/core/Money"
import * as Terms from "@signalbox/core/Terms"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { AccountOperations, OperatorAccount } from "../../Operator.ts"
import * as Errors from "../errors.ts"
import * as Given from "../given.ts"
import type { Run } from "../operated.ts"
import { id, ofAccount, operated, unknown } from "../operated.ts"
import * as Moving from "./moving.ts"
import * as Reading from "./reading.ts"

const shown = (account: Account, balance: Money.Money): OperatorAccount => ({
  id: account.id,
  name: account.name,
  type: account.type,
  organization: account.organization,
  stage: account.stage,
  balance: Money.toText(balance),
  createdAt: new Date(account.createdAt),
  closedAt: account.deletedAt === null ? null : new Date(account.deletedAt)
})

const withBalance = (text: string, account: Account) =>
  Effect.map(
    ofAccount(text, (operator, id) => operator.balance(id)),
    (balance) => shown(account, balance)
  )

const get = (text: string) =>
  Effect.flatMap(ofAccount(text, (operator, id) => operator.find(id)), (account) => withBalance(text, account))

const toStage = (text: string, stage: Account["stage"]) =>
  Effect.flatMap(
    ofAccount(text, (operator, id) => operator.change(id, { stage })),
    (account) => withBalance(text, account)
  )

const Balance = Schema.Struct({
  account: Schema.String,
  amount: Schema.Unknown.check(
    Reading.check(Terms.isAmount, "must be an amount of at least 0 with at most four decimals: \"100.00\"")
  )
})

const setBalance = ({ account, amount }: typeof Balance.Type) =>
  Effect.gen(function*() {
    const balance = Terms.amount(amount)
    const answer = yield* operated((operator) => operator.setBalance(id(account), balance))
    if (answer === "UnknownAccount") return yield* Effect.fail(unknown(account))
    if (answer === "BadAmount") {
      return yield* Effect.fail(Errors.wrong("operator.accounts.setBalance", ["amount cannot be kept"]))
    }
    return Money.toText(balance)
  })

export const accounts = (run: Run): AccountOperations => ({
  list: async (page) => {
    const { behind, limit } = Reading.page("operator.accounts.list", page)
    return run(Effect.map(
      operated((operator) => operator.accounts(behind, limit)),
      ({ accounts, after, total }) => ({
        accounts: accounts.map(({ account, balance }) => shown(account, balance)),
        total,
        after: Reading.cursor(after)
      })
    ))
  },
  get: async (account) => run(get(Reading.account("operator.accounts.get", account))),
  suspend: async (account) => run(toStage(Reading.account("operator.accounts.suspend", account), "suspended")),
  resume: async (account) => run(toStage(Reading.account("operator.accounts.resume", account), "verified")),
  close: async (account) => {
    const text = Reading.account("operator.accounts.close", account)
    return run(Effect.flatMap(
      operated((operator) => operator.closeAccount(id(text))),
      (answer) => answer === "UnknownAccount" ? Effect.fail(unknown(text)) : Effect.succeed(answer === "Closed")
    ))
  },
  setBalance: async (account, amount) =>
    run(setBalance(Given.read("operator.accounts.setBalance", "", Balance, { account, amount }))),
  move: async (account, options) => run(Moving.move(account, options))
})
