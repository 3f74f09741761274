/**
 * Work on a profile: what a deleted one leaves behind, and telling that one is complete.
 */
import type { AccountId } from "../value/Id.ts"
import * as LaneKind from "../work/LaneKind.ts"
import * as WorkName from "../work/WorkName.ts"

const profiles = LaneKind.make("profile", 4, (account: AccountId) => account)

export interface Removed {
  readonly profile: string
  /** How many of its messages have been looked at. */
  readonly seen: number
}

/** What a deleted profile leaves behind is ended. */
export const RemovalWork = WorkName.make({
  kind: "profile_removal",
  lane: profiles,
  key: {
    write: ({ profile, seen }: Removed) => [profile, String(seen)],
    read: ([profile = "", seen = ""]) => ({ profile, seen: Number(seen) })
  }
})

/** A profile is complete, and somebody wants to be told. */
export const CompletionWork = WorkName.make({
  kind: "profile_completion",
  lane: profiles,
  key: { write: (completion: string) => [completion], read: ([completion = ""]) => completion }
})
