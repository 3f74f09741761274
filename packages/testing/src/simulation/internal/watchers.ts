/**
 * All that watches a run: the trace, the mirror of the store, and the invariants. The first promise that is broken ends
 * the run.
 */
import type { Invariant, View, Watch } from "../Invariant.ts"
import type { Sighting } from "../Sighting.ts"
import { Mirror } from "./mirror.ts"
import type { Trace } from "./trace.ts"

export interface Violation {
  readonly invariant: string
  readonly text: string
  /** True time, in milliseconds since the run began. */
  readonly at: number
}

export class Watchers {
  readonly trace: Trace
  readonly mirror: Mirror
  violation: Violation | null = null
  private readonly watches: ReadonlyArray<readonly [Invariant, Watch]>
  private readonly now: () => number

  constructor(invariants: ReadonlyArray<Invariant>, view: Omit<View, "mirror">, trace: Trace) {
    this.trace = trace
    this.now = view.now
    this.mirror = new Mirror(view.now)
    this.watches = invariants.map((invariant) => [invariant, invariant.watch({ ...view, mirror: this.mirror })])
  }

  see(sighting: Sighting): void {
    this.mirror.see(sighting)
    if (this.violation !== null) return
    for (const [{ name }, watch] of this.watches) this.judge(name, watch.see?.(sighting) ?? null)
  }

  atRest(): void {
    for (const [{ name }, watch] of this.watches) this.judge(name, watch.atRest?.() ?? null)
  }

  judge(invariant: string, text: string | null): void {
    if (text === null || this.violation !== null) return
    this.violation = { invariant, text, at: this.now() }
    this.trace.add(this.now(), `VIOLATION of ${invariant}: ${text}`)
  }
}
