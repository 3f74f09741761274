/**
 * The networks in this process: they live as long as it does.
 */
import type { AttemptId } from "@signalbox/core/Id"
import { make as instant } from "@signalbox/core/Instant"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { Step } from "./Handset.ts"
import { MemoryCarriers } from "./internal/memoryCarriers.ts"
import { MemoryHandsets } from "./internal/memoryHandsets.ts"
import type { Correspondent, OwedReceipt } from "./Network.ts"
import { Network } from "./Network.ts"
import type { Played } from "./Play.ts"
import * as Play from "./Play.ts"
import type { OwedReceipts } from "./ReceiptQueue.ts"
import { dueAt, ReceiptQueue } from "./ReceiptQueue.ts"

class Networks {
  private readonly known = new Map<AttemptId, Play.Known>()
  private readonly scripts = new Map<PhoneNumber, ReadonlyArray<Step>>()
  private readonly correspondents = new Map<string, Correspondent>()
  /**
   * The receipts that are owed for each attempt. An attempt is in the agenda, or its first receipt is being brought.
   */
  private readonly debts = new Map<AttemptId, OwedReceipts>()
  private readonly agenda = new ReceiptQueue()
  /** By the id of the receipt that is being brought. */
  private readonly inHand = new Map<string, OwedReceipts>()

  private readonly carriers = new MemoryCarriers()
  private readonly handsets = new MemoryHandsets()

  readonly service: Network["Service"] = {
    ...this.carriers.service,
    ...this.handsets.service,
    submit: (carrier, batch, terms, told = () => Effect.void) =>
      Effect.suspend(() => {
        const { known, scripts } = this
        const result = Play.batch({
          ...terms,
          carrier,
          batch,
          known: new Map(batch.flatMap(({ attempt }) => {
            const before = known.get(attempt)
            return before === undefined ? [] : [[attempt, before] as const]
          })),
          scripts
        })
        for (const [phone, steps] of result.scripts) this.write(phone, steps)
        for (const played of result.played) this.keep(played)
        return Effect.as(told(Play.arrivals(result.played)), result.outcomes)
      }),
    script: (phone, steps) => Effect.sync(() => this.write(phone, steps)),
    remaining: (phone) => Effect.sync(() => this.scripts.get(phone) ?? []),
    correspondent: (phone, channel) => Effect.sync(() => this.correspondents.get(`${phone}/${channel}`) ?? null),
    claimDue: (now, limit) =>
      Effect.sync(() =>
        this.agenda.take(now, limit).map((debt) => {
          const [next] = debt.receipts
          this.inHand.set(next.id, debt)
          return next
        })
      ),
    settle: (brought, putOff, until) =>
      Effect.sync(() => {
        for (const receipt of brought) this.release(receipt, ({ receipts: [, ...rest] }) => rest)
        for (const receipt of putOff) {
          this.release(receipt, ({ receipts: [first, ...rest] }) => [
            { ...first, dueAt: instant(Math.max(first.dueAt, until)) },
            ...rest
          ])
        }
      }),
    nextDue: Effect.sync(() => {
      const { first } = this.agenda
      const all = [...this.inHand.values(), ...(first === undefined ? [] : [first])].map(dueAt)
      return all.length === 0 ? Option.none() : Option.some(all.reduce((a, b) => a < b ? a : b))
    }),
    wipe: Effect.sync(() => {
      for (const map of [this.known, this.scripts, this.correspondents, this.debts, this.inHand]) {
        map.clear()
      }
      this.agenda.clear()
      this.carriers.clear()
      this.handsets.clear()
    })
  }

  private write(phone: PhoneNumber, steps: ReadonlyArray<Step>): void {
    if (steps.length === 0) this.scripts.delete(phone)
    else this.scripts.set(phone, steps)
  }

  private keep({ outcome, owed, received, round, submission }: Played): void {
    const { account, attempt, channel, from, message, to } = submission
    this.known.set(attempt, { outcome, rounds: round + 1 })
    if (received !== null) this.handsets.show({ phone: to, account, received })
    // A handset that shows the message can answer it, even when the carrier's answer was lost.
    if (outcome._tag === "Accepted" || received !== null) {
      this.correspondents.set(`${to}/${channel}`, { account, number: from })
    }
    const receipts = owed.map((each, index) => ({ id: `${attempt}/${round}/${index}`, message, attempt, ...each }))
    const earlier = this.debts.get(attempt)
    if (earlier === undefined) this.owe(attempt, receipts)
    else earlier.receipts.push(...receipts)
  }

  private owe(attempt: AttemptId, [first, ...rest]: ReadonlyArray<OwedReceipt>): void {
    if (first === undefined) return
    const debt: OwedReceipts = { receipts: [first, ...rest] }
    this.debts.set(attempt, debt)
    this.agenda.add(debt)
  }

  private release({ attempt, id }: OwedReceipt, change: (debt: OwedReceipts) => ReadonlyArray<OwedReceipt>): void {
    const debt = this.inHand.get(id)
    if (debt === undefined) return
    this.inHand.delete(id)
    this.debts.delete(attempt)
    this.owe(attempt, change(debt))
  }
}

export const layer: Layer.Layer<Network> = Layer.sync(Network, () => new Networks().service)
