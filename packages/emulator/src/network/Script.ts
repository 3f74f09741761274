/**
 * A handset's script as it is written: `{"script":[{"channel"?,"carrier"?,"submit"?,"receipts"?,"delay_ms"?}]}`.
 */
import { Channel } from "@signalbox/core/Channel"
import * as Instant from "@signalbox/core/Instant"
import * as Schema from "effect/Schema"
import { ids } from "./CarrierTable.ts"
import { described } from "./Described.ts"
import type { Step } from "./Handset.ts"
import { ScriptedReceipt, Submit } from "./Handset.ts"

const longestDelay = 30 * Instant.day

const Written = Schema.Struct({
  channel: described("Only a submission on this channel takes the step.", Channel),
  carrier: described("Only a submission to this carrier takes the step.", Schema.Literals(ids)),
  submit: described(
    "What the carrier answers: it accepts the message unless told otherwise; `hang` gives no answer.",
    Submit
  ),
  receipts: described(
    "What the carrier reports afterwards, in this order: an accepted message is delivered unless told otherwise.",
    Schema.Array(ScriptedReceipt)
  ),
  delay_ms: described(
    "How long each of them comes after the one before, in milliseconds of the service's time.",
    Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: longestDelay }))
  )
})

export const Script = Schema.Struct({ script: Schema.Array(Written) })
export type Script = typeof Script.Type

/**
 * Unless the script says otherwise, a carrier that accepts a message reports it delivered, and one that does not
 * reports nothing.
 */
export const steps = ({ script }: Script): ReadonlyArray<Step> =>
  script.map(({ carrier, channel, delay_ms: delayMillis, receipts, submit = "accept" }) => ({
    channel: channel ?? null,
    carrier: (carrier ?? null) as Step["carrier"],
    submit,
    receipts: receipts ?? (submit === "accept" ? ["delivered"] : []),
    delayMillis: delayMillis ?? 0
  }))

/** Returns a step as it is written. */
export const written = ({ carrier, channel, delayMillis, receipts, submit }: Step) => ({
  ...(channel === null ? {} : { channel }),
  ...(carrier === null ? {} : { carrier }),
  submit: typeof submit === "string" ? submit : { ...submit },
  receipts: receipts.map((receipt) => typeof receipt === "string" ? receipt : { ...receipt }),
  delay_ms: delayMillis
})
