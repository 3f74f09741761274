/**
 * Tells the simulated provisioner what to say of a channel, and has it asked when the time has come.
 */
import type { Subject } from "@signalbox/core/ChannelSet"
import type { AccountId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import { Operator } from "@signalbox/core/Operator"
import * as Effect from "effect/Effect"
import type { Step } from "./ProvisionScript.ts"
import { ProvisionScript } from "./ProvisionScript.ts"

/** Returns the status of the channel. Null: it is not there yet, so this is for when it is ordered. */
export const order = Effect.fnUntraced(function*(account: AccountId, subject: Subject, step: Step, afterMillis = 0) {
  const script = yield* ProvisionScript
  const operator = yield* Operator
  const at = Instant.plus(yield* Instant.now, afterMillis)
  script.add(account, subject, step, at)
  return yield* operator.askProvisioner(account, subject, at)
})
