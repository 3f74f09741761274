/**
 * The outcomes of attempts on their way to the store. One commit at a time is under way for each endpoint; what ends
 * meanwhile goes into the next one together, so that an endpoint's commits never contend for the row of its health. A
 * commit waits a few milliseconds for more, unless there is enough: nobody waits for a success, and a node that dies
 * attempts again what it has not committed.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { ExecutionError, Executor } from "../engine/Executor.ts"
import * as Job from "../engine/Job.ts"
import type { WebhookId } from "../value/Id.ts"
import * as LookAhead from "./LookAhead.ts"
import type { Attempted } from "./Settle.ts"
import { command, isSetback, Settle } from "./Settle.ts"

interface Entry {
  readonly attempted: Attempted
  settled: Exit.Exit<void, ExecutionError> | null
  /** Whether its fiber commits what waits; all others wait for it. */
  leads: boolean
  /** Whether its fiber waits no more. */
  isLeft: boolean
  /** Tells those who wait for the entry that something of it has changed. */
  readonly tells: Array<() => void>
}

/** The outcomes of an endpoint that are not committed. */
interface Line {
  waiting: Array<Entry>
  /** Null once nobody is left. */
  leader: Entry | null
  /** Ends the wait for more. */
  enough: () => void
}

export interface Settlements {
  /**
   * Ends when the outcome is committed. Another node that has taken the lease over does the work.
   *
   * @param inTurn lets the commit of this outcome wait for its turn, and what ended meanwhile goes with it
   * @param noted is done as soon as `known` waits for the outcome, so that nobody goes on in between
   */
  readonly settle: (
    webhook: WebhookId,
    attempted: Attempted,
    inTurn: (commit: Effect.Effect<void>) => Effect.Effect<void>,
    noted: Effect.Effect<void>
  ) => Effect.Effect<void, ExecutionError>
  /** Waits until no setback that this node knows of is still on its way to the store; returns whether one was. */
  readonly known: (webhook: WebhookId) => Effect.Effect<boolean>
  /** Returns how many setbacks there were so far. */
  readonly setbacks: () => number
}

/** A look at an endpoint: until when it counts, in elapsed nanoseconds, and how many setbacks there were when it began. */
export interface Look {
  readonly until: bigint
  readonly setbacks: number
}

/** How many outcomes one commit contains at most, and for how long it waits for more, in milliseconds of elapsed time. */
const most = 256
const patience = 50

/**
 * @param isAwaited returns whether attempts at the endpoint are under way, so that more outcomes will come
 * @param seen is told of each endpoint whose webhook and health a commit has found as this process knows them
 */
