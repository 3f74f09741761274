/**
 * The data that Meta brings back with each status of a message: by which hand-over it was sent.
 */
import type { AccountId, AttemptId, MessageId } from "@signalbox/core/Id"
import * as Uuid from "@signalbox/core/Uuid"

export interface CallbackData {
  readonly message: MessageId
  readonly attempt: AttemptId
  readonly account: AccountId
}

export const write = ({ account, attempt, message }: CallbackData): string => [message, attempt, account].join("/")

/** Returns null for what another application has given to its messages. */
export const read = (text: unknown): CallbackData | null => {
  if (typeof text !== "string" || text.length > 512) return null
  const [message = "", attempt = "", account = "", ...more] = text.split("/")
  if (more.length > 0 || ![message, attempt, account].every((each) => Uuid.is(each))) return null
  return { message: message as MessageId, attempt: attempt as AttemptId, account: account as AccountId }
}
