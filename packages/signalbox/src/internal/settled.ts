/**
 * Waits until a message has come to an end.
 */
import type { SettledOptions } from "../Account.ts"
import type { Message } from "../calls/Messages.ts"
import * as Errors from "./errors.ts"
import type { Listeners } from "./events.ts"
import * as Waiting from "./waiting.ts"

/** After SENT something more is to be expected: a receipt, or the end of the time for it. */
const last = new Set(["DELIVERED", "READ", "FAILED", "FILTERED", "BLOCKED", "CANCELLED", "RECEIVED"])

export const settled = async (
  listeners: Listeners,
  get: (id: string) => Promise<Message>,
  id: string,
  { signal, timeoutMs = 30_000 }: SettledOptions = {}
): Promise<Message> => {
  const found = await Waiting.until({
    look: () => get(id),
    isEnough: ({ status }) => last.has(status),
    // Another node may do the work, so events of this one only make it quicker.
    wake: (call) =>
      listeners.add("*", ({ event, payload }) => {
        if (event.startsWith("message.") && payload["message_id"] === id.toLowerCase()) call()
      }),
    timeoutMs,
    signal
  })
  if (last.has(found.status)) return found
  throw Errors.error("INTERNAL_004", `The message ${id} is still ${found.status} after ${timeoutMs} ms.`)
}
