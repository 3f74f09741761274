/**
 * Keeps items that wait for the store, in the order in which they are served: those that requests wait for go before
 * those that scheduled work waits for. There is no timer: whoever takes a batch gets the items that wait at that
 * moment. Beside a batch that is under way another one may have to be worth its while.
 */
import * as Effect from "effect/Effect"
import type { Asker } from "./Asker.ts"
import * as Asker_ from "./Asker.ts"

export interface Backlog<Item> {
  /** Adds an item behind those of the same priority. Who waits for a batch gets it in a later turn of the scheduler. */
  readonly offer: (item: Item, caller: Asker) => void
  /** Waits until there is something, and takes the next batch, which is under way from then on. */
  readonly take: Effect.Effect<ReadonlyArray<Item>>
  /** Ends a batch that was under way. */
  readonly end: () => void
  /** Waits until items wait that are too few to go beside the batches that are under way. */
  readonly tooFew: Effect.Effect<void>
  /** Lets them go all the same, unless another batch has been taken since. */
  readonly hurry: Effect.Effect<void>
}

export interface Bounds<in Item> {
  /** How many items one batch contains at most, and how large they are together; an item that is larger goes alone. */
  readonly items: number
  readonly size: number
  /** It is called more than once. */
  readonly sizeOf: (item: Item) => number
  /** How many items must wait for a batch of them to go beside others that are under way; 1 unless told. */
  readonly beside?: number
}

/** Beside requests, a batch contains so large a part of work, so that work goes on however many requests there are. */
const partOfWork = 1 / 4

/** A queue whose first items are removed in constant time on average. */
class Line<Item> {
  private items: Array<Item> = []
  private first = 0
  private readonly sizeOf: (item: Item) => number

  constructor(sizeOf: (item: Item) => number) {
    this.sizeOf = sizeOf
  }

  get isEmpty(): boolean {
    return this.first === this.items.length
  }

  get length(): number {
    return this.items.length - this.first
  }

  add(item: Item): void {
    this.items.push(item)
  }

  /** Removes so many items of this size together; the first one whatever its size, when `always`. */
  remove(items: number, size: number, always: boolean): ReadonlyArray<Item> {
    const removed: Array<Item> = []
    let total = 0
    while (!this.isEmpty && removed.length < items) {
      const next = this.items[this.first]!
      total += this.sizeOf(next)
      if (total > size && !(always && removed.length === 0)) break
      removed.push(next)
      this.first++
    }
    if (this.first * 2 > this.items.length) {
      this.items = this.items.slice(this.first)
      this.first = 0
    }
    return removed
  }
}

export const make = <Item>({ beside = 1, items, size, sizeOf }: Bounds<Item>): Backlog<Item> => {
  const requests = new Line<Item>(sizeOf)
  const work = new Line<Item>(sizeOf)

  let isPassedOver = false

  const next = (): ReadonlyArray<Item> => {
    // Only a batch without requests is filled with work: who waits for an answer does not wait for all of it.
    if (requests.isEmpty || isPassedOver) {
      isPassedOver = false
      return work.remove(items, size, true)
    }
    if (work.isEmpty) return requests.remove(items, size, true)
    const first = requests.remove(items * (1 - partOfWork), size * (1 - partOfWork), true)
    const then = work.remove(items * partOfWork, size * partOfWork, false)
    isPassedOver = then.length === 0
    return [...first, ...then]
  }

  let underWay = 0
  /** Whether items were found to be too few since the last batch was taken, and are let go nonetheless. */
  let isHeldBack = false
  let isHurried = false

  const waiting = (): number => requests.length + work.length

  const isReady = (): boolean => waiting() >= beside || waiting() > 0 && (underWay === 0 || isHurried)

  const taken = (): ReadonlyArray<Item> => {
    underWay++
    isHeldBack = isHurried = false
    return next()
  }

  /** Those who wait for a batch, and whether they are woken in a later turn. */
  const takers: Array<(batch: Effect.Effect<ReadonlyArray<Item>>) => void> = []
  let isWaking = false
  /** Who waits for items that are too few. */
  let onTooFew: (() => void) | null = null

  const wake = (): void => {
    isWaking = false
    while (takers.length > 0 && isReady()) takers.shift()!(Effect.succeed(taken()))
  }

  const awaited = Effect.callback<ReadonlyArray<Item>>((resume) => {
    takers.push(resume)
    return Effect.sync(() => {
      const index = takers.indexOf(resume)
      if (index >= 0) takers.splice(index, 1)
    })
  })

  return {
    offer: (item, caller) => {
      const line = Asker_.priority(caller) === "request" ? requests : work
      line.add(item)
      if (isWaking || takers.length === 0) return
      if (isReady()) {
        isWaking = true
        Asker_.later(caller, wake)
      } else onTooFew?.()
    },
    take: Effect.suspend(() => isReady() ? Effect.succeed(taken()) : awaited),
    end: () => {
      underWay--
    },
    tooFew: Effect.callback<void>((resume) => {
      onTooFew = () => {
        onTooFew = null
        isHeldBack = true
        resume(Effect.void)
      }
      if (takers.length > 0 && waiting() > 0 && !isReady()) onTooFew()
    }),
    hurry: Effect.sync(() => {
      isHurried = isHeldBack
      wake()
    })
  }
}
