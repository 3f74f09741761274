/**
 * The eyes on all cells of a run. Every promise is about one cell (decisions 20.4), so each cell is watched by itself, and
 * sees what the others have no part in.
 */
import type { Invariant, View } from "../Invariant.ts"
import type { Sighting } from "../Sighting.ts"
import { Trace } from "./trace.ts"
import type { Violation } from "./watchers.ts"
import { Watchers } from "./watchers.ts"

export class CellWatchers {
  readonly trace = new Trace()
  readonly cells: ReadonlyArray<Watchers>
  private readonly now: () => number
  private readonly cellOf: (account: string) => number

  /** @param cellOf returns the number of the cell that an account lies in */
  constructor(
    cells: number,
    invariants: ReadonlyArray<Invariant>,
    view: Omit<View, "mirror" | "cell">,
    cellOf: (account: string) => number
  ) {
    this.now = view.now
    this.cellOf = cellOf
    this.cells = Array.from({ length: cells }, (_, cell) => new Watchers(invariants, { ...view, cell }, this.trace))
  }

  get violation(): Violation | null {
    return this.cells.find(({ violation }) => violation !== null)?.violation ?? null
  }

  /** Looks at something of which it is not known in which cell it happened. */
  see(sighting: Sighting): void {
    this.trace.see(this.now(), sighting)
    for (const watchers of this.concerned(sighting)) watchers.see(sighting)
  }

  /** Looks at what the store of a cell did. */
  seeIn(cell: number, sighting: Sighting): void {
    this.trace.see(this.now(), sighting)
    this.cells[cell]!.see(sighting)
  }

  judge(invariant: string, text: string | null): void {
    this.cells[0]!.judge(invariant, text)
  }

  atRest(): void {
    for (const watchers of this.cells) watchers.atRest()
  }

  /** Those who know nothing of an attempt or a delivery see it when nobody does. */
  private concerned(sighting: Sighting): ReadonlyArray<Watchers> {
    if (this.cells.length === 1) return this.cells
    const account = "account" in sighting
      ? sighting.account
      : "submission" in sighting
      ? sighting.submission.account
      : null
    if (account !== null) return [this.cells[this.cellOf(account)]!]
    const attempt = "attempt" in sighting ? sighting.attempt : "attempts" in sighting ? sighting.attempts[0] : undefined
    const delivery = "delivery" in sighting ? sighting.delivery : undefined
    const found = this.cells.filter(({ mirror }) =>
      (attempt !== undefined && mirror.messageOf(attempt) !== undefined) ||
      (delivery !== undefined && mirror.deliveries.has(delivery))
    )
    return found.length === 0 ? this.cells : found
  }
}
