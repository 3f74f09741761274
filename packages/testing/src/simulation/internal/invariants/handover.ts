/**
 * What is promised of hand-overs to carriers.
 */
import { submissionDeadline } from "@signalbox/core/Limit"
import type { Invariant } from "../../Invariant.ts"
import type { Act, Script } from "../../Script.ts"
import type { Process, Sighting } from "../../Sighting.ts"
import { target } from "../mirror.ts"

/** Counts how many nodes have died: were killed, or declared dead while they lived. */
const deaths = (): { readonly see: (sighting: Sighting) => void; readonly count: () => number } => {
  const killed = new Set<string>()
  let count = 0
  return {
    see: (sighting) => {
      if (sighting._tag === "Killed") {
        killed.add(sighting.by.node)
        count++
      } else if (sighting._tag === "Buried") {
        // The burial of one that was killed is the same death.
        if (!killed.delete(sighting.node)) count++
      }
    },
    count: () => count
  }
}

export const once: Invariant = {
  name: "handed-over-once",
  promise:
    "An attempt reaches its recipient once where the carrier knows references, else once more for each death of " +
    "a node.",
  watch: ({ knows }) => {
    const died = deaths()
    // Who took an attempt up and was declared dead may wake up and hand it over all the same.
    const first = new Map<string, number>()
    const handed = new Map<string, number>()
    const rang = new Map<string, number>()
    return {
      see: (sighting) => {
        died.see(sighting)
        if (sighting._tag === "Claimed") {
          for (const { work } of sighting.leases) {
            const attempt = work.kind === "submission" ? target(work.key) : ""
            if (attempt !== "" && !first.has(attempt)) first.set(attempt, died.count())
          }
        }
        if (sighting._tag === "Handed" && !knows(sighting.carrier)) {
          const { attempt } = sighting.submission
          const times = (handed.get(attempt) ?? 0) + 1
          handed.set(attempt, times)
          const most = 1 + died.count() - (first.get(attempt) ?? 0)
          if (times > most) return `${attempt} was handed to ${sighting.carrier} ${times} times, ${most} at most`
        }
        if (sighting._tag === "Rang" && knows(sighting.carrier)) {
          const times = (rang.get(sighting.attempt) ?? 0) + 1
          rang.set(sighting.attempt, times)
          if (times > 1) return `${sighting.attempt} reached its recipient ${times} times`
        }
        return null
      }
    }
  }
}

/** Troubles that hold everything up, so that nobody can tell for what a message has waited. */
const standstills = new Set<Act["_tag"]>(["Pause", "CutOff", "StoreDown", "StoreFlaky", "StoreSlow", "Kill"])

const isSmooth = ({ steps }: Script): boolean => !steps.some(({ act }) => standstills.has(act._tag))

/** So much earlier may a deadline pass: clocks are off by two seconds at most, and asking takes a moment too. */
const grace = 3000

export const one: Invariant = {
  name: "one-carrier-at-a-time",
  promise: "A message goes to another carrier only after the first one refused it, failed it, or let its time pass.",
  watch: ({ mirror, now, script }) => {
    const handed = new Map<string, number>()
    const over = new Set<string>()
    return {
      see: (sighting) => {
        if (!isSmooth(script)) return null
        if (sighting._tag === "Told" && sighting.outcome._tag === "Refused") over.add(sighting.attempt)
        if (sighting._tag === "Receipt" && sighting.reported._tag === "Failed") over.add(sighting.attempt)
        if (sighting._tag !== "Handed") return null
        const { attempt: id, message: named } = sighting.submission
        const message = mirror.messages.get(named)
        const mine = message?.attempts.find((attempt) => attempt.id === id)
        for (const other of message?.attempts ?? []) {
          const since = handed.get(other.id)
          if (other.id === id || other.send !== mine?.send || since === undefined || over.has(other.id)) continue
          if (now() - since < submissionDeadline - grace) {
            return `${named} went to ${sighting.carrier} ${now() - since} ms after it went to ${other.carrier}`
          }
        }
        if (!handed.has(id)) handed.set(id, now())
        return null
      }
    }
  }
}

export const waiting: Invariant = {
  name: "waiting-is-not-failing",
  promise: "No attempt fails for want of time while it waits to be handed over, or while its carrier still has time.",
  watch: ({ mirror, now, script }) => {
    const handed = new Map<string, number>()
    return {
      see: (sighting) => {
        if (!isSmooth(script)) return null
        if (sighting._tag === "Handed") {
          const { attempt } = sighting.submission
          if (!handed.has(attempt)) handed.set(attempt, now())
        }
        if (sighting._tag !== "Committed") return null
        for (const [id, before] of mirror.before) {
          const known = new Set(before?.attempts.filter(({ report }) => report === "FAILED").map((each) => each.id))
          for (const attempt of mirror.messages.get(id)!.attempts) {
            if (attempt.report !== "FAILED" || attempt.failure !== "provider_timeout" || known.has(attempt.id)) continue
            const since = handed.get(attempt.id)
            if (since === undefined) return `an attempt of ${id} failed, and ${attempt.carrier} was never asked`
            if (now() - since < submissionDeadline - grace) {
              return `an attempt of ${id} failed ${now() - since} ms after ${attempt.carrier} was asked`
            }
          }
        }
        return null
      }
    }
  }
}

const nameOf = ({ life, node }: Process): string => `${node}/${life}`

