/**
 * A holding is one process's part of the pool of a sliding window, as a value of this process alone; `shares.ts` has
 * the table.
 *
 * The table knows two things of a process: when each of the requests that it has reported leaves the window, and how
 * many more there may be, its reserve. So what a process holds beyond what its window fills is never more than its
 * reserve, at any time and without a word from it: a burst that leaves the window is free for all at that moment.
 *
 * When a pool is used up, a process puts the places of its oldest requests into its reserve, so that it need not ask for
 * each of them when it leaves. The log has these first, then what was reported, then what has come since.
 */
import type { Run } from "./window.ts"
import { Window } from "./window.ts"

/**
 * The reserve of a process: half of the hundredth by which another process may refuse early. The other half is what may
 * leave the window before a process that was refused asks again, so that it need not ask for each single place.
 */
export const half = (limit: number): number => Math.floor((Math.max(1, Math.ceil(limit / 100)) + 1) / 2)

/** Requests that the table was told of together. */
interface Report {
  readonly number: number
  /** The number of them that the window still has. */
  readonly count: number
}

/** A report as the table is told of it. */
export interface NewReport {
  readonly number: number
  readonly runs: ReadonlyArray<Run>
}

/** A process tells the table this when it asks, and holds it when the table has heard it. */
export interface Plan {
  readonly reserve: number
  readonly kept: number
  readonly reports: ReadonlyArray<Report>
  /** The reports that the table does not have yet, or has otherwise. */
  readonly newReports: ReadonlyArray<NewReport>
}

export class Holding {
  readonly log = new Window()
  private reserve = 0
  /** The number of the oldest requests that are in places of the reserve. */
  private kept = 0
  private reports: ReadonlyArray<Report> = []
  private reported = 0
  private isLost = false

  /** Returns how many requests the table has not been told of. */
  get added(): number {
    return this.log.total - this.kept - this.reported
  }

  get hasRoom(): boolean {
    return this.kept + this.added < this.reserve
  }

  /** Returns whether the table has heard what this process has told it last. */
  get isKnown(): boolean {
    return !this.isLost
  }

  admit(now: number): void {
    this.log.admit(now)
  }

  forget(before: number): void {
    let gone = this.log.forget(before)
    if (gone === 0) return
    const kept = Math.min(gone, this.kept)
    this.kept -= kept
    gone -= kept
    if (gone === 0) return
    const reports: Array<Report> = []
    for (const { count, number } of this.reports) {
      const left = Math.max(0, count - gone)
      gone -= count - left
      if (left > 0) reports.push({ number, count: left })
    }
    this.report(reports)
  }

  private report(reports: ReadonlyArray<Report>): void {
    this.reports = reports
    this.reported = reports.reduce((sum, { count }) => sum + count, 0)
  }

  /** Returns when a place of the reserve is free that is not free now, or null when there is none. */
  roomAt(millis: number): number | null {
    if (this.reserve === 0) return null
    const leaving = this.kept + this.added - this.reserve + 1
    if (leaving <= this.kept) return this.log.left(leaving, millis)
    return this.log.left(this.log.total - this.added + leaving - this.kept, millis)
  }

  /** Plans what to hold while others hold so much. Reports are numbered by `next`. */
  plan(limit: number, others: number, next: () => number): Plan {
    const { total } = this.log
    const free = limit - others - total
    const granted = Math.max(0, Math.min(half(limit), free))
    // The requests beyond the limit leave first, and nobody may have its places.
    const beyond = Math.max(0, -free)
    const kept = Math.min(total, half(limit) - granted + beyond)
    let start = this.kept
    const all = [
      { number: next(), from: 0, to: this.kept, isNew: true },
      ...this.reports.map(({ count, number }) => {
        const from = start
        start += count
        return { number, from, to: start, isNew: this.isLost || from < kept }
      }),
      { number: next(), from: start, to: total, isNew: true }
    ]
    const reports = all.map((report) => ({ ...report, from: Math.max(report.from, kept) }))
      .filter(({ from, to }) => from < to)
    return {
      reserve: Math.max(0, granted + kept - beyond),
      kept,
      reports: reports.map(({ from, number, to }) => ({ number, count: to - from })),
      newReports: reports.filter(({ isNew }) => isNew)
        .map(({ from, number, to }) => ({ number, runs: this.log.between(from, to) }))
    }
  }

  /** Uses nothing of the reserve from here on, since the table may hear of another one. */
  lose(): void {
    this.reserve = 0
    this.isLost = true
  }

  settle({ kept, reports, reserve }: Plan): void {
    this.kept = kept
    this.reserve = reserve
    this.isLost = false
    this.report(reports)
  }

  /** Uses nothing of the reserve, which the table does not know any more. */
  drop(): void {
    this.reserve = 0
  }

  /** Returns the requests whose end the table does not know. */
  get unreported(): ReadonlyArray<Run> {
    const { total } = this.log
    return [...this.log.between(0, this.kept), ...this.log.between(total - this.added, total)]
  }
}
