/**
 * What the operator does: `PATCH /emulator/accounts/{id}` and `POST /emulator/users/{id}`.
 */
import { Operator } from "@signalbox/core/account/Operator"
import * as Facts from "@signalbox/core/commit/Facts"
import * as Needs from "@signalbox/core/commit/Needs"
import { Executor } from "@signalbox/core/engine/Executor"
import { Loader } from "@signalbox/core/engine/Loader"
import { Stage } from "@signalbox/core/row/Account"
import { Users, UserStatus } from "@signalbox/core/row/User"
import { SetUserStatus } from "@signalbox/core/user/SetUserStatus"
import { AccountId, UserId } from "@signalbox/core/value/Id"
import * as Money from "@signalbox/core/value/Money"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Call from "./Call.ts"

const Balance = Schema.Finite.check(
  Schema.makeFilter((amount: number) => amount >= 0 && amount <= 1e9, { message: "must be between 0 and 1000000000" })
)

const Change = Schema.Struct({ balance: Schema.optionalKey(Balance), stage: Schema.optionalKey(Stage) })

/** The account that a path names, unless it is gone. */
export const findAccount = Effect.fnUntraced(function*(text: string | undefined) {
  const accounts = yield* Operator
  const id = yield* Effect.option(Schema.decodeUnknownEffect(AccountId)(text))
  const account = id._tag === "Some" ? yield* accounts.find(id.value) : null
  if (account === null || account.deletedAt !== null) {
    return yield* new Call.Refusal({ status: 404, message: `there is no account ${text ?? ""}` })
  }
  return account
})

const findUser = Effect.fnUntraced(function*(text: string | undefined) {
  const loader = yield* Loader
  const id = yield* Effect.option(Schema.decodeUnknownEffect(UserId)(text))
  const user = id._tag === "None"
    ? null
    : Facts.get(yield* loader.load(Needs.row(Users, id.value)), Users, id.value)
  return user ?? (yield* new Call.Refusal({ status: 404, message: `there is no user ${text ?? ""}` }))
})

export const calls: ReadonlyArray<Call.Call> = [
  Call.send("PATCH", "/emulator/accounts/:id", Change, ({ balance, stage }, { id }) =>
    Effect.gen(function*() {
      const accounts = yield* Operator
      const account = yield* findAccount(id)
      if (balance !== undefined) yield* accounts.setBalance(account.id, Money.fromNumber(balance))
      const changed = stage === undefined ? account : yield* accounts.change(account.id, { stage })
      const loader = yield* Loader
      const left = Facts.balance(yield* loader.load(Needs.balance(account.id)), account.id)
      return { id: account.id, balance: Money.toNumber(left), stage: changed?.stage ?? account.stage }
    })),
  Call.send(
    "POST",
    "/emulator/users/:id",
    Schema.Struct({ status: UserStatus }),
    ({ status }, { id }) =>
      Effect.gen(function*() {
        const executor = yield* Executor
        const user = yield* findUser(id)
        if (user.status === status) return { id: user.id, status }
        const { answer } = yield* Effect.catchTag(
          executor.run(SetUserStatus, { account: user.account, user: user.id, status }),
          "Refused",
          ({ details }) =>
            new Call.Refusal({
              status: 409,
              message: `a user who is ${user.status} ${details?.["status"]?.join(", ") ?? `cannot become ${status}`}`
            })
        )
        return { id: answer.id, status: answer.status }
      })
  )
]
