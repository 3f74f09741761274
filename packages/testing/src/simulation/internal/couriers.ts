/**
 * Receipts on their way from carriers to the service: each goes to some node, again and again until it is taken in.
 */
import type { Reported, Subject } from "@signalbox/core/Receipts"
import * as Exit from "effect/Exit"
import type { Sighting } from "../Sighting.ts"
import type { Node } from "./node.ts"
import type { Timeline } from "./timeline.ts"

/** Brings a receipt to the service. */
export type Bring = (attempt: string, subject: Subject, reported: Reported) => void

/**
 * Nobody brings a receipt more often than this, each time after twice the wait of the time before; one that the service
 * does not know what to do with is not worth that much.
 */
const mostTries = { failed: 12, unknown: 6 }
const firstWait = 1000
const longestWait = 30_000

/** A courier who hears nothing for so long tries again. */
const patience = 15_000

export class Couriers {
  /** The number of receipts that are on their way. */
  open = 0
  private readonly timeline: Timeline
  private readonly see: (sighting: Sighting) => void
  private readonly anyNode: () => Node | null

  constructor(timeline: Timeline, see: (sighting: Sighting) => void, anyNode: () => Node | null) {
    this.timeline = timeline
    this.see = see
    this.anyNode = anyNode
  }

  readonly bring: Bring = (attempt, subject, reported) => {
    this.open++
    this.go(attempt, subject, reported, 0)
  }

  private go(attempt: string, subject: Subject, reported: Reported, tries: number): void {
    const again = (why: keyof typeof mostTries): void => {
      if (tries >= mostTries[why]) this.open--
      else {
        this.timeline.after(
          Math.min(longestWait, firstWait * 2 ** tries),
          () => this.go(attempt, subject, reported, tries + 1)
        )
      }
    }
    const node = this.anyNode()
    if (node?.services === undefined || node.services === null) return again("failed")
    let isWaiting = true
    node.host.fork(node.services.receipts.report({ subject, reported }), (exit) => {
      const answer = Exit.isSuccess(exit) ? exit.value : null
      if (answer !== null) this.see({ _tag: "Receipt", attempt, subject, reported, answer })
      this.timeline.soon(() => {
        if (!isWaiting) return
        isWaiting = false
        if (answer === null) again("failed")
        else if (answer === "unknown") again("unknown")
        else this.open--
      })
    })
    this.timeline.after(patience, () => {
      if (!isWaiting) return
      isWaiting = false
      again("failed")
    })
  }
}
