/**
 * Who may come in, and as whom: what a way into the service asks before it runs an operation.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Authenticate, FindAccount } from "../account/Authenticate.ts"
import type { ExecutionError } from "../engine/Executor.ts"
import { Executor } from "../engine/Executor.ts"
import type { Account } from "../row/Account.ts"
import type { Question } from "../user/Permission.ts"
import { Permit } from "../user/Permission.ts"
import type { AccountId } from "../value/Id.ts"
import type { KeyHash } from "../value/Secret.ts"

export type { Question } from "../user/Permission.ts"
export { organizationOf } from "../user/Permission.ts"

export class Access extends Context.Service<Access, {
  /** The account of an active key. Null: no active key has this hash, or its account is deleted. */
  readonly authenticate: (key: KeyHash) => Effect.Effect<Account | null, ExecutionError>
  /** Whether the owner of a key may do what requires a role. */
  readonly permits: (question: Question) => Effect.Effect<boolean, ExecutionError>
  /** Deleted accounts are found too, and who may act as an account is for the caller to judge. */
  readonly findAccount: (account: AccountId) => Effect.Effect<Account | null, ExecutionError>
}>()("@signalbox/core/service/Access") {}

export const layer: Layer.Layer<Access, never, Executor> = Layer.effect(
  Access,
  Effect.map(Executor, (executor) => ({
    authenticate: (key) => Effect.map(executor.run(Authenticate, key), ({ answer }) => answer),
    permits: (question) => Effect.map(executor.run(Permit, question), ({ answer }) => answer),
    findAccount: (account) => Effect.map(executor.run(FindAccount, account), ({ answer }) => answer)
  }))
)
