/**
 * The carriers of the simulated world: one of each for all nodes, with a temper, a pace and a memory of their own.
 */
import type { Carrier, Submission, SubmissionOutcome } from "@signalbox/core/Carrier"
import type { AttemptId, CarrierId } from "@signalbox/core/Id"
import type { Instant } from "@signalbox/core/Instant"
import type { Reported, Subject } from "@signalbox/core/Receipts"
import * as Effect from "effect/Effect"
import type { CarrierRole, Temper } from "../Script.ts"
import { temper } from "../Script.ts"
import type { Sighting } from "../Sighting.ts"
import type { Bring } from "./couriers.ts"
import type { Dice } from "./dice.ts"
import { epoch } from "./furniture.ts"
import type { Timeline } from "./timeline.ts"

/** The time that a carrier that says nothing else may take to answer. */
export const answersWithin = 30_000

interface Taken {
  readonly references: ReadonlyArray<string>
  readonly submission: Submission
}

/** Something that a carrier tells, so many milliseconds after it was asked. */
interface Saying {
  readonly after: number
  readonly attempt: AttemptId
  readonly outcome: SubmissionOutcome
}

type Tell = Parameters<Carrier["submit"]>[1]

const other: SubmissionOutcome = { _tag: "Refused", failure: "rate_limited", detail: null }

/** Tells everything, each at its time. */
const recite = (sayings: ReadonlyArray<Saying>, tell: Tell): Effect.Effect<void> => {
  let at = 0
  return Effect.forEach(
    sayings.toSorted((one, other) => one.after - other.after),
    ({ after, attempt, outcome }) => {
      const wait = after - at
      at = after
      return Effect.andThen(wait > 0 ? Effect.sleep(wait) : Effect.void, tell(attempt, outcome))
    },
    { discard: true }
  )
}

export class Network {
  private readonly timeline: Timeline
  private readonly dice: Dice
  private readonly see: (sighting: Sighting) => void
  private readonly bring: Bring
  /** By carrier: when all that it has taken is through, and what it has taken. */
  private readonly throughAt = new Map<string, number>()
  private readonly taken = new Map<string, Map<string, Taken>>()
  /** The batch that any carrier was handed last. */
  private lastHanded: ReadonlyArray<Submission> = []
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

  carrier(role: CarrierRole): Carrier {
    return {
      id: role.id as CarrierId,
      channels: role.channels,
      pace: role.temper.pace,
      ...(role.temper.answersWithin === null ? {} : { answersWithin: role.temper.answersWithin }),
      submit: (batch, tell) => Effect.suspend(() => this.submit(role, batch, tell))
    }
  }

  private temper({ temper: own }: CarrierRole): Temper {
    const { answersWithin, knows, pace, perSecond } = own
    const reference = own.reference === "rubbish" ? "name" : own.reference
    return this.isHealed ? temper({ answersWithin, knows, pace, perSecond, reference }) : own
  }

  private submit(role: CarrierRole, batch: ReadonlyArray<Submission>, tell: Tell): Effect.Effect<void> {
    const behaviour = this.temper(role)
    const { dice } = this
    const takes = dice.hits(behaviour.busy) ? dice.below(batch.length) : batch.length
    const sayings = batch.map((submission, index): Saying => {
      const after = behaviour.latency + dice.below(10)
      if (index >= takes) return { after, attempt: submission.attempt, outcome: this.busy(behaviour) }
      const through = this.through(role.id, behaviour)
      return {
        after: through + after,
        attempt: submission.attempt,
        outcome: this.answer(role, behaviour, submission, through)
      }
    })
    const stray = this.strays(behaviour)
    this.lastHanded = batch

    const [throws, hangs] = [dice.hits(behaviour.throws), dice.hits(behaviour.hangs)]
    if (dice.hits(behaviour.late)) {
      const limit = behaviour.answersWithin ?? answersWithin
      const late = sayings.map((saying) => ({ ...saying, after: saying.after + limit + dice.below(5000) }))
      return Effect.andThen(Effect.forkDetach(recite(late, tell)), hangs ? Effect.never : Effect.void)
    }
    const repeated = dice.hits(behaviour.twice)
      ? sayings.map((saying) => ({ ...saying, ...(dice.hits(0.5) ? {} : { outcome: other }), after: saying.after + 5 }))
      : []
    const told = throws || hangs
      ? sayings.slice(0, dice.below(batch.length))
      : dice.hits(behaviour.short)
      ? sayings.slice(0, -1)
      : [...sayings, ...repeated]
    const end = throws ? Effect.die(new Error(`${role.id} throws`)) : hangs ? Effect.never : Effect.void
    return Effect.andThen(recite([...stray, ...told], tell), end)
  }