export const make = (
  executor: Executor["Service"],
  isAwaited: (webhook: WebhookId) => boolean,
  seen: (webhook: WebhookId, look: Look) => void
): Settlements => {
  const lines = new Map<WebhookId, Line>()
  let setbacks = 0

  const isEnough = (webhook: WebhookId, { waiting }: Line): boolean =>
    waiting.length >= most || !isAwaited(webhook) || waiting.some(({ attempted }) => isSetback(attempted))

  const gather = (webhook: WebhookId, line: Line): Effect.Effect<void> =>
    Effect.suspend(() => {
      if (isEnough(webhook, line)) return Effect.void
      const enough = Effect.callback<void>((resume) => {
        line.enough = () => resume(Effect.void)
        if (isEnough(webhook, line)) line.enough()
      })
      return Effect.asVoid(Effect.timeoutOption(enough, patience))
    })

  const tell = ({ tells }: Entry): void => {
    for (const told of tells.splice(0)) told()
  }

  /** Looks again whenever something of the entry changes. Ends as well when nobody commits it any more. */
  const until = (line: Line, entry: Entry, holds: () => boolean): Effect.Effect<void> =>
    Effect.callback((resume) => {
      const look = (): void => {
        if (line.leader === null || holds()) resume(Effect.void)
        else entry.tells.push(look)
      }
      look()
    })

  const enter = (webhook: WebhookId, attempted: Attempted): readonly [Line, Entry] => {
    const known = lines.get(webhook)
    const entry: Entry = { attempted, settled: null, leads: known === undefined, isLeft: false, tells: [] }
    const line = known ?? { waiting: [], leader: entry, enough: () => {} }
    if (known === undefined) lines.set(webhook, line)
    line.waiting.push(entry)
    if (isSetback(attempted)) setbacks++
    return [line, entry]
  }

  /** Whoever has led lets the next one lead. An outcome whose fiber was interrupted goes with those of others. */
  const leave = (webhook: WebhookId, line: Line, entry: Entry): void => {
    entry.isLeft = true
    if (line.leader !== entry) return
    line.leader = line.waiting.find(({ isLeft }) => !isLeft) ?? null
    if (line.leader !== null) {
      line.leader.leads = true
      tell(line.leader)
      return
    }
    line.waiting.forEach(tell)
    lines.delete(webhook)
  }

  /** Nobody is asked twice because the store was away meanwhile: the answers wait until they can be committed. */
  const commit = (webhook: WebhookId, entries: ReadonlyArray<Entry>) =>
    Effect.retry(
      Effect.gen(function*() {
        const [began, known] = [yield* Clock.monotonicTimeNanos, setbacks]
        yield* executor.run(Settle, command(webhook, entries.map(({ attempted }) => attempted)))
        seen(webhook, { until: LookAhead.freshUntil(began, yield* Clock.monotonicTimeNanos), setbacks: known })
      }),
      { schedule: Job.patience, while: Job.mayPass }
    ).pipe(
      Effect.asVoid,
      // A lease that was lost spoils the commit of the others.
      Effect.catchTag("LeaseLost", (lost) => entries.length === 1 ? Effect.void : Effect.fail(lost)),
      Effect.exit
    )

  /** A commit that fails has changed nothing, so each of its outcomes is tried by itself. */
  const commitAll = Effect.fnUntraced(function*(webhook: WebhookId, entries: ReadonlyArray<Entry>) {
    const all = yield* commit(webhook, entries)
    for (const entry of entries) {
      entry.settled = Exit.isSuccess(all) || entries.length === 1 ? all : yield* commit(webhook, [entry])
    }
  })

  const next = (webhook: WebhookId, line: Line) =>
    Effect.suspend(() => {
      const entries = line.waiting.slice(0, most)
      return Effect.andThen(
        commitAll(webhook, entries),
        Effect.sync(() => {
          line.waiting = line.waiting.slice(entries.length)
          entries.forEach(tell)
        })
      )
    })

  return {
    setbacks: () => setbacks,

    settle: (webhook, attempted, inTurn, noted) =>
      Effect.acquireUseRelease(
        Effect.sync(() => enter(webhook, attempted)),
        ([line, entry]) => {
          const settled: Effect.Effect<void, ExecutionError> = Effect.suspend(() => {
            if (entry.settled !== null) return entry.settled
            const changes = entry.leads
              ? Effect.andThen(gather(webhook, line), inTurn(next(webhook, line)))
              : until(line, entry, () => entry.settled !== null || entry.leads)
            return Effect.andThen(changes, settled)
          })
          return Effect.andThen(
            noted,
            Effect.suspend(() => {
              if (isEnough(webhook, line)) line.enough()
              return settled
            })
          )
        },
        ([line, entry]) => Effect.sync(() => leave(webhook, line, entry))
      ),

    known: (webhook) =>
      Effect.suspend(() => {
        const line = lines.get(webhook)
        const last = line?.waiting.findLast(({ attempted }) => isSetback(attempted))
        return line === undefined || last === undefined
          ? Effect.succeed(false)
          : Effect.as(until(line, last, () => last.settled !== null), true)
      })
  }
}
