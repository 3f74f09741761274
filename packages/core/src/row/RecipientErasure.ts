/**
 * The erasure of a recipient, and how far it has come (decisions 17.6). It holds the number until it is completed.
 */
import * as Schema from "effect/Schema"
import { AccountId, ErasureId } from "../value/Id.ts"
import { Instant } from "../value/Instant.ts"
import { PhoneNumber } from "../value/PhoneNumber.ts"
import * as Kind from "./Kind.ts"

export const ErasureStatus = Schema.Literals(["running", "completed"])

export const RecipientErasure = Schema.Struct({
  id: ErasureId,
  /** Its own recipient is erased, and that of its profiles. */
  account: AccountId,
  /** Absent once the erasure is completed. */
  phone: Schema.optionalKey(PhoneNumber),
  /** The random id that names the recipient in audit logs from now on; absent as the number is. */
  pseudonym: Schema.optionalKey(Schema.String),
  status: ErasureStatus,
  /** The place among the steps of every erasure, and within that step the key behind which it goes on. */
  step: Schema.Int,
  after: Schema.String,
  /** Something could not be erased yet, so that the steps are taken once more. */
  isAgain: Schema.optionalKey(Schema.Boolean),
  /** How many messages were erased. */
  messages: Schema.Int,
  requestedAt: Instant,
  completedAt: Schema.optionalKey(Instant)
})
export type RecipientErasure = typeof RecipientErasure.Type

/** The unique key of the erasure of a number that runs: there is one at most. */
export const erasureRunning = (account: AccountId, phone: PhoneNumber): Kind.UniqueKey => ({
  index: "erasure_running",
  key: `${account}/${phone}`
})

export const RecipientErasures = Kind.make({
  name: "recipient_erasure",
  schema: RecipientErasure,
  key: ({ id }: RecipientErasure) => id,
  unique: ({ account, phone }) => phone === undefined ? [] : [erasureRunning(account, phone)]
})
