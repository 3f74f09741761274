/**
 * The faults of one store that are in force.
 */
import type { Act } from "../Script.ts"
import { phone } from "./furniture.ts"

interface FailingCommits {
  readonly about: string
  readonly lost: boolean
  left: number
}

/** The acts that befall a store. */
export type StoreAct = Extract<
  Act,
  { readonly _tag: "CutOff" | "StoreDown" | "StoreFlaky" | "StoreSlow" | "FailCommits" | "Unstorable" }
>

export class Weather {
  down = 0
  flaky = 0
  flakyShare = 0
  slow = 0
  latency = 0
  /** The processes that cannot reach it. */
  readonly cutOff = new Set<string>()
  failing: Array<FailingCommits> = []
  /** No message to these numbers can be changed; that never passes. */
  readonly unstorable = new Set<string>()

  clear(): void {
    this.down = this.flaky = this.slow = 0
    this.cutOff.clear()
    this.failing = []
  }

  /**
   * Begins with what a script says, and ends it after its time.
   *
   * @param host the process that is meant, if it lives
   */
  turn(act: StoreAct, host: string | null, after: (millis: number, over: () => void) => void): void {
    switch (act._tag) {
      case "CutOff":
        if (host === null) return
        this.cutOff.add(host)
        return after(act.millis, () => this.cutOff.delete(host))
      case "StoreDown":
        this.down++
        return after(act.millis, () => void (this.down = Math.max(0, this.down - 1)))
      case "StoreFlaky":
        this.flaky++
        this.flakyShare = act.share
        return after(act.millis, () => void (this.flaky = Math.max(0, this.flaky - 1)))
      case "StoreSlow":
        this.slow++
        this.latency = act.latency
        return after(act.millis, () => void (this.slow = Math.max(0, this.slow - 1)))
      case "FailCommits":
        this.failing.push({ about: act.about, lost: act.lost, left: act.count })
        return
      case "Unstorable":
        this.unstorable.add(phone(act.phone))
    }
  }
}
