/**
 * Lets the operator create many accounts at a time, in few commits. The whole is no transaction: each account is made or
 * not by itself.
 */
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import type { CreateAccountAnswer } from "../account/CreateAccount.ts"
import { CreateAccount } from "../account/CreateAccount.ts"
import type { CreateKeyAnswer } from "../account/CreateKey.ts"
import { CreateKey } from "../account/CreateKey.ts"
import { canonical } from "../account/KeptKey.ts"
import * as NewAccount from "../account/NewAccount.ts"
import type { Decision } from "../commit/Decision.ts"
import type { ExecutionError, Executor } from "../engine/Executor.ts"
import type { Account } from "../row/Account.ts"
import type { AccountId } from "../value/Id.ts"
import * as Money from "../value/Money.ts"
import * as Uuid from "../value/Uuid.ts"

/** An account that is to be created with others. */
export interface SetAccount extends NewAccount.Given {
  readonly id: AccountId
  readonly type: Account["type"]
  /** The organization of a profile; absent for others. */
  readonly organization?: AccountId
  /** Absent: nothing. */
  readonly balance?: Money.Money
  /** The texts of its keys, each a UUID. One that there is already stays whose it is. */
  readonly apiKeys: ReadonlyArray<string>
}

export type SetAnswer = CreateAccountAnswer | "BadAmount" | "BadKey"

export interface SetKey {
  readonly account: AccountId
  readonly text: string
}

export interface OperatorSets {
  /**
   * Creates accounts with their keys, and returns what became of each, in their order. Profiles go into organizations
   * that there are already. It fails with the first failure, and a repeated call goes on from there.
   */
  readonly createAccounts: (
    accounts: ReadonlyArray<SetAccount>
  ) => Effect.Effect<ReadonlyArray<SetAnswer>, ExecutionError>
  /** Adds keys to accounts, and returns what became of each, in their order. */
  readonly createKeys: (keys: ReadonlyArray<SetKey>) => Effect.Effect<ReadonlyArray<CreateKeyAnswer>, ExecutionError>
}

/** How many decisions are loaded and committed together. */
const together = 1024

const flawOf = ({ apiKeys, balance = Money.zero }: SetAccount): "BadAmount" | "BadKey" | null =>
  !Number.isSafeInteger(balance) || balance < 0
    ? "BadAmount"
    : apiKeys.every((text) => Uuid.is(canonical(text)))
    ? null
    : "BadKey"

export const make = (executor: Executor["Service"]): OperatorSets => {
  const all = Effect.fnUntraced(function*<Command, Answer>(
    use: Decision<Command, Answer>,
    commands: ReadonlyArray<Command>
  ) {
    const sets = yield* Effect.forEach(
      Arr.chunksOf(commands, together),
      (set) => Effect.flatMap(executor.runAll(use, set), (exits) => Effect.forEach(exits, (exit) => exit))
    )
    return sets.flat().map(({ answer }) => answer)
  })

  return {
    createAccounts: Effect.fnUntraced(function*(accounts) {
      const flaws = accounts.map(flawOf)
      const made = yield* all(
        CreateAccount,
        accounts.filter((_, index) => flaws[index] === null).map((
          { apiKeys, balance = Money.zero, id, organization = null, type, ...given }
        ) => ({ account: NewAccount.make(id, type, organization, given), apiKeys, balance }))
      )
      const answers = made.values()
      return flaws.map((flaw) => flaw ?? answers.next().value!)
    }),
    createKeys: (keys) => all(CreateKey, keys)
  }
}
