/**
 * The promises to accounts that share a carrier or a node with others.
 */
import { carrierOf, SubmissionWork } from "@signalbox/core/Jobs"
import type { Lane } from "@signalbox/core/Work"
import type { Invariant } from "../../Invariant.ts"
import { handOverOf, nameOf } from "../mirror.ts"
import { isSmooth } from "../smooth.ts"

interface Probe {
  readonly account: string
  readonly node: string
  readonly began: number
  ended: number
}

/** A message may be held up for less than this, in milliseconds. */
const glance = 1000

/** A batch of a lane. */
const batch = 128

/** The line of an account at a carrier. */
interface Line {
  /** The time since when each message that waits to be handed over may go, by its attempt. */
  readonly waiting: Map<string, number>
  /** The attempts that the carrier has and has not told of. */
  readonly out: Set<string>
  /** The number of messages of other accounts that its carrier was handed since it moved last. */
  passed: number
}

export const share: Invariant = {
  name: "nobody-waits-for-another-account",
  promise: "A line at a carrier waits for at most one batch of each other account, and for one more that is out.",
  watch: ({ epoch, mirror, now, script }) => {
    const most = batch * Math.max(2, script.accounts.length)
    const lines = new Map<Lane, Line>()
    const lineOf = (lane: Lane): Line => {
      const line = lines.get(lane) ?? { waiting: new Map(), out: new Set(), passed: 0 }
      lines.set(lane, line)
      return line
    }
    const mayGo = (lane: Lane, { waiting }: Line): boolean =>
      (mirror.pauses.get(lane) ?? 0) <= epoch + now() && [...waiting.values()].some((at) => at <= now())
    return {
      see: (sighting) => {
        if (!isSmooth(script)) return null
        if (sighting._tag === "Committed") {
          const { cancels, completes, due, pauses } = sighting.commit
          for (const work of [...cancels, ...completes.map((each) => each.work)]) {
            const attempt = handOverOf(work)
            if (attempt !== null) { for (const { waiting } of lines.values()) waiting.delete(attempt) }
          }
          for (const { at, lane, work } of due) {
            const attempt = handOverOf(work)
            if (attempt !== null) lineOf(lane).waiting.set(attempt, at - epoch)
          }
          for (const { attempt: { carrier, id }, message: { account } } of mirror.handedBack) {
            const line = lineOf(SubmissionWork.lane.of({ carrier, account }))
            if (!line.waiting.has(id)) line.waiting.set(id, now())
          }
          for (const { lane } of pauses) lineOf(lane).passed = 0
        }
        if (sighting._tag === "CarrierOutcome") { for (const { out } of lines.values()) out.delete(sighting.attempt) }
        if (sighting._tag === "HandOverEnded") {
          for (const attempt of sighting.attempts) for (const { out } of lines.values()) out.delete(attempt)
        }
        if (sighting._tag !== "Handed") return null
        const { carrier, submission: { account, attempt } } = sighting
        const mine = lineOf(SubmissionWork.lane.of({ carrier, account }))
        mine.waiting.delete(attempt)
        mine.out.add(attempt)
        mine.passed = 0
        for (const [lane, line] of lines) {
          if (line === mine || carrierOf(lane) !== carrier) continue
          line.passed = line.out.size === 0 && mayGo(lane, line) ? line.passed + 1 : 0
          if (line.passed > most) return `${lane} waited for ${line.passed} messages of other accounts`
        }
        return null
      }
    }
  }
}

export const files: Invariant = {
  name: "nobody-waits-for-a-file-of-another-account",
  promise: "What an account sends never waits for a media host of another account.",
  watch: ({ mirror, now, script }) => {
    const isClear = isSmooth(script) &&
      script.carriers.every(({ temper }) =>
        temper.latency <= glance / 2 && temper.perSecond === null && temper.pace === null && temper.busy === 0
      )
    const probes: Array<Probe> = []
    const claimed = new Map<string, number>()
    return {
      see: (sighting) => {
        if (!isClear) return null
        switch (sighting._tag) {
          case "Claimed":
            for (const { work } of sighting.leases) {
              const attempt = handOverOf(work)
              if (attempt !== null) claimed.set(attempt, now())
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
              probe.account !== account && probe.node === nameOf(by) && probe.ended < Infinity &&
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
