/**
 * The messaging service, as plain async TypeScript sees it.
 */
import type { Account, Caller } from "./Account.ts"
import type { AccountCalls, KeyCalls } from "./Accounts.ts"
import type { Calls } from "./calls/Calls.ts"
import type { CarrierInbound, CarrierReceipt } from "./Carrier.ts"
import type { Console, ConsoleOptions } from "./Console.ts"
import type { EventName, SignalboxEvent } from "./Events.ts"
import type { HostRequest, HostResponse } from "./Host.ts"
import type { OperatorCalls } from "./Operator.ts"
import type { Transaction } from "./Storage.ts"

export interface ReportOptions {
  /**
   * The time that the receipt is kept while no attempt has its name, in milliseconds: 30,000 unless given. A carrier's
   * answer may come later than its receipt, and is stored later still while the database is away.
   */
  readonly knownWithinMs?: number
}

export interface ReceiptCalls {
  /**
   * Reports what became of a message. Receipts may come in any order and repeatedly. One whose message nobody knows yet is
   * kept for a while; when there is still none, the call rejects with INTERNAL_005, and the receipt should come again.
   */
  readonly report: (
    receipt: CarrierReceipt & { readonly carrier: string },
    options?: ReportOptions
  ) => Promise<"applied" | "repeated">
}

export interface InboundCalls {
  /**
   * Takes a message that somebody wrote. Numbers may be spelt in any way, such as `12015550111`. Rejects with RESOURCE_013
   * when no account has the number that was written to, so that no STOP is lost in silence.
   */
  readonly receive: (message: CarrierInbound & { readonly carrier: string }) => Promise<void>
}

export interface InOptions {
  /**
   * The cell that the transaction's database is of, where the accounts lie in several (`cells`). The calls are those of the
   * accounts of this cell: for an account of another one they are refused with VALIDATION_001.
   */
  readonly cell?: string
}

/** The calls whose changes are committed with the host's transaction. */
export interface InTransaction {
  readonly as: (account: string) => Calls
}

export interface Signalbox {
  /**
   * Resolves when the storage is there and up to date. While the storage is away it is tried again with a growing wait, up
   * to half a minute, and each time is logged. Rejects with the cause in its message when anything else is wrong, or when
   * `close` comes first; that is logged as well. Calls and requests wait for it by themselves; while the storage is away,
   * requests are answered 503, and so are calls after five seconds.
   */
  readonly ready: Promise<void>
  /**
   * Answers a web `Request`, for every runtime and framework with fetch. `ip` is the client's address. `port` is his port,
   * for Bun's server: a client whose pipelined requests would hold up others for long is answered with `Connection: close`.
   */
  readonly fetch: (
    request: Request,
    client?: { readonly ip: string | null | undefined; readonly port?: number | undefined }
  ) => Promise<Response>
  /**
   * A handler for `createServer(box.node)`, for `app.use(path, box.node)` in Express and Nest, and for a route of Fastify
   * with `request.raw` and `reply.raw`. What is not Signalbox's goes on to `next`.
   */
  readonly node: (request: HostRequest, response: HostResponse, next?: (error?: unknown) => void) => void
  readonly as: (caller: Caller) => Account
  /**
   * Sends within a transaction of the host's own on the same PostgreSQL database: what it does is committed with the
   * host's rows or not at all. It locks the account's balance until the host commits, so commit soon: nothing else of the
   * account is charged meanwhile. A call that fails leaves the transaction usable. It cannot see the commit: call
   * `committed()` after it, or the work is found within a second. Its events are not told by `on`.
   */
  readonly in: (transaction: Transaction, options?: InOptions) => InTransaction
  /** Wakes the worker after the host has committed. */
  readonly committed: () => void
  /**
   * Calls `listener` with each event that this process makes, once it is stored. It is no delivery: what happens on other
   * nodes, and what happens while the process is down, is not told. A webhook tells everything. The event is
   * frozen, and what a listener throws or rejects with is logged as an error and told to `onError`. Returns what ends it.
   */
  readonly on: <Name extends EventName | "*">(
    event: Name,
    listener: (event: SignalboxEvent<Name extends EventName ? Name : EventName>) => unknown
  ) => () => void
  readonly accounts: AccountCalls
  readonly keys: KeyCalls
  /** The operator's calls: accounts, prices, rules, templates, carriers, and the work that waits. */
  readonly operator: OperatorCalls
  readonly receipts: ReceiptCalls
  readonly inbound: InboundCalls
  /**
   * Writes a copy of the whole database to a path while the service goes on, with `storage: sqlite(file)`: it holds all
   * that was committed before. A copy that is there is replaced once the new one is whole and was checked.
   */
  readonly backup: (path: string) => Promise<void>
  /**
   * Returns what this process has counted and measured as text for Prometheus, in the exposition format 0.0.4: serve it
   * as `text/plain; version=0.0.4; charset=utf-8`. It holds nothing of a client, and needs neither a storage that is there
   * nor a service that has started.
   */
  readonly metrics: () => Promise<string>
  /**
   * The inbox for one account behind the host's own sessions: messages with what became of each and why, webhooks,
   * templates and contacts. It only reads unless it is `writable`, and shows no key and no secret.
   *
   * @throws TypeError when the options are not as they should be
   */
  readonly console: (options: ConsoleOptions) => Console
  /**
   * Takes nothing new, and waits for what is under way: for requests, calls and hand-overs, `graceMs` at most, which is 25
   * seconds unless given. What is left then goes on at the next start, or on another node; but what a carrier was handed
   * and has not answered, nobody hands over again: a receipt decides, or else it fails at the end of its
   * `answersWithin`. It ends a second after `graceMs` at the latest, whatever the database does.
   */
  readonly close: (options?: { readonly graceMs?: number }) => Promise<void>
  readonly [Symbol.asyncDispose]: () => Promise<void>
}
