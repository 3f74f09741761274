/**
 * Finds the account and the app identity that a voice token speaks for.
 */
import { type Decision, done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { Account } from "../row/Account.ts"
import { Accounts } from "../row/Account.ts"
import type { VoiceClaims } from "./VoiceToken.ts"

export interface VoiceCaller {
  readonly account: Account
  readonly identity: string
}

/** Returns null when the account of a token is gone. */
export const AuthenticateVoice: Decision<VoiceClaims, VoiceCaller | null> = {
  name: "authenticate_voice",
  needs: ({ account }) => Needs.row(Accounts, account),
  decide: ({ account: id, identity }, { facts }) => {
    const account = Facts.get(facts, Accounts, id)
    const answer = account === null || account.deletedAt !== null ? null : { account, identity }
    return done(answer)
  }
}
