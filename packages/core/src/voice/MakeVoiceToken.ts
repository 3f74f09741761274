/**
 * The operator makes a voice token for an app of an account.
 */
import * as Result from "effect/Result"
import * as Limit from "../catalogue/Limit.ts"
import { type Decision, done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import * as Refused from "../commit/Refused.ts"
import { Accounts } from "../row/Account.ts"
import type { AccountId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import { make as instant, second } from "../value/Instant.ts"
import * as VoiceToken from "./VoiceToken.ts"

export interface NewVoiceToken {
  readonly token: string
  readonly expiresAt: Instant
}

export interface Command {
  /** Null: this service has no voice. */
  readonly secret: Uint8Array | null
  readonly account: AccountId
  readonly identity: string
  readonly seconds: number
}

/** Returns why there is no such token, or null. */
const refusal = ({ identity, seconds }: Command): Refused.Refused | null => {
  const { longest } = Limit.voiceTokenSeconds
  if (!VoiceToken.isIdentity(identity)) {
    return Refused.refused("VALIDATION_011", { identity: ["must have 1 to 128 letters, digits or any of . _ @ + : -"] })
  }
  return Number.isInteger(seconds) && seconds >= 1 && seconds <= longest
    ? null
    : Refused.refused("VALIDATION_005", { ttl: [`must be a whole number of seconds between 1 and ${longest}`] })
}

export const MakeVoiceToken: Decision<Command, NewVoiceToken> = {
  name: "make_voice_token",
  needs: ({ account }) => Needs.row(Accounts, account),
  decide: (command, { facts, now }) => {
    const { identity, secret, seconds } = command
    if (secret === null) return Result.fail(Refused.refused("BUSINESS_023"))
    const refused = refusal(command)
    if (refused !== null) return Result.fail(refused)
    const account = Facts.get(facts, Accounts, command.account)
    if (account === null || account.deletedAt !== null) return Result.fail(Refused.refused("RESOURCE_004"))
    const expiresAt = instant((Math.floor(now / second) + seconds) * second)
    const token = VoiceToken.sign(secret, { account: account.id, identity, expiresAt })
    return done({ token, expiresAt })
  }
}
