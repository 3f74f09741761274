/**
 * The options by which a service is set up.
 */
import type { Carrier, CarrierLayer } from "./Carrier.ts"
import type { HostFailure } from "./HostFailure.ts"
import type { Log } from "./Log.ts"
import type { NumberLookupOptions } from "./NumberLookup.ts"
import type { Review, ReviewerLayer } from "./Review.ts"
import type { Storage } from "./Storage.ts"
import type { Cost, Rate, Rule } from "./Terms.ts"
import type { Tracer } from "./Tracer.ts"

export interface WebhookOptions {
  /**
   * Private ranges that webhooks may call all the same, such as `127.0.0.0/8`. Without it every private, local and
   * reserved address is refused.
   */
  readonly allow?: ReadonlyArray<string>
  /**
   * The largest number of connections to endpoints, from 4 to 65,536; 512 unless given. Those of one organization use a
   * quarter of them at most.
   */
  readonly maxSockets?: number
}

export interface LimitOptions {
  /**
   * The number of bytes of answers that one account, or one address without a key, may let wait on the connections of
   * `node`. While more wait it is answered 503. 32 MB unless given.
   */
  readonly unreadBytes?: number
  /**
   * The number of bytes that may wait in all; beyond, those are answered 503 who let most wait. 256 MB unless given.
   */
  readonly allUnreadBytes?: number
}

/**
 * When a carrier comes after the others for a share of messages: when so large a share of them failed, or had no receipt in
 * time, in a window in which enough were counted, everywhere or in one country. The defaults are those of GOV.UK Notify
 * where it has any.
 */
export interface CarrierHealthOptions {
  /** A receipt is late after so many seconds, 10 to 3,600; 300 unless given. */
  readonly slowSeconds?: number
  /** The share of messages without a receipt in time, above 0 to 1; 0.15 unless given. Null: that is not looked at. */
  readonly slowShare?: number | null
  /** The share of messages that the carrier failed to take or to send; 0.15 unless given. Null: that is not looked at. */
  readonly failedShare?: number | null
  /** How many messages must have been counted, 5 to 100,000; 50 unless given. */
  readonly minimum?: number
  /** 2 to 120, and longer than `slowSeconds`; 15 unless given. */
  readonly windowMinutes?: number
  /** By how many hundredths a weight falls and rises, 1 to 100; 10 unless given. */
  readonly step?: number
  /** A weight falls once in so many minutes at most for late receipts, and for failures; 10 and 1 unless given. */
  readonly slowStepMinutes?: number
  readonly failedStepMinutes?: number
  /** A weight rises by a step in so many minutes in which it did not fall, 1 to 1,440; 60 unless given. */
  readonly restMinutes?: number
  /** The weight below which none falls, 1 to 50, so that it shows when the carrier is well again; 5 unless given. */
  readonly probes?: number
  /** A process tells the others once in so many seconds what it has counted, 1 to 60; 10 unless given. */
  readonly reportSeconds?: number
}

export interface Options {
  readonly storage: Storage
  /**
   * In the order in which they are tried; the same on every node, also where `work` is false: their callbacks are served
   * there, and accounts are told on which channels a carrier chooses senders.
   */
  readonly carriers: ReadonlyArray<Carrier | CarrierLayer>
  /**
   * Approves or rejects templates: a function of yours, or what a package makes. Without it each template is approved as soon
   * as it is submitted.
   */
  readonly review?: Review | ReviewerLayer
  /**
   * The prices of messages, the same on every node. A channel without a rate for the recipient's country is not
   * available. Without it an SMS costs 0.0079 a part, WhatsApp 0.005, RCS 0.01 and MMS 0.02, and 0.001 more a message.
   */
  readonly rates?: ReadonlyArray<Rate>
  /**
   * False: messages cost nothing. No balance is needed, nothing is charged, and no message is blocked for money; what they
   * cost reads 0. An account may say otherwise. True unless given; the same on every node.
   */
  readonly billing?: boolean
  /** Rules for the routes of all accounts, the same on every node, oldest first. Those of an account go before them. */
  readonly rules?: ReadonlyArray<Rule>
  /** The prices that carriers charge you, by which rules select the cheapest one; the same on every node. */
  readonly costs?: ReadonlyArray<Cost>
  /**
   * Asks a registry about numbers: for `numbers.lookup`, and for rules with `ported` or `network`. Without it the numbering
   * plans answer, and no such rule is met. The same on every node.
   */
  readonly numberLookup?: NumberLookupOptions
  /**
   * Lets carriers whose submissions or receipts go bad be tried later, until they are well again. Without it every carrier
   * keeps its place. `{}` has the usual thresholds; the same on every node.
   */
  readonly carrierHealth?: CarrierHealthOptions
  readonly webhooks?: WebhookOptions
  /**
   * The keys that seal the signing secrets of webhooks, and new API keys in kept replies, at rest: `id:base64` with 32
   * random bytes in base64, several of them with commas in between, the one that seals first. Needed with PostgreSQL
   * and SQLite, the same at every start and on every node.
   */
  readonly secretKeys?: string
  /** The name by which this process takes work. No two processes may have the same. Random unless given. */
  readonly node?: string
  /**
   * Lets this process do the work: false on nodes that only take requests. True unless given. With `cells`, the names of
   * those whose work it does.
   */
  readonly work?: boolean | ReadonlyArray<string>
  /** The path under which `fetch` and `node` are mounted, such as `/messaging`. Express tells it by itself. */
  readonly basePath?: string
  readonly limits?: LimitOptions
  /** Lets anybody read the OpenAPI document at `/openapi.json`. True unless given. */
  readonly openapi?: boolean
  /** Lets anybody read the reference page at `/docs`, which holds the document. True unless given. */
  readonly docs?: boolean
  /**
   * The address of a documentation that has Signalbox's page of errors, such as `https://docs.example.com`. Errors over HTTP
   * then say in `doc_url` where their code is explained: `https://docs.example.com/reference/errors#auth_002`. Without it
   * they have no `doc_url`.
   */
  readonly docsUrl?: string
  /**
   * Answers anybody who asks for the health of the process: `/health/live`, and `/health/ready` and `/healthcheck`, which
   * say whether it can do its part. True unless given; false where the host has such paths of its own.
   */
  readonly health?: boolean
  /** Gets each line of the log. Without it warnings and errors go to the console; false: nothing is logged. */
  readonly log?: Log | false
  /**
   * The least important level that is logged: `info` for a function of the host's, `warn` for the console unless given.
   * With `debug` the log shows errors as a whole, with whatever they quote: secrets, phone numbers and texts.
   */
  readonly logLevel?: "debug" | "info" | "warn" | "error"
  /**
   * Gets each error that a carrier, the review or a listener of the host's throws or rejects with: the log has one line
   * of it, without whatever it may quote. What this function throws itself is logged, and stops nothing.
   */
  readonly onError?: (failure: HostFailure) => unknown
  /**
   * A tracer of `@opentelemetry/api`, as `trace.getTracer("signalbox")` returns it. It is handed the spans of requests,
   * calls, decisions, hand-overs and webhooks, which hold nothing of a client.
   */
  readonly tracer?: Tracer
}
