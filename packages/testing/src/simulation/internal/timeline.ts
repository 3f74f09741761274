/**
 * The one event loop of a run: what may run now, what runs later, and the dice that choose which of several comes
 * first. Time passes only when nothing is left to run at this instant.
 */
import type { Dice } from "./dice.ts"

/** Tasks that run one after the other, in their order: those of one fiber, or one that came from outside. */
export interface Strand {
  /**
   * Returns whether the one that it belongs to runs just now. One that is paused keeps its tasks; a dead one loses
   * them.
   */
  readonly state: () => "runs" | "paused" | "dead"
  /** Takes the next task out. */
  next(): (() => void) | undefined
  /** The number of tasks that are left. */
  readonly size: number
}

interface Timer {
  readonly at: number
  readonly order: number
  readonly fire: () => void
}

const isEarlier = (a: Timer, b: Timer): boolean => a.at < b.at || (a.at === b.at && a.order < b.order)

/** So many tasks at one instant: something runs in a circle. */
const tasksPerInstant = 2_000_000

export class Timeline {
  /** Milliseconds since the run began. */
  now = 0
  /** The number of tasks that have run. */
  steps = 0
  private readonly ready: Array<Strand> = []
  private readonly asleep: Array<Strand> = []
  private readonly timers: Array<Timer> = []
  private order = 0
  private atThisInstant = 0
  private readonly dice: Dice

  constructor(dice: Dice) {
    this.dice = dice
  }

  /** A strand that has something to run. */
  wake(strand: Strand): void {
    this.ready.push(strand)
  }

  /** Something of nobody's: it runs as soon as the dice choose it. */
  soon(run: () => void): void {
    this.wake({ state: () => "runs", next: () => run, size: 0 })
  }

  /** In so many milliseconds, whoever lives then. */
  after(millis: number, fire: () => void): () => void {
    const timer: Timer = { at: this.now + Math.max(0, millis), order: this.order++, fire }
    let isOff = false
    this.push({ ...timer, fire: () => isOff ? undefined : timer.fire() })
    return () => {
      isOff = true
    }
  }

  /** Those who were paused may run again. */
  resume(): void {
    this.ready.push(...this.asleep.splice(0))
  }

  /** Runs the next task, or goes on to the next instant; false when nothing is left before the end. */
  step(end: number): boolean {
    if (this.ready.length === 0) {
      const [first] = this.timers
      if (first === undefined || first.at > end) return false
      if (first.at > this.now) this.atThisInstant = 0
      this.now = Math.max(this.now, first.at)
      for (let due = this.timers[0]; due !== undefined && due.at <= this.now; due = this.timers[0]) {
        this.pop()
        due.fire()
      }
      return true
    }
    const index = this.dice.below(this.ready.length)
    const strand = this.ready[index]!
    const last = this.ready.pop()!
    if (index < this.ready.length) this.ready[index] = last
    const state = strand.state()
    if (state === "paused") this.asleep.push(strand)
    if (state !== "runs") return true
    const task = strand.next()
    if (task === undefined) return true
    if (strand.size > 0) this.ready.push(strand)
    this.steps++
    if (++this.atThisInstant > tasksPerInstant) throw new Error("something runs in a circle, and no time passes")
    task()
    return true
  }

  /** Instants leap: nothing happens between now and then. */
  leap(to: number): void {
    this.now = Math.max(this.now, to)
  }

  private push(timer: Timer): void {
    const heap = this.timers
    let at = heap.push(timer) - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!isEarlier(heap[at]!, heap[parent]!)) break
      ;[heap[at], heap[parent]] = [heap[parent]!, heap[at]!]
      at = parent
    }
  }

  private pop(): void {
    const heap = this.timers
    const last = heap.pop()!
    if (heap.length === 0) return
    heap[0] = last
    for (let at = 0;;) {
      const [left, right] = [2 * at + 1, 2 * at + 2]
      let first = at
      if (left < heap.length && isEarlier(heap[left]!, heap[first]!)) first = left
      if (right < heap.length && isEarlier(heap[right]!, heap[first]!)) first = right
      if (first === at) return
      ;[heap[at], heap[first]] = [heap[first]!, heap[at]!]
      at = first
    }
  }
}
