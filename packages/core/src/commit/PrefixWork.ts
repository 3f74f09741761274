/**
 * Work about a prefix of an account: the review that may pause it, once a minute at most, and the end of what is known
 * about its pauses.
 */
import type { AccountId } from "../value/Id.ts"
import * as LaneKind from "../work/LaneKind.ts"
import * as WorkName from "../work/WorkName.ts"

export interface OfAccount {
  readonly account: AccountId
  readonly prefix: string
}

/** @param minute the one in which it is due, since the beginning of time */
export interface InMinute extends OfAccount {
  readonly minute: number
}

const lane = LaneKind.shared("prefix", 8, (account: AccountId) => account)

export const PrefixReviewWork = WorkName.make({
  kind: "prefix_review",
  lane,
  key: {
    write: ({ account, minute, prefix }: InMinute) => [account, prefix, String(minute)],
    read: ([account = "", prefix = "", minute = ""]): InMinute => ({
      account: account as AccountId,
      prefix,
      minute: Number(minute)
    })
  }
})

export const PrefixMemoryWork = WorkName.make({
  kind: "prefix_memory",
  lane,
  key: {
    write: ({ account, prefix }: OfAccount) => [account, prefix],
    read: ([account = "", prefix = ""]): OfAccount => ({ account: account as AccountId, prefix })
  }
})