export const consent: Invariant = {
  name: "no-hand-over-after-a-no",
  promise: "Nothing is handed over to a recipient whose refusal was kept before the node last looked at the message.",
  watch: () => {
    let order = 0
    /** Since when a recipient is on the suppression list, and since when one has opted out. */
    const suppressed = new Map<string, number>()
    const optedOut = new Map<string, number>()
    /** Messages that tell a recipient who has opted out that they have. */
    const replies = new Set<string>()
    const looked = new Map<string, number>()
    const numbers = new Map<string, string>()
    const since = (of: Map<string, number>, key: string, isSo: boolean): void => {
      if (!isSo) of.delete(key)
      else if (!of.has(key)) of.set(key, order)
    }
    const look = (by: Process | null, message: string): void => {
      if (by !== null) looked.set(`${nameOf(by)} ${message}`, order)
    }
    return {
      see: (sighting) => {
        order++
        if (sighting._tag === "Committed") {
          const { commit } = sighting
          for (const row of commit.puts) {
            if (row.kind === "contact") {
              const key = `${row.value.account}/${row.value.phone}`
              since(suppressed, key, row.value.suppressedAt !== undefined)
              since(optedOut, key, row.value.optOut)
              numbers.set(row.key, key)
            }
            if (row.kind === "message") look(sighting.by, row.key)
            if (row.kind === "message" && row.value.autoReply !== undefined) replies.add(row.key)
          }
          const kept = new Set(commit.puts.map((row) => row.kind === "contact" ? numbers.get(row.key) : undefined))
          for (const { key, kind } of commit.deletes) {
            const number = kind === "contact" ? numbers.get(key) : undefined
            if (number === undefined || kept.has(number)) continue
            suppressed.delete(number)
            optedOut.delete(number)
          }
        }
        if (sighting._tag === "Loaded") {
          for (const { key, kind } of sighting.needs.rows) if (kind === "message") look(sighting.by, key)
        }
        if (sighting._tag !== "Handed") return null
        const { account, message, to } = sighting.submission
        const number = `${account}/${to}`
        const no = Math.min(
          suppressed.get(number) ?? Infinity,
          replies.has(message) ? Infinity : optedOut.get(number) ?? Infinity
        )
        return no < (looked.get(`${nameOf(sighting.by)} ${message}`) ?? -1)
          ? `${message} was handed over although ${to} had said no`
          : null
      }
    }
  }
}

interface Probe {
  readonly account: string
  readonly node: string
  readonly began: number
  ended: number
}

/** A file that is looked at for less than this is no matter, in milliseconds. */
const glance = 1000

/** A batch of a lane. */
const batch = 128

export const share: Invariant = {
  name: "nobody-waits-for-another-account",
  promise: "A message waits at its carrier for at most one batch of each other account, and for one more that is out.",
  watch: ({ mirror, script }) => {
    const most = batch * Math.max(2, script.accounts.length)
    const due = new Map<string, number>()
    /** How many were handed over by each carrier, and of them by account. */
    const handed = new Map<string, number>()
    const count = (name: string): void => void handed.set(name, (handed.get(name) ?? 0) + 1)
    const others = (carrier: string, account: string): number =>
      (handed.get(carrier) ?? 0) - (handed.get(`${carrier} ${account}`) ?? 0)
    return {
      see: (sighting) => {
        if (!isSmooth(script)) return null
        if (sighting._tag === "Committed") {
          for (const { work } of sighting.commit.due) {
            if (work.kind !== "submission") continue
            const attempt = target(work.key)
            const message = mirror.messageOf(attempt)
            const carrier = message?.attempts.find(({ id }) => id === attempt)?.carrier
            if (message !== undefined && carrier !== undefined && !due.has(attempt)) {
              due.set(attempt, others(carrier, message.account))
            }
          }
        }
        if (sighting._tag !== "Handed") return null
        const { carrier, submission: { account, attempt } } = sighting
        const waited = others(carrier, account) - (due.get(attempt) ?? Infinity)
        count(carrier)
        count(`${carrier} ${account}`)
        return waited > most ? `${attempt} waited at ${carrier} for ${waited} messages of other accounts` : null
      }
    }
  }
}

export const files: Invariant = {
  name: "nobody-waits-for-a-file-of-another-account",
  promise: "What an account sends never waits for a media host of another account.",
  watch: ({ mirror, now, script }) => {
    const isClear = isSmooth(script) &&
      script.carriers.every(({ temper }) => temper.latency <= glance / 2 && temper.perSecond === null)
    const probes: Array<Probe> = []
    const claimed = new Map<string, number>()
    return {
      see: (sighting) => {
        if (!isClear) return null
        switch (sighting._tag) {
          case "Claimed":
            for (const { work } of sighting.leases) {
              if (work.kind === "submission") claimed.set(target(work.key), now())
            }
            return null
          case "ProbeBegan":
            probes.push({ account: sighting.account, node: nameOf(sighting.by), began: now(), ended: Infinity })
            return null
          case "ProbeEnded": {
            const open = probes.find(({ account, ended, node }) =>
              account === sighting.account && node === nameOf(sighting.by) && ended === Infinity
            )
            if (open !== undefined) open.ended = now()
            return null
          }
          case "Handed": {
            const { by, submission: { account, attempt } } = sighting
            const since = claimed.get(attempt) ?? Infinity
            const waited = probes.find((probe) =>
              probe.account !== account && probe.node === nameOf(by) &&
              probe.ended - Math.max(probe.began, since) >= glance && now() - probe.ended < glance
            )
            const message = mirror.messageOf(attempt)
            return waited === undefined || (message?.mediaUrls ?? []).length > 0
              ? null
              : `${attempt} of ${account} waited for a file of ${waited.account}`
          }
          default:
            return null
        }
      }
    }
  }
}
