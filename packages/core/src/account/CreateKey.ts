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
import type { GivenTerms, TermsFlaw } from "./KeptKey.ts"
import * as KeptKey from "./KeptKey.ts"

export type CreateKeyAnswer = "Created" | "UnknownAccount" | "KeyTaken" | "BadKey" | TermsFlaw

export interface Command {
  readonly account: AccountId
  readonly text: string
  readonly terms?: GivenTerms
}

const told = (answer: CreateKeyAnswer, commit: Commit.Commit = Commit.empty) =>
  done(
    answer,
    commit
  )

export const CreateKey: Decision<Command, CreateKeyAnswer> = {
  name: "accounts.create_key",
  needs: ({ account, text }) => Needs.all(Needs.row(Accounts, account), Needs.row(ApiKeys, hashKey(text))),
  decide: ({ account, terms = {}, text }, { facts, now }) => {
    if (!Uuid.is(KeptKey.canonical(text))) return told("BadKey")
    const narrowed = KeptKey.terms(terms, now)
    if (typeof narrowed === "string") return told(narrowed)
    const owner = Facts.get(facts, Accounts, account)
    if (owner === null || owner.deletedAt !== null) return told("UnknownAccount")
    if (Facts.get(facts, ApiKeys, hashKey(text)) !== null) return told("KeyTaken")
    return told(
      "Created",
      Commit.make({
        expects: [Facts.expected(facts, Accounts, account), Facts.expected(facts, ApiKeys, hashKey(text))],
        puts: [Commit.put(ApiKeys, KeptKey.keep(account, text, now, narrowed))]
      })
    )
  }
}
