/**
 * Options that any call of an account takes.
 */
export interface CallOptions {
  /**
   * Makes a call that changes something safe to repeat: the same key gets the same answer for a day. 1 to 255 letters,
   * digits, hyphens or underscores. Calls that only read ignore it.
   */
  readonly idempotencyKey?: string
  /** The id of the call in logs and errors; 1 to 128 characters of printable ASCII, a random one unless given. */
  readonly requestId?: string
}
