/**
 * Receipts, and what people write, on their way from carriers to the service: each goes to some node, again and again until it is taken in.
 */
import type { AccountId, CarrierId } from "@signalbox/core/Id"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import type { Reported, Subject } from "@signalbox/core/Receipts"
import type * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { Sighting } from "../Sighting.ts"
import type { Node, Services } from "./node.ts"
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
  /** The number of those that are on their way. */
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
    this.carry(
      ({ receipts }) => receipts.report({ subject, reported }),
      (answer) => {
        this.see({ _tag: "Receipt", attempt, subject, reported, answer })
        return answer !== "unknown"
      },
      0
    )
  }

  /** Brings what somebody writes to an account. */
  write(account: AccountId, to: PhoneNumber, from: PhoneNumber, reference: string): void {
    this.open++
    const message = {
      carrier: "one" as CarrierId,
      reference,
      from,
      to: { _tag: "Number", number: to },
      channel: "sms",
      text: "Hello",
      media: []
    } as const
    this.carry(
      ({ inbound }) => inbound.receive(message),
      ({ _tag: answer }) => {
        this.see({ _tag: "Written", account, reference, answer })
        return answer !== "UnknownNumber"
      },
      0
    )
  }

  private carry<A, E>(
    brought: (services: Services) => Effect.Effect<A, E>,
    /** Sees the answer, and returns whether the service knew what to do with it. */
    isKnown: (answer: A) => boolean,
    tries: number
  ): void {
    const again = (why: keyof typeof mostTries): void => {
      if (tries >= mostTries[why]) this.open--
      else {
        this.timeline.after(
          Math.min(longestWait, firstWait * 2 ** tries),
          () => this.carry(brought, isKnown, tries + 1)
        )
      }
    }
    const node = this.anyNode()
    if (node?.services === undefined || node.services === null) return again("failed")
    let isWaiting = true
    node.host.fork(brought(node.services), (exit) => {
      const known = Exit.isSuccess(exit) ? isKnown(exit.value) : null
      this.timeline.soon(() => {
        if (!isWaiting) return
        isWaiting = false
        if (known === null) again("failed")
        else if (known) this.open--
        else again("unknown")
      })
    })
    this.timeline.after(patience, () => {
      if (!isWaiting) return
      isWaiting = false
      again("failed")
    })
  }
}
