/**
 * The work items of a profile: cleaning up after its deletion, and reporting its completion.
 */
import type { AccountId } from "../value/Id.ts"
import * as LaneKind from "../work/LaneKind.ts"
import * as WorkName from "../work/WorkName.ts"

const profiles = LaneKind.make("profile", 4, (account: AccountId) => account)

export interface Removed {
  readonly profile: string
  /** How many of its messages were looked at so far. */
  readonly seen: number
}

/** Cancels the held messages of a deleted profile. */
export const RemovalWork = WorkName.make({
  kind: "profile_removal",
  lane: profiles,
  key: {
    write: ({ profile, seen }: Removed) => [profile, String(seen)],
    read: ([profile = "", seen = ""]) => ({ profile, seen: Number(seen) })
  }
})

/** Approves a profile and reports its completion. */
export const CompletionWork = WorkName.make({
  kind: "profile_completion",
  lane: profiles,
  key: { write: (completion: string) => [completion], read: ([completion = ""]) => completion }
})
