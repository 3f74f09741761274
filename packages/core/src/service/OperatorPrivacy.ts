/**
 * Lets the operator erase the recipients of an account, and read what is kept of them, as the account may do itself.
 */
import * as Effect from "effect/Effect"
import { FindAccount } from "../account/Authenticate.ts"
import { type Decision, done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { ExecutionError, Executor } from "../engine/Executor.ts"
import type { StoreError } from "../port/Store.ts"
import type { Subject } from "../privacy/Erased.ts"
import type { ExportPage } from "../privacy/Export.ts"
import { Export, search } from "../privacy/Export.ts"
import * as NewErasure from "../privacy/NewErasure.ts"
import { Accounts } from "../row/Account.ts"
import type { RecipientErasure } from "../row/RecipientErasure.ts"
import { RecipientErasures } from "../row/RecipientErasure.ts"
import type { AccountId, ErasureId } from "../value/Id.ts"
import type { PhoneNumber } from "../value/PhoneNumber.ts"

export type { ExportPage } from "../privacy/Export.ts"
export type { ExportRecord } from "../privacy/ExportRecord.ts"

const Erase: Decision<Subject, RecipientErasure | null> = {
  name: "operator.erase",
  needs: (subject) => Needs.all(Needs.row(Accounts, subject.account), NewErasure.needs(subject)),
  decide: (subject, grounds) => {
    if (Facts.get(grounds.facts, Accounts, subject.account) === null) return done(null)
    const [erasure, ...parts] = NewErasure.begin(subject, grounds)
    return done(erasure, ...parts)
  }
}

export interface OperatorPrivacy {
  /** Begins to erase a recipient, also of an account that is closed. Null: there is no such account. */
  readonly eraseRecipient: (
    account: AccountId,
    phone: PhoneNumber
  ) => Effect.Effect<RecipientErasure | null, ExecutionError>
  /** Null: the account has no such erasure. */
  readonly findErasure: (account: AccountId, erasure: ErasureId) => Effect.Effect<RecipientErasure | null, StoreError>
  /**
   * A page of what is kept of a recipient, or of the account itself. Null: there is no such account.
   *
   * @param phone null for the account
   * @param after that of the page before; null for the first one
   */
  readonly exportPage: (
    account: AccountId,
    phone: PhoneNumber | null,
    after: string | null
  ) => Effect.Effect<ExportPage | null, ExecutionError>
}

export const make = (executor: Executor["Service"]): OperatorPrivacy => ({
  eraseRecipient: (account, phone) => Effect.map(executor.run(Erase, { account, phone }), ({ answer }) => answer),
  findErasure: (account, erasure) =>
    Effect.map(executor.read(() => Needs.row(RecipientErasures, erasure)), (facts) => {
      const found = Facts.get(facts, RecipientErasures, erasure)
      return found?.account === account ? found : null
    }),
  exportPage: Effect.fnUntraced(function*(account, phone, after) {
    const { answer: owner } = yield* executor.run(FindAccount, account)
    if (owner === null) return null
    const query = { ...(phone === null ? {} : { phone_number: phone }), ...(after === null ? {} : { after }) }
    const consulted = yield* search(query)
    const caller = { account: owner, keyAccount: owner }
    const { answer } = yield* executor.run(Export.decides, { caller, consulted, query, path: {}, body: {} })
    return answer
  })
})
