/**
 * The operator adds a phone number to the account's suppression list, or removes it. The service never sends to a
 * suppressed number.
 */
import * as Result from "effect/Result"
import * as Commit from "../commit/Commit.ts"
import type { Decided, Decision } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import { Accounts } from "../row/Account.ts"
import { suppressionKey, Suppressions } from "../row/Suppression.ts"
import type { AccountId } from "../value/Id.ts"
import type { PhoneNumber } from "../value/PhoneNumber.ts"

export interface Command {
  readonly account: AccountId
  readonly phone: PhoneNumber
  readonly suppressed: boolean
}

export type SuppressAnswer = "Changed" | "Unchanged" | "UnknownAccount"

const told = (answer: SuppressAnswer, commit: Commit.Commit = Commit.empty) =>
  Result.succeed<Decided<SuppressAnswer>>({ answer, commit })

export const Suppress: Decision<Command, SuppressAnswer> = {
  name: "accounts.suppress",
  needs: ({ account, phone }) =>
    Needs.all(Needs.row(Accounts, account), Needs.row(Suppressions, suppressionKey(account, phone))),
  decide: ({ account, phone, suppressed }, facts, now) => {
    const owner = Facts.get(facts, Accounts, account)
    if (owner === null || owner.deletedAt !== null) return told("UnknownAccount")
    const key = suppressionKey(account, phone)
    if ((Facts.get(facts, Suppressions, key) !== null) === suppressed) return told("Unchanged")
    const expects = [Facts.expected(facts, Suppressions, key)]
    return told(
      "Changed",
      suppressed
        ? Commit.make({ expects, puts: [Commit.put(Suppressions, { account, phone, createdAt: now })] })
        : Commit.make({ expects, deletes: [{ kind: Suppressions.name, key }] })
    )
  }
}
