/**
 * The carriers of the simulated world: one of each for all nodes, with a temper, a pace and a memory of their own.
 */
import type { Submission, SubmissionOutcome } from "@signalbox/core/Carrier"
import type { CarrierId } from "@signalbox/core/Id"
import type { Reported, Subject } from "@signalbox/core/Receipts"
import * as Effect from "effect/Effect"
import type { CarrierRole, Temper } from "../Script.ts"
import { temper } from "../Script.ts"
import type { Sighting } from "../Sighting.ts"
import type { Bring } from "./couriers.ts"
import type { Dice } from "./dice.ts"
import type { Host } from "./host.ts"
import type { Timeline } from "./timeline.ts"

interface Taken {
  readonly reference: string | null
  readonly submission: Submission
}

export class Network {
  private readonly timeline: Timeline
  private readonly dice: Dice
  private readonly see: (sighting: Sighting) => void
  private readonly bring: Bring
  /** By carrier: until when it is busy, what it has taken, how it behaves. */
  private readonly busyUntil = new Map<string, number>()
  private readonly taken = new Map<string, Map<string, Taken>>()
  private isHealed = false
  private names = 0

  constructor(timeline: Timeline, dice: Dice, see: (sighting: Sighting) => void, bring: Bring) {
    this.timeline = timeline
    this.dice = dice
    this.see = see
    this.bring = bring
  }

  /** From now on carriers make no trouble; their pace and their memory stay. */
  heal(): void {
    this.isHealed = true
  }

  submit(
    host: Host,
    role: CarrierRole,
    batch: ReadonlyArray<Submission>
  ): Effect.Effect<ReadonlyArray<SubmissionOutcome>> {
    return Effect.callback((resume) => {
      const behaviour = this.isHealed
        ? temper({ knows: role.temper.knows, perSecond: role.temper.perSecond, reference: "name" })
        : role.temper
      const { dice, timeline } = this
      const interval = behaviour.perSecond === null ? 0 : 1000 / behaviour.perSecond
      let through = Math.max(timeline.now, this.busyUntil.get(role.id) ?? 0)
      const outcomes = batch.map((submission): SubmissionOutcome => {
        through += interval
        if (dice.hits(behaviour.refuses)) return { _tag: "Refused", failure: behaviour.refusal }
        const { reference } = this.take(role, behaviour, submission, through - timeline.now)
        return { _tag: "Accepted", reference }
      })
      this.busyUntil.set(role.id, through)
      const throws = dice.hits(behaviour.throws)
      if (dice.hits(behaviour.hangs)) return
      if (dice.hits(behaviour.short)) outcomes.pop()
      else if (dice.hits(behaviour.twice)) outcomes.push(...outcomes)
      host.after(
        through - timeline.now + behaviour.latency + dice.below(10),
        () => resume(throws ? Effect.die(new Error(`${role.id} throws`)) : Effect.succeed(outcomes))
      )
    })
  }

  private take(role: CarrierRole, behaviour: Temper, submission: Submission, millis: number): Taken {
    const memory = this.taken.get(role.id) ?? new Map<string, Taken>()
    this.taken.set(role.id, memory)
    const known = memory.get(submission.attempt)
    if (known !== undefined && behaviour.knows) return known
    const name = `${role.id}-${this.names++}`
    const reference = behaviour.reference === "none" ? null : behaviour.reference === "name" ? name : `${name}\u0000`
    const taken: Taken = { reference, submission }
    memory.set(submission.attempt, taken)
    this.timeline.after(millis, () => {
      this.see({ _tag: "Rang", carrier: role.id, attempt: submission.attempt })
    })
    this.receipts(role, behaviour, taken, millis)
    return taken
  }

  private receipts(role: CarrierRole, behaviour: Temper, { reference, submission }: Taken, millis: number): void {
    const { dice, timeline } = this
    if (dice.hits(behaviour.receiptLost)) return
    const { attempt, message } = submission
    const reported: Reported = dice.hits(behaviour.receiptFails)
      ? { _tag: "Failed", failure: "handset_unreachable" }
      : { _tag: "Delivered" }
    const subject: Subject = reference === null || dice.hits(0.5)
      ? { _tag: "Attempt", message, attempt }
      : { _tag: "Reference", carrier: role.id as CarrierId, reference }
    for (let time = 0; time < behaviour.receipts; time++) {
      const wait = millis + behaviour.receiptAfter + (time === 0 ? dice.below(20) : dice.below(5000))
      timeline.after(wait, () => this.bring(attempt, subject, reported))
    }
  }
}
