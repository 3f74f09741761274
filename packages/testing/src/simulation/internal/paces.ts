/**
 * The pace of carriers in the simulated world: exact, one for all nodes, on true time. What a dead process had under
 * way is under way no more.
 */
import type { Paced, PaceRequest } from "@signalbox/core/Pace"
import type { Process } from "../Sighting.ts"
import { nameOf } from "./mirror.ts"
import type { Timeline } from "./timeline.ts"

const second = 1000

/** The delay after which it makes sense to ask again when too much is under way, in milliseconds. */
const glance = 250

interface Pool {
  /** The parts that began in the last second. */
  begun: Array<{ readonly at: number; readonly parts: number }>
  /** The number of admitted parts of each process that have not begun. */
  readonly waiting: Map<string, number>
  /** The number of parts that each process has under way. */
  readonly underWay: Map<string, number>
}

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, each) => total + each, 0)

const add = (counts: Map<string, number>, by: Process, parts: number): void => {
  counts.set(nameOf(by), (counts.get(nameOf(by)) ?? 0) + parts)
}

export class Paces {
  private readonly pools = new Map<string, Pool>()
  private readonly timeline: Timeline

  constructor(timeline: Timeline) {
    this.timeline = timeline
  }

  take(by: Process, { inFlight, parts, perSecond, pool: name }: PaceRequest): Paced {
    const { now } = this.timeline
    const pool = this.pools.get(name) ?? { begun: [], waiting: new Map(), underWay: new Map() }
    this.pools.set(name, pool)
    pool.begun = pool.begun.filter(({ at }) => now - at < second)
    let room = perSecond - sum(pool.begun.map((each) => each.parts)) - sum(pool.waiting.values())
    let slots = inFlight - sum(pool.underWay.values())
    let admitted = 0
    for (const each of parts) {
      const [paced, held] = [Math.min(each, perSecond), Math.min(each, inFlight)]
      if (paced > room || held > slots) {
        return { admitted, again: held > slots ? glance : this.frees(pool, paced - room) }
      }
      room -= paced
      slots -= held
      admitted++
      add(pool.waiting, by, paced)
      add(pool.underWay, by, held)
    }
    return { admitted, again: 0 }
  }

  begin(by: Process, name: string, parts: number): void {
    const pool = this.pools.get(name)
    if (pool === undefined) return
    const began = Math.min(parts, pool.waiting.get(nameOf(by)) ?? 0)
    add(pool.waiting, by, -began)
    pool.begun.push({ at: this.timeline.now, parts: began })
  }

  done(by: Process, name: string, parts: number): void {
    const underWay = this.pools.get(name)?.underWay
    if (underWay !== undefined) add(underWay, by, -Math.min(parts, underWay.get(nameOf(by)) ?? 0))
  }

  died(by: Process): void {
    for (const { underWay, waiting } of this.pools.values()) {
      for (const each of [underWay, waiting]) each.delete(nameOf(by))
    }
  }

  /** In how many milliseconds there is room for so many parts more. */
  private frees({ begun }: Pool, parts: number): number {
    let left = parts
    const last = begun.find((each) => (left -= each.parts) <= 0)
    return last === undefined ? glance : last.at + second - this.timeline.now
  }
}
