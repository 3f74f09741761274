/** How a message would be dispatched, as `POST /v3/messages/explain` and the activities of one that waits tell it. */
import type { LeftOut } from "../../Line.ts"

export interface Candidate {
  readonly channel: string
  readonly carrier: string
  readonly sender: string | null
  readonly segments: number
  readonly price: { readonly amount: number }
}

export interface Gate {
  readonly gate: string
  readonly passes: boolean
  readonly sentence?: string
}

export interface Explained {
  readonly to: string
  readonly outcome: { readonly status: string; readonly description: string; readonly reason?: string }
  readonly held_until: string | null
  /** Absent: no route depends on a look-up of the number. */
  readonly look_up?: { readonly state: string; readonly sentence: string }
  /** In the order in which they are tried. */
  readonly candidates: ReadonlyArray<Candidate>
  readonly dropped: ReadonlyArray<LeftOut>
  readonly gates: ReadonlyArray<Gate>
}

export interface Explanation {
  readonly messages: number
  readonly outcomes: ReadonlyArray<
    { readonly status: string; readonly reason?: string; readonly messages: number; readonly amount: number }
  >
  /** The first hundred messages. */
  readonly recipients: ReadonlyArray<Explained>
}
