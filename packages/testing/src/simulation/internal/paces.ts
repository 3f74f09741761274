/**
 * The pace of carriers in the simulated world: exact, one for all nodes, on true time. What a dead process had under
 * way is under way no more.
 */
import type { Paced, PaceRequest } from "@signalbox/core/Pace"
import type { Process } from "../Sighting.ts"
import { nameOf } from "./mirror.ts"
import type { Timeline } from "./timeline.ts"

const second = 1000

/** How soon it makes sense to ask again when too much is under way, in milliseconds. */
const glance = 250

interface Pool {
  /** What was admitted in the last second. */
  admitted: Array<{ readonly at: number; readonly parts: number }>
  /** How many parts each process has under way. */
  readonly underWay: Map<string, number>
}

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, each) => total + each, 0)

export class Paces {
  private readonly pools = new Map<string, Pool>()
  private readonly timeline: Timeline

  constructor(timeline: Timeline) {
    this.timeline = timeline
  }

  take(by: Process, { inFlight, parts, perSecond, pool: name }: PaceRequest): Paced {
    const { now } = this.timeline
    const pool = this.pools.get(name) ?? { admitted: [], underWay: new Map() }
    this.pools.set(name, pool)
    pool.admitted = pool.admitted.filter(({ at }) => now - at < second)
    let room = perSecond - sum(pool.admitted.map((each) => each.parts))
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
      pool.admitted.push({ at: now, parts: paced })
      pool.underWay.set(nameOf(by), (pool.underWay.get(nameOf(by)) ?? 0) + held)
    }
    return { admitted, again: 0 }
  }

  done(by: Process, name: string, parts: number): void {
    const underWay = this.pools.get(name)?.underWay
    underWay?.set(nameOf(by), Math.max(0, (underWay.get(nameOf(by)) ?? 0) - parts))
  }

  died(by: Process): void {
    for (const { underWay } of this.pools.values()) underWay.delete(nameOf(by))
  }

  /** In how many milliseconds there is room for so many parts more. */
  private frees({ admitted }: Pool, parts: number): number {
    let left = parts
    const last = admitted.find((each) => (left -= each.parts) <= 0)
    return last === undefined ? second : last.at + second - this.timeline.now
  }
}
