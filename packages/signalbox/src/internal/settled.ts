/**
 * Waits until a message has come to an end.
 */
import type { SettledOptions } from "../Account.ts"
import type { Message } from "../calls/Messages.ts"
import * as Errors from "./errors.ts"
import type { Listeners } from "./events.ts"
import * as Given from "./given.ts"
import * as Schemas from "./givenSchemas.ts"
import * as Waiting from "./waiting.ts"

/** After SENT something more is to be expected: a receipt, or the end of the time for it. */
const last = new Set(["DELIVERED", "READ", "FAILED", "FILTERED", "BLOCKED", "CANCELLED", "RECEIVED"])

/** The signal is an object of the runtime's, so it is looked at by itself. */
const read = (id: unknown, options: SettledOptions = {}) => {
  const { signal, ...others } = { ...options }
  Given.read("messages.settled", "", Schemas.OfMessage, { id })
  const { timeoutMs = 30_000 } = Given.read("messages.settled", "options", Schemas.Settled, others)
  if (signal !== undefined && !Schemas.isSignal(signal)) {
    throw Errors.wrong("messages.settled", ["options.signal must be an AbortSignal"])
  }
  return { signal, timeoutMs }
}

export const settled = async (
  listeners: Listeners,
  get: (id: string) => Promise<Message>,
  id: string,
  options?: SettledOptions
): Promise<Message> => {
  const { signal, timeoutMs } = read(id, options)
  const found = await Waiting.until({
    look: () => get(id),
    isEnough: ({ status }) => last.has(status),
    // Another node may do the work, so events of this one only make it quicker.
    wake: (call) =>
      listeners.add("*", ({ field, payload }) => {
        if (field === "message" && payload.message_id === id.toLowerCase()) call()
      }),
    timeoutMs,
    signal
  })
  if (last.has(found.status)) return found
  throw Errors.error("INTERNAL_004", `The message ${id} is still ${found.status} after ${timeoutMs} ms.`)
}
