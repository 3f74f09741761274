/**
 * The promises about due work.
 */
import { FallbackWork, ReceiptDeadlineWork, SubmissionDeadlineWork } from "@signalbox/core/Jobs"
import type { WorkRef } from "@signalbox/core/Work"
import { refText } from "@signalbox/core/Work"
import type { Invariant } from "../../Invariant.ts"
import { accountNumber, phone } from "../furniture.ts"
import { grace } from "../smooth.ts"

export const vain: Invariant = {
  name: "nothing-is-due-in-vain",
  promise: "What is known of an attempt cancels the deadlines that waited for it.",
  watch: ({ mirror }) => ({
    see: (sighting) => {
      if (sighting._tag !== "Committed") return null
      for (const id of mirror.before.keys()) {
        const message = mirror.messages.get(id)!
        for (const attempt of message.attempts) {
          const target = { message: id, attempt: attempt.id }
          if (attempt.report !== null && mirror.item(SubmissionDeadlineWork.ref(target)) !== undefined) {
            return `${attempt.id} is ${attempt.report}, and its submission still has a deadline`
          }
          if (
            attempt.report !== null && attempt.report !== "SENT" &&
            mirror.item(ReceiptDeadlineWork.ref(target)) !== undefined
          ) return `${attempt.id} is ${attempt.report}, and a receipt is still waited for`
          if (
            (message.status !== "SENT" || attempt.report !== "SENT" || attempt.overdue === true) &&
            mirror.item(FallbackWork.ref(target)) !== undefined
          ) return `${attempt.id} of ${id}, which is ${message.status}, still waits for its next channel`
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
          const key = `${message.account} ${message.template?.name}`
          const count = (sent.get(key) ?? 0) + 1
          sent.set(key, count)
          const limit = script.accounts[accountNumber(message.account)]?.dailyLimit ?? Infinity
          if (count > limit) return `${message.account} has sent ${count} of a template, ${limit} at most`
        }
        return null
      }
    }
  }
}

const mostFailures = 12
const shortestWait = 5000
const longestWait = 60 * 60_000

export const failing: Invariant = {
  name: "what-fails-is-not-lost",
  promise:
    "Work that fails is tried again, each time after twice the wait, and after 12 failures an operator sees it; no " +
    "work fails because something else did, or because the store was away.",
  watch: ({ epoch, mirror, now, script }) => {
    const failures = new Map<string, number>()
    const unstorable = new Set<string>(
      script.steps.flatMap(({ act }) => act._tag === "Unstorable" ? [phone(act.phone)] : [])
    )
    const isToBlame = ({ key }: WorkRef): boolean => {
      const message = mirror.messages.get(key.split("/")[0]!)
      return message !== undefined && unstorable.has(message.phone)
    }
    return {
      see: (sighting) => {
        if (sighting._tag !== "Committed") return null
        const { completes, due, puts } = sighting.commit
        const again = new Map(due.map((each) => [refText(each.work), each]))
        for (const { work } of completes) {
          const name = refText(work)
          const before = failures.get(name) ?? 0
          failures.delete(name)
          const letter = puts.find((row) => row.kind === "dead_letter" && refText(row.value) === name)
          const count = letter === undefined ? again.get(name)?.failures ?? 0 : before + 1
          if (count === 0) continue
          if (!isToBlame(work)) return `${name} counts as failed, and nothing is wrong with it`
          if (count !== before + 1) return `${name} counts ${count} failures after ${before}`
          if (letter !== undefined) {
            if (count !== mostFailures) return `${name} was given up after ${count} failures`
            continue
          }
          if (count >= mostFailures) return `${name} has failed ${count} times, and nobody sees it`
          failures.set(name, count)
          const wait = again.get(name)!.at - epoch - now()
          const least = Math.min(longestWait, shortestWait * 2 ** (count - 1)) - grace
          if (wait < least) return `${name} failed ${count} times and is tried again after ${wait} ms`
        }
        return null
      }
    }
  }
}
