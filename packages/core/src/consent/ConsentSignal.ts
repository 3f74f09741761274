/**
 * A recipient tells by a keyword, or through a carrier, whether to be written to.
 */
import type { Channel } from "../value/Channel.ts"
import type { MessageId } from "../value/Id.ts"
import type { Heard } from "./ConsentKeyword.ts"

export interface ConsentSignal extends Heard {
  readonly source: "INBOUND_KEYWORD" | "PROVIDER_SIGNAL"
  readonly channel: Channel
  /** The number or sender id of the account that was written to; null when it is not known. */
  readonly ownNumber: string | null
  /** The inbound message and its text; null when a carrier has reported the recipient's consent itself. */
  readonly message: MessageId | null
  readonly text: string | null
}