  /** In how many milliseconds the next message is through. */
  private through(id: string, { perSecond }: Temper): number {
    const { now } = this.timeline
    const through = Math.max(now, this.throughAt.get(id) ?? 0) + (perSecond === null ? 0 : 1000 / perSecond)
    this.throughAt.set(id, through)
    return through - now
  }

  private busy({ busyHolds, busyMillis }: Temper): SubmissionOutcome {
    return { _tag: "Busy", until: (epoch + this.timeline.now + busyMillis) as Instant, holds: busyHolds }
  }

  private answer(role: CarrierRole, behaviour: Temper, submission: Submission, millis: number): SubmissionOutcome {
    if (this.dice.hits(behaviour.refuses)) return { _tag: "Refused", failure: behaviour.refusal, detail: null }
    return { _tag: "Accepted", references: this.take(role, behaviour, submission, millis).references }
  }

  /** Returns what a carrier tells of attempts that it was not asked about. */
  private strays({ latency, strays }: Temper): ReadonlyArray<Saying> {
    if (!this.dice.hits(strays)) return []
    const [first] = this.lastHanded
    const nobody = "019a0000-0000-7000-8000-000000000000" as AttemptId
    return [
      { after: latency, attempt: first?.attempt ?? nobody, outcome: other },
      { after: latency, attempt: nobody, outcome: { _tag: "Accepted", references: [`stray-${this.names++}`] } }
    ]
  }

  private take(role: CarrierRole, behaviour: Temper, submission: Submission, millis: number): Taken {
    const memory = this.taken.get(role.id) ?? new Map<string, Taken>()
    this.taken.set(role.id, memory)
    const known = memory.get(submission.attempt)
    if (known !== undefined && behaviour.knows) return known
    const taken: Taken = { references: this.references(role, behaviour, submission), submission }
    memory.set(submission.attempt, taken)
    this.timeline.after(millis, () => {
      this.see({ _tag: "Rang", carrier: role.id, attempt: submission.attempt })
    })
    this.receipts(role, behaviour, taken, millis)
    return taken
  }

  private references({ id }: CarrierRole, { reference }: Temper, { sms }: Submission): ReadonlyArray<string> {
    const name = (): string => `${id}-${this.names++}`
    switch (reference) {
      case "none":
        return []
      case "name":
        return [name()]
      case "parts":
        return (sms?.parts ?? [""]).map(name)
      case "rubbish":
        return [`${name()}\u0000`]
    }
  }

  private receipts(role: CarrierRole, behaviour: Temper, { references, submission }: Taken, millis: number): void {
    const { dice } = this
    const { attempt, message } = submission
    const whole: Subject = { _tag: "Attempt", message, attempt }
    const named = references.map((reference): Subject => ({
      _tag: "Reference",
      carrier: role.id as CarrierId,
      reference
    }))
    const subjects = named.length > 1 ? named : [named[0] === undefined || dice.hits(0.5) ? whole : named[0]]
    for (const subject of subjects) this.receipt(behaviour, attempt, subject, millis)
  }

  private receipt(behaviour: Temper, attempt: string, subject: Subject, millis: number): void {
    const { dice, timeline } = this
    if (dice.hits(behaviour.receiptLost)) return
    const reported: Reported = dice.hits(behaviour.receiptFails)
      ? { _tag: "Failed", failure: "handset_unreachable" }
      : { _tag: "Delivered" }
    for (let time = 0; time < behaviour.receipts; time++) {
      const wait = millis + behaviour.receiptAfter + (time === 0 ? dice.below(20) : dice.below(5000))
      timeline.after(wait, () => this.bring(attempt, subject, reported))
    }
  }
}
