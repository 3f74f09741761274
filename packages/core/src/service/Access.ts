/**
 * A way into the service asks here who may come in, and as whom, before it runs an operation.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Authenticated } from "../account/Authenticate.ts"
import { Authenticate, FindAccount } from "../account/Authenticate.ts"
import type { ExecutionError } from "../engine/Executor.ts"
import { Executor } from "../engine/Executor.ts"
import { VoiceSecret } from "../port/VoiceSecret.ts"
import type { Account } from "../row/Account.ts"
import type { Question } from "../user/Permission.ts"
import { Permit } from "../user/Permission.ts"
import type { AccountId } from "../value/Id.ts"
import * as Instant from "../value/Instant.ts"
import type { KeyHash } from "../value/Secret.ts"
import type { VoiceCaller } from "../voice/AuthenticateVoice.ts"
import { AuthenticateVoice } from "../voice/AuthenticateVoice.ts"
import * as VoiceToken from "../voice/VoiceToken.ts"
import * as KeyUse from "./KeyUse.ts"

export type { Authenticated } from "../account/Authenticate.ts"
export type { Question } from "../user/Permission.ts"
export { organizationOf } from "../user/Permission.ts"
export type { VoiceCaller } from "../voice/AuthenticateVoice.ts"

export class Access extends Context.Service<Access, {
  /** An active key with its account. Null: no active key has this hash, or its account is deleted. */
  readonly authenticate: (key: KeyHash) => Effect.Effect<Authenticated | null, ExecutionError>
  /**
   * Returns the caller that a voice token speaks for. Null: it is not valid, it has expired, or its account is deleted.
   */
  readonly authenticateVoice: (token: string) => Effect.Effect<VoiceCaller | null, ExecutionError>
  /** Returns whether the owner of a key may do what requires a role. */
  readonly permits: (question: Question) => Effect.Effect<boolean, ExecutionError>
  /** Deleted accounts are found too, and who may act as an account is for the caller to judge. */
  readonly findAccount: (account: AccountId) => Effect.Effect<Account | null, ExecutionError>
}>()("@signalbox/core/service/Access") {}

export const layer: Layer.Layer<Access, never, Executor> = Layer.effect(
  Access,
  Effect.gen(function*() {
    const executor = yield* Executor
    const { ask } = executor
    const uses = yield* KeyUse.make(executor)
    const secret = yield* VoiceSecret

    return {
      authenticate: (key) =>
        Effect.flatMap(
          ask(Authenticate, key),
          (found) => found !== null && uses.isDue(found) ? Effect.as(uses.note(found), found) : Effect.succeed(found)
        ),
      authenticateVoice: Effect.fnUntraced(function*(token) {
        const claims = secret === null ? null : VoiceToken.verify(secret, token, yield* Instant.now)
        return claims === null ? null : yield* ask(AuthenticateVoice, claims)
      }),
      permits: (question) => ask(Permit, question),
      findAccount: (account) => ask(FindAccount, account)
    }
  })
)
