/**
 * The operator cancels what waits.
 */
import type { CarrierId } from "@signalbox/core/Id"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { MessageOperations } from "../../WorkOperations.ts"
import * as Given from "../given.ts"
import type { Run } from "../operated.ts"
import { ofAccount } from "../operated.ts"
import * as Reading from "./reading.ts"

const Options = Schema.Struct({
  carrier: Schema.optionalKey(Schema.String),
  after: Schema.optionalKey(Reading.after)
})

export const messages = (run: Run): MessageOperations => ({
  cancelWaiting: async (account, options) => {
    const call = "operator.messages.cancelWaiting"
    const text = Reading.account(call, account)
    const { after, carrier = null } = Given.read(call, "options", Options, options)
    const cancel = ofAccount(
      text,
      (operator, id) => operator.cancelWaiting(id, carrier as CarrierId | null, Reading.positionOf(after))
    )
    return run(Effect.map(cancel, (done) => ({ ...done, after: Reading.cursor(done.after) })))
  }
})
