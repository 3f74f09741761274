/**
 * Group commit: the Commits of concurrent callers reach the store in one batch. Two batches may run at the same time,
 * so that the store decides one while it makes the other durable, if the second one is large enough to be worth a
 * transaction of its own; where they touch the same rows, the store keeps them in order. What waits for a transaction of somebody else's waits aside.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Limit from "../catalogue/Limit.ts"
import type { Commit } from "../commit/Commit.ts"
import * as Concerned from "../commit/Concerned.ts"
import type { Outcome } from "../commit/Outcome.ts"
import type { StoreError } from "../port/Store.ts"
import { Patience, Store } from "../port/Store.ts"
import type { Event } from "../row/Delivery.ts"
import type { Message } from "../row/Message.ts"
import * as Instant from "../value/Instant.ts"
import * as Aside from "./Aside.ts"
import type { Asker } from "./Asker.ts"
import * as Batch from "./Batch.ts"
import * as ClaimTrigger from "./ClaimTrigger.ts"
import { LocalLeases } from "./LocalLeases.ts"
import { WorkSignal } from "./WorkSignal.ts"

export class Committer extends Context.Service<Committer, {
  /** Commits, and returns the outcome. After Done the commit is durable, so the caller may report it to the world. */
  readonly commit: (commit: Commit) => Effect.Effect<Outcome, StoreError>
  /** The same for a fiber that need not wait for the outcome. */
  readonly offer: (commit: Commit, caller: Asker, answered: Batch.Answered<Outcome>) => void
  /** Commits each by itself, in as few batches as they fit into, and returns what each has come to, in their order. */
  readonly commitAll: (
    commits: ReadonlyArray<Commit>
  ) => Effect.Effect<ReadonlyArray<Exit.Exit<Outcome, StoreError>>>
}>()("@signalbox/core/engine/Committer") {}

/**
 * How many commits one batch contains at most, and about how many bytes; how many batches run at the same time, and with how
 * many commits one goes beside another.
 */
const batchSize = 512
const batchBytes = 3 * 1024 * 1024
const batches = 2
const beside = 64

/**
 * How long a batch of many accounts waits for others' transactions, in milliseconds, and how many lines wait aside at
 * the same time.
 */
const patience = 500
const concurrentLines = 2

/** How many bytes a value counts besides its texts. */
const each = 16

const ofValue = (value: unknown): number => {
  if (typeof value === "string") return value.length
  if (typeof value !== "object" || value === null) return each
  let size = each
  if (Array.isArray(value)) { for (const item of value) size += ofValue(item) }
  else for (const name in value) size += name.length + ofValue((value as Readonly<Record<string, unknown>>)[name])
  return size
}

/**
 * About as much as a message, an attempt and a line of the history take of a statement besides longer texts, and an event
 * whose body is not written yet.
 */
const fields = { message: 700, attempt: 500, activity: 200, event: 500 }

/** About as much as anything else in a commit takes: its texts are names, which are short. */
const other = 200

/** The texts of a message, as far as they may be long. */
const ofTexts = ({ inboundMedia, mediaUrls, reference, rendered, subject, template, text }: Message): number =>
  ofValue(inboundMedia) + ofValue(mediaUrls) + ofValue(reference) + ofValue(rendered) + ofValue(subject) +
  ofValue(template) + ofValue(text)

/** Messages are most of what is committed: only what a text may make long is looked at. */
const ofMessage = (message: Message, texts: number): number => {
  let size = fields.message + texts
  for (const { parts, receipt, refusal } of message.attempts) {
    size += fields.attempt + ofValue(parts) + ofValue(receipt) + ofValue(refusal)
  }
  for (const { description, leftOut } of message.history) {
    size += fields.activity + ofValue(description) + ofValue(leftOut)
  }
  return size
}

/** A body that is not written yet is not written to be measured: it quotes so much of a message at most. */
const ofEvent = (event: Event, texts: number): number =>
  Object.getOwnPropertyDescriptor(event, "body")?.value === undefined
    ? fields.event + Math.min(texts, Limit.webhookBodyLength)
    : ofValue(event)

/** Returns how many entries a commit has besides rows, events and the reply. */
const others = (commit: Commit): number =>
  commit.expects.length + commit.deletes.length + commit.debits.length + commit.counts.length + commit.tallies.length +
  commit.due.length +
  commit.completes.length + commit.holds.length + commit.releases.length + commit.pauses.length + commit.cancels.length

/**
 * Returns about how many bytes a commit takes on its way to the store, cheaply enough to ask it of every commit: its texts
 * count a byte for each character, and everything else a few.
 */
export const sizeOf = (commit: Commit): number => {
  const { events, puts, reply } = commit
  let size = each + other * others(commit) + ofValue(reply)
  let texts = 0
  for (const row of puts) {
    if (row.kind !== "message") {
      size += ofValue(row)
      continue
    }
    const own = ofTexts(row.value)
    texts += own
    size += ofMessage(row.value, own)
  }
  // A message has texts, so where there are none nobody knows what the events quote.
  for (const event of events) size += ofEvent(event, texts === 0 ? Infinity : texts)
  return size
}

export const layer: Layer.Layer<Committer, never, Store | WorkSignal | LocalLeases> = Layer.effect(
  Committer,
  Effect.gen(function*() {
    const store = yield* Store
    const signal = yield* WorkSignal
    const leases = yield* LocalLeases
    /** Raised after a failure too: the store may have applied a batch whose answer was lost. */
    const tell = Effect.fnUntraced(function*(
      commits: ReadonlyArray<Commit>,
      exit: Exit.Exit<ReadonlyArray<Outcome>, StoreError>
    ) {
      const now = yield* Instant.now
      const known = leases.known()
      const reaches = Exit.isSuccess(exit)
        ? commits.map((commit, index) => ClaimTrigger.reach(commit, exit.value[index]!, now, known))
        : [!Batch.isBlocked(exit) && commits.some(ClaimTrigger.mayBe) ? "everywhere" : null]
      if (reaches.includes("everywhere")) yield* signal.raise
      else if (reaches.includes("here")) yield* signal.raiseHere
    })
    const ask = (commits: ReadonlyArray<Commit>, patience: number) =>
      Effect.onExit(
        leases.commit(commits, (batch) => Effect.provideService(store.commit(batch), Patience, patience)),
        (exit) => tell(commits, exit)
      )
    const aside = yield* Aside.make({
      ask,
      concurrency: concurrentLines,
      items: batchSize,
      size: batchBytes,
      names: Concerned.accounts
    })
    const batch = yield* Batch.make<Commit, Outcome>({
      ask: (commits) => ask(commits, patience),
      aside,
      beside,
      concurrency: batches,
      items: batchSize,
      size: batchBytes,
      sizeOf
    })
    return { commit: batch.ask, commitAll: batch.askAll, offer: batch.offer }
  })
)
