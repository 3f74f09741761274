/**
 * How a service is set up.
 */
import type { Carrier } from "./Carrier.ts"
import type { Log } from "./Log.ts"
import type { Review } from "./Review.ts"
import type { Storage } from "./Storage.ts"

export interface WebhookOptions {
  /**
   * Private ranges that webhooks may call all the same, such as `127.0.0.0/8`. Without it every private, local and
   * reserved address is refused.
   */
  readonly allow?: ReadonlyArray<string>
}

export interface Options {
  readonly storage: Storage
  /** In the order in which they are tried. */
  readonly carriers: ReadonlyArray<Carrier>
  /** Approves or rejects templates. Without it each template is approved as soon as it is submitted. */
  readonly review?: Review
  readonly webhooks?: WebhookOptions
  /**
   * What seals the signing secrets of webhooks at rest: `id:base64` with 32 random bytes in base64, several of them with
   * commas in between, the one that seals first. Needed with PostgreSQL, and the same on every node.
   */
  readonly secretKeys?: string
  /** The name by which this process takes work. No two processes may have the same. Random unless given. */
  readonly node?: string
  /** Whether this process does the work: false on nodes that only take requests. True unless given. */
  readonly work?: boolean
  /** The path under which `fetch` and `node` are mounted, such as `/messaging`. Express tells it by itself. */
  readonly basePath?: string
  /** Gets each line of the log. Without it warnings and errors go to the console; false: nothing is logged. */
  readonly log?: Log | false
}
