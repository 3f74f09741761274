/**
 * The work items of a profile: cleaning up after its deletion, and reporting its completion.
 */
import type { ListPosition } from "../commit/ListQuery.ts"
import type { AccountId } from "../value/Id.ts"
import { make as instant } from "../value/Instant.ts"
import * as LaneKind from "../work/LaneKind.ts"
import * as WorkName from "../work/WorkName.ts"

const profiles = LaneKind.make("profile", 4, (account: AccountId) => account)

export interface Removed {
  readonly profile: string
  /** The last of its messages that was looked at; null at the beginning. */
  readonly last: ListPosition | null
}

/** Cancels the messages of a deleted profile that still wait. */
export const RemovalWork = WorkName.make({
  kind: "profile_removal",
  lane: profiles,
  key: {
    write: ({ last, profile }: Removed) => [profile, ...last === null ? [] : [String(last.at), last.key]],
    read: ([profile = "", at, key]) => ({
      profile,
      last: at === undefined || key === undefined ? null : { at: instant(Number(at)), key }
    })
  }
})

/** Approves a profile and reports its completion. */
export const CompletionWork = WorkName.make({
  kind: "profile_completion",
  lane: profiles,
  key: { write: (completion: string) => [completion], read: ([completion = ""]) => completion }
})
