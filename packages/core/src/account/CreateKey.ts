/**
 * The operator adds a key to an account. The text of the key is chosen by the operator or freshly generated (decisions
 * part 6).
 */
import * as Commit from "../commit/Commit.ts"
import { type Decision, done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import { Accounts } from "../row/Account.ts"
import { ApiKeys } from "../row/ApiKey.ts"
import type { AccountId } from "../value/Id.ts"
import { hashKey } from "../value/Secret.ts"
import * as Uuid from "../value/Uuid.ts"
import { canonical, keep } from "./KeptKey.ts"

export type CreateKeyAnswer = "Created" | "UnknownAccount" | "KeyTaken" | "BadKey"

const told = (answer: CreateKeyAnswer, commit: Commit.Commit = Commit.empty) =>
  done(
    answer,
    commit
  )

export const CreateKey: Decision<{ readonly account: AccountId; readonly text: string }, CreateKeyAnswer> = {
  name: "accounts.create_key",
  needs: ({ account, text }) => Needs.all(Needs.row(Accounts, account), Needs.row(ApiKeys, hashKey(text))),
  decide: ({ account, text }, { facts, now }) => {
    if (!Uuid.is(canonical(text))) return told("BadKey")
    const owner = Facts.get(facts, Accounts, account)
    if (owner === null || owner.deletedAt !== null) return told("UnknownAccount")
    if (Facts.get(facts, ApiKeys, hashKey(text)) !== null) return told("KeyTaken")
    return told(
      "Created",
      Commit.make({
        expects: [Facts.expected(facts, Accounts, account), Facts.expected(facts, ApiKeys, hashKey(text))],
        puts: [Commit.put(ApiKeys, keep(account, text, now))]
      })
    )
  }
}
