/**
 * Ends a message of a deleted profile that nobody was asked to take: one that is held, waits for its dispatch, or stands in
 * line at a carrier. What a carrier was asked about ends by what the carrier says.
 */
import { inLine, withdraw } from "../carrier/Withdraw.ts"
import * as Limit from "../catalogue/Limit.ts"
import type * as Commit from "../commit/Commit.ts"
import type { Grounds } from "../commit/Grounds.ts"
import type { Account } from "../row/Account.ts"
import type { Message } from "../row/Message.ts"
import * as Instant from "../value/Instant.ts"

/** Returns whether the message still waits, so that it ends with its profile. */
export const isDue = (message: Message): boolean => {
  switch (message.status) {
    case "SCHEDULED":
    case "QUEUED":
      return true
    case "ROUTED":
      return inLine(message) !== undefined
    default:
      return false
  }
}

/**
 * For how long after its acceptance a message may still wait: it is held and then stands in line. Older messages need not
 * be looked at, so one that is sent again after that ends when its turn comes.
 */
export const longest = (profile: Account | null): number =>
  Limit.longestHold + (profile?.expiryHours ?? Limit.expiryHours) * Instant.hour

/** Returns the part of a commit that ends a message that is due. What was reserved for it is returned. */
export const ended = (message: Message, grounds: Grounds, description?: string): Partial<Commit.Commit> =>
  withdraw(message, grounds, description)
