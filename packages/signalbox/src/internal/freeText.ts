/**
 * Warns whoever sends a text without a template to somebody who may not get one. It is the first thing that everybody
 * tries, and the send itself succeeds.
 */
import type { Commit } from "@signalbox/core/Commit"
import type { Message } from "@signalbox/core/Message"
import * as Effect from "effect/Effect"

const codes: ReadonlySet<string | null> = new Set<Message["code"]>([
  "CONVERSATION_TEMPLATE_REQUIRED",
  "WHATSAPP_TEMPLATE_REQUIRED"
])

/** Of so many accounts it is known that they were warned; the oldest is forgotten for a new one. */
const most = 10_000

const stopped = ({ puts }: Commit): ReadonlyArray<Message> =>
  puts.filter(({ kind }) => kind === "message").map(({ value }) => value as Message).filter(({ code }) =>
    codes.has(code)
  )

/** Returns what warns of the messages that were stored, once for each account. */
export const make = (): (commits: ReadonlyArray<Commit>) => Effect.Effect<void> => {
  const warned = new Set<string>()
  return (commits) => {
    const fresh = commits.flatMap(stopped).filter(({ account }) => {
      if (warned.has(account)) return false
      const [oldest] = warned
      if (warned.size >= most && oldest !== undefined) warned.delete(oldest)
      warned.add(account)
      return true
    })
    return fresh.length === 0 ?
      Effect.void :
      Effect.forEach(fresh, ({ account, code, id, status }) =>
        Effect.logWarning(
          "a text without a template was not sent: its recipient has no open conversation. Send an approved template, after " +
            "which texts may follow for 7 days, or wait until the recipient writes; this account is not warned again",
          { account, message: id, status, reason_code: code }
        ), { discard: true })
  }
}
