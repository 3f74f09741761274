/**
 * What waits for the store, in the order in which it is served: what requests wait for goes before what scheduled work
 * waits for. There is no timer: a batch is what waits when somebody takes it.
 */
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import { Priority } from "./Priority.ts"

export interface Backlog<Item> {
  /** Adds items behind those of the same priority. */
  readonly offerAll: (items: ReadonlyArray<Item>) => Effect.Effect<void>
  /** Waits until there is something, and takes the next batch. */
  readonly take: Effect.Effect<ReadonlyArray<Item>>
}

export interface Bounds<in Item> {
  /** How many items one batch contains at most, and how large they are together; an item that is larger goes alone. */
  readonly items: number
  readonly size: number
  readonly sizeOf: (item: Item) => number
}

/** Beside requests, a batch contains so large a part of work, so that work goes on however many requests there are. */
const partOfWork = 1 / 4

interface Sized<Item> {
  readonly item: Item
  readonly size: number
}

/** A queue whose first items are removed in constant time on average. */
class Line<Item> {
  private items: Array<Sized<Item>> = []
  private first = 0

  get isEmpty(): boolean {
    return this.first === this.items.length
  }

  add(item: Sized<Item>): void {
    this.items.push(item)
  }

  /** Removes so many items of this size together; the first one whatever its size, when `always`. */
  remove(items: number, size: number, always: boolean): ReadonlyArray<Item> {
    const removed: Array<Item> = []
    let total = 0
    while (!this.isEmpty && removed.length < items) {
      const next = this.items[this.first]!
      total += next.size
      if (total > size && !(always && removed.length === 0)) break
      removed.push(next.item)
      this.first++
    }
    if (this.first * 2 > this.items.length) {
      this.items = this.items.slice(this.first)
      this.first = 0
    }
    return removed
  }
}

export const make = <Item>({ items, size, sizeOf }: Bounds<Item>): Effect.Effect<Backlog<Item>> =>
  Effect.map(Latch.make(false), (latch) => {
    const requests = new Line<Item>()
    const work = new Line<Item>()

    let isPassedOver = false

    const next = (): ReadonlyArray<Item> => {
      // Only a batch without requests is filled with work: who waits for an answer does not wait for all of it.
      if (requests.isEmpty || isPassedOver) {
        isPassedOver = false
        return work.remove(items, size, true)
      }
      const part = work.isEmpty ? 0 : partOfWork
      const first = requests.remove(items * (1 - part), size * (1 - part), true)
      const then = work.remove(items * part, size * part, false)
      isPassedOver = !work.isEmpty && then.length === 0
      return [...first, ...then]
    }

    const isEmpty = () => requests.isEmpty && work.isEmpty

    const take: Effect.Effect<ReadonlyArray<Item>> = Effect.suspend(() =>
      isEmpty() ? Effect.andThen(latch.close, awaited) : Effect.succeed(next())
    )

    // What came before the latch was closed is not waited for.
    const awaited = Effect.suspend(() => isEmpty() ? Effect.andThen(latch.await, take) : take)

    return {
      offerAll: (items) =>
        Effect.flatMap(Priority, (priority) => {
          const line = priority === "request" ? requests : work
          for (const item of items) line.add({ item, size: sizeOf(item) })
          return Effect.asVoid(latch.open)
        }),
      take
    }
  })
