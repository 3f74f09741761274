/**
 * The networks in this process: they live as long as it does.
 */
import type { SubmissionOutcome } from "@signalbox/core/port/Carrier"
import type { AttemptId } from "@signalbox/core/value/Id"
import type { Instant } from "@signalbox/core/value/Instant"
import { make as instant } from "@signalbox/core/value/Instant"
import type { PhoneNumber } from "@signalbox/core/value/PhoneNumber"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { Received, Step } from "./Handset.ts"
import type { Correspondent, OwedReceipt } from "./Network.ts"
import { Network } from "./Network.ts"
import type { Played } from "./Play.ts"
import * as Play from "./Play.ts"

/** The receipts that are still owed for one attempt, the next one first. */
interface Debt {
  readonly receipts: Array<OwedReceipt>
  dueAt: Instant
}

/** Debts in the order in which they fall due; of the same instant, the older one first. */
class Agenda {
  private readonly debts: Array<Debt> = []

  get first(): Debt | undefined {
    return this.debts[0]
  }

  add(debt: Debt): void {
    let low = 0
    let high = this.debts.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.debts[middle]!.dueAt <= debt.dueAt) low = middle + 1
      else high = middle
    }
    this.debts.splice(low, 0, debt)
  }

  take(now: Instant, limit: number): ReadonlyArray<Debt> {
    let count = 0
    while (count < limit && count < this.debts.length && this.debts[count]!.dueAt <= now) count++
    return this.debts.splice(0, count)
  }

  clear(): void {
    this.debts.length = 0
  }
}

class Networks {
  private readonly known = new Map<AttemptId, SubmissionOutcome>()
  private readonly scripts = new Map<PhoneNumber, ReadonlyArray<Step>>()
  private readonly inboxes = new Map<PhoneNumber, Array<Received>>()
  private readonly correspondents = new Map<string, Correspondent>()
  private readonly agenda = new Agenda()
  /** By the id of the receipt that is being brought. */
  private readonly inHand = new Map<string, Debt>()

  readonly service: Network["Service"] = {
    submit: (carrier, batch, now) =>
      Effect.sync(() => {
        const { known, scripts } = this
        const result = Play.batch({
          carrier,
          batch,
          known: new Map(batch.flatMap(({ attempt }) => {
            const outcome = known.get(attempt)
            return outcome === undefined ? [] : [[attempt, outcome] as const]
          })),
          scripts,
          now
        })
        for (const [phone, steps] of result.scripts) this.write(phone, steps)
        for (const played of result.played) this.keep(played)
        return result.outcomes
      }),
    script: (phone, steps) => Effect.sync(() => this.write(phone, steps)),
    received: (phone, now) =>
      Effect.sync(() =>
        (this.inboxes.get(phone) ?? []).filter(({ receivedAt }) => receivedAt <= now).toSorted((a, b) =>
          a.receivedAt - b.receivedAt
        )
      ),
    correspondent: (phone, channel) => Effect.sync(() => this.correspondents.get(`${phone}/${channel}`) ?? null),
    claimDue: (now, limit) =>
      Effect.sync(() =>
        this.agenda.take(now, limit).map((debt) => {
          const next = debt.receipts[0]!
          this.inHand.set(next.id, debt)
          return next
        })
      ),
    settle: (brought, putOff, until) =>
      Effect.sync(() => {
        for (const receipt of brought) this.release(receipt, (debt) => debt.receipts.shift(), null)
        for (const receipt of putOff) this.release(receipt, () => undefined, until)
      }),
    nextDue: Effect.sync(() => {
      const held = [...this.inHand.values()].map(({ dueAt }) => dueAt)
      const first = this.agenda.first?.dueAt
      const all = first === undefined ? held : [...held, first]
      return all.length === 0 ? Option.none() : Option.some(all.reduce((a, b) => a < b ? a : b))
    }),
    wipe: Effect.sync(() => {
      for (const map of [this.known, this.scripts, this.inboxes, this.correspondents, this.inHand]) map.clear()
      this.agenda.clear()
    })
  }

  private write(phone: PhoneNumber, steps: ReadonlyArray<Step>): void {
    if (steps.length === 0) this.scripts.delete(phone)
    else this.scripts.set(phone, steps)
  }

  private keep({ outcome, owed, received, submission }: Played): void {
    const { account, attempt, channel, from, to } = submission
    this.known.set(attempt, outcome)
    if (received !== null) {
      const inbox = this.inboxes.get(to)
      if (inbox === undefined) this.inboxes.set(to, [received])
      else inbox.push(received)
    }
    if (outcome._tag === "Accepted") this.correspondents.set(`${to}/${channel}`, { account, number: from })
    const [first] = owed
    if (first === undefined) return
    this.agenda.add({
      dueAt: first.dueAt,
      receipts: owed.map((each, index) => ({ id: `${attempt}/${index}`, ...each }))
    })
  }

  private release(receipt: OwedReceipt, change: (debt: Debt) => void, notBefore: Instant | null): void {
    const debt = this.inHand.get(receipt.id)
    if (debt === undefined) return
    this.inHand.delete(receipt.id)
    change(debt)
    const next = debt.receipts[0]
    if (next === undefined) return
    debt.dueAt = notBefore === null ? next.dueAt : instant(Math.max(next.dueAt, notBefore))
    this.agenda.add(debt)
  }
}

export const layer: Layer.Layer<Network> = Layer.sync(Network, () => new Networks().service)
