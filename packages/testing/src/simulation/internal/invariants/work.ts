/**
 * What is promised of due work.
 */
import type { Invariant } from "../../Invariant.ts"
import { accountNumber } from "../furniture.ts"

export const vain: Invariant = {
  name: "nothing-is-due-in-vain",
  promise: "What is known of an attempt cancels the deadlines that waited for it.",
  watch: ({ mirror }) => ({
    see: (sighting) => {
      if (sighting._tag !== "Committed") return null
      for (const id of mirror.before.keys()) {
        for (const attempt of mirror.messages.get(id)!.attempts) {
          const key = `${id}/${attempt.id}`
          if (attempt.report !== null && mirror.piece({ kind: "submission_deadline", key }) !== undefined) {
            return `${key} is ${attempt.report}, and its submission still has a deadline`
          }
          if (
            attempt.report !== null && attempt.report !== "SENT" &&
            mirror.piece({ kind: "receipt_deadline", key }) !== undefined
          ) return `${key} is ${attempt.report}, and a receipt is still waited for`
        }
      }
      return null
    }
  })
}

export const daily: Invariant = {
  name: "the-daily-limit-holds",
  promise: "No more messages of a template go out in one day than the account may send.",
  watch: ({ mirror, script }) => {
    const sent = new Map<string, number>()
    return {
      see: (sighting) => {
        if (sighting._tag !== "Committed") return null
        for (const [id, before] of mirror.before) {
          const message = mirror.messages.get(id)!
          // Runs begin at noon and ask for a few minutes, so all of it is one day.
          if (message.attempts.length === 0 || (before?.attempts.length ?? 0) > 0) continue
          const count = (sent.get(message.account) ?? 0) + 1
          sent.set(message.account, count)
          const limit = script.accounts[accountNumber(message.account)]?.dailyLimit ?? Infinity
          if (count > limit) return `${message.account} has sent ${count}, ${limit} at most`
        }
        return null
      }
    }
  }
}
