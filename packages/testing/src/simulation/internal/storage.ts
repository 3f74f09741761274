/**
 * The store as a process sees it: over a network that delays, fails, and loses answers of what was carried out, and
 * with the heartbeats by which processes know of each other.
 */
import type { Commit } from "@signalbox/core/Commit"
import type { NodeId } from "@signalbox/core/Id"
import type { Idempotency } from "@signalbox/core/Idempotency"
import type { Instant } from "@signalbox/core/Instant"
import type { Pace } from "@signalbox/core/Pace"
import type { Row } from "@signalbox/core/Row"
import type { Store } from "@signalbox/core/Store"
import { StoreError } from "@signalbox/core/Store"
import type { Lease } from "@signalbox/core/Work"
import { refText } from "@signalbox/core/Work"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { Services } from "../../StoreHarness.ts"
import type { Process, Sighting } from "../Sighting.ts"
import type { Dice } from "./dice.ts"
import { epoch } from "./furniture.ts"
import type { Host } from "./host.ts"
import { trueClock } from "./host.ts"
import { Paces } from "./paces.ts"
import type { Timeline } from "./timeline.ts"
import { Weather } from "./weather.ts"

/**
 * The ports of a store that a run needs. It answers immediately, by Effect's `Clock`: the time that calls take is
 * simulated.
 */
export interface Backend extends Pick<Services, "store" | "idempotency" | "killNode"> {
  /** References of Effect that hold in each node, such as what watches its decisions. */
  readonly references?: Context.Context<never>
}

/**
 * The interval at which a process says that it lives, and the number of silent beats after which it counts as dead: as
 * with PostgreSQL.
 */
const beatMillis = 5000
const deadAfter = 3
const watchful = deadAfter + 1

/** A call that gets no answer fails after this long. */
const patience = 10_000

type Fate = "kept" | "refused" | "lost"

const unavailable = (cause: string) => new StoreError({ reason: "unavailable", cause })

const rubbish = new StoreError({ reason: "failed", cause: "U+0000" })

const unstorable = new StoreError({ reason: "failed", cause: "value out of range" })

/** PostgreSQL holds every text without this character. */
const isRubbish = (text: string | null): boolean => text !== null && text.includes("\u0000")

const holdsRubbish = (row: Row): boolean =>
  isRubbish(row.key) || (row.kind === "message" && row.value.attempts.some(({ reference }) => isRubbish(reference)))

interface Living {
  readonly life: number
  seenAt: number
}

export class Storage {
  readonly weather = new Weather()
  private readonly living = new Map<string, Living>()
  /** The work that was leased to a process that never got the answer: its next claim brings it. */
  private readonly untold = new Map<string, ReadonlyArray<Lease>>()
  private readonly tokens = new Map<string, number>()
  readonly paces: Paces
  private readonly backend: Backend
  private readonly timeline: Timeline
  private readonly dice: Dice
  private readonly see: (sighting: Sighting) => void
  private readonly refusesRubbish: boolean
  private readonly context: Context.Context<never>

  constructor(
    backend: Backend,
    timeline: Timeline,
    dice: Dice,
    see: (sighting: Sighting) => void,
    refusesRubbish: boolean
  ) {
    this.backend = backend
    this.timeline = timeline
    this.dice = dice
    this.see = see
    this.refusesRubbish = refusesRubbish
    this.paces = new Paces(timeline)
    // The store's clock is right, whatever those of the nodes show.
    this.context = Context.make(Clock.Clock, trueClock(timeline, epoch)) as Context.Context<never>
  }

  /** Runs immediately, without network or faults: for the world itself. */
  now<A, E>(run: (backend: Backend) => Effect.Effect<A, E>): A {
    return Effect.runSyncWith(this.context)(run(this.backend) as Effect.Effect<A>)
  }

  /** The ports of one process. */
  ports(host: Host, by: Process): {
    readonly store: Store["Service"]
    readonly idempotency: Idempotency["Service"]
    readonly pace: Pace["Service"]
  } {
    const { idempotency, store } = this.backend
    return {
      store: {
        load: (needs) =>
          this.call(host, by, "load", () => {
            if (this.refusesRubbish && needs.rows.some(({ key }) => isRubbish(key))) return Effect.fail(rubbish)
            return store.load(needs)
          }),
        now: this.call(host, by, "now", () => store.now),
        list: (query) => this.call(host, by, "list", () => store.list(query)),
        usage: (query) => this.call(host, by, "usage", () => store.usage(query)),
        backlogs: (query) => this.call(host, by, "backlogs", () => store.backlogs(query)),
        nextDue: (offset) => this.call(host, by, "nextDue", () => store.nextDue(offset)),
        commit: (batch) => {
          const fate = this.fateOf(batch)
          return this.call(host, by, "commit", () => this.commit(by, batch), fate)
        },
        claim: (request) => {
          let found: ReadonlyArray<Lease> = []
          return this.call(host, by, "claim", () => {
            this.register(by)
            const again = (this.untold.get(by.node) ?? []).filter((lease) =>
              this.tokens.get(refText(lease.work)) === lease.token
            )
            this.untold.delete(by.node)
            return Effect.map(store.claim(request), (claimed) => {
              const { leases } = claimed
              const tokens = new Set(leases.map(({ token }) => token))
              found = [...again.filter(({ token }) => !tokens.has(token)), ...leases]
              // Work that was in doubt is held since its commit.
              const fresh = leases.filter(({ token, work }) => this.tokens.get(refText(work)) !== token)
              this.lease(by, fresh, { isByCreator: false, leaves: request.leaves ?? [] })
              return { ...claimed, leases: found }
            })
          }).pipe(Effect.tapError(() =>
            Effect.sync(() => {
              if (found.length > 0) this.untold.set(by.node, [...this.untold.get(by.node) ?? [], ...found])
            })
          ))
        }
      },
      idempotency: {
        begin: (claim, fingerprint, now) =>
          this.call(host, by, "begin", () => idempotency.begin(claim, fingerprint, now)),
        abandon: (claim, token) => this.call(host, by, "abandon", () => idempotency.abandon(claim, token))
      },
      pace: {
        take: (request) =>
          Effect.suspend(() =>
            this.isReachable(host)
              ? Effect.succeed(this.paces.take(by, request))
              : Effect.fail(unavailable("unreachable"))
          ),
        begin: (pool, parts) => Effect.sync(() => this.paces.begin(by, pool, parts)),
        done: (pool, parts) => Effect.sync(() => this.paces.done(by, pool, parts))
      }
    }
  }

  /** Asks something else that lies beside the store, over the same network. */
  beside<A>(
    host: Host,
    by: Process,
    name: string,
    run: () => Effect.Effect<A, StoreError>
  ): Effect.Effect<A, StoreError> {
    return this.call(host, by, name, run)
  }

  /** A process does this for ever: it says that it lives, and buries those who have been silent for too long. */
  heartbeat(host: Host, by: Process): Effect.Effect<never> {
    let beats = 0
    const beat = this.call(host, by, "beat", () =>
      Effect.sync(() => {
        const mine = this.living.get(by.node)
        if (mine?.life === by.life) mine.seenAt = this.timeline.now
        if (++beats < watchful) return
        for (const [node, { seenAt }] of this.living) {
          if (this.timeline.now - seenAt > deadAfter * beatMillis) this.bury(node)
        }
      }))
    return beat.pipe(
      Effect.catch(() => Effect.sync(() => void (beats = 0))),
      Effect.andThen(Effect.sleep(beatMillis)),
      Effect.forever
    )
  }

  private lease(
    by: Process,
    leases: ReadonlyArray<Lease>,
    how: Pick<Extract<Sighting, { readonly _tag: "Claimed" }>, "isByCreator" | "leaves">
  ): void {
    for (const { token, work } of leases) this.tokens.set(refText(work), token)
    this.see({ _tag: "Claimed", by, now: (epoch + this.timeline.now) as Instant, leases, ...how })
  }

  private register(by: Process): void {
    const known = this.living.get(by.node)
    if (known?.life === by.life) return
    // A process that starts anew under its name, or that was declared dead, holds nothing of what it held.
    if (known !== undefined) this.bury(by.node)
    this.living.set(by.node, { life: by.life, seenAt: this.timeline.now })
  }

  private bury(node: string): void {
    this.living.delete(node)
    this.untold.delete(node)
    Effect.runSync(this.backend.killNode(node as NodeId))
    this.see({ _tag: "Buried", node })
  }

  private commit(by: Process, batch: ReadonlyArray<Commit>) {
    if (this.refusesRubbish && batch.some(({ puts }) => puts.some(holdsRubbish))) return Effect.fail(rubbish)
    if (batch.some(({ puts }) => puts.some((row) => this.isUnstorable(row)))) return Effect.fail(unstorable)
    return Effect.map(this.backend.store.commit(batch), (outcomes) => {
      outcomes.forEach((outcome, index) => {
        if (outcome._tag !== "Done") return
        this.see({ _tag: "Committed", by, commit: batch[index]! })
        const { leases = [] } = outcome
        if (leases.length > 0) this.lease(by, leases, { isByCreator: true, leaves: [] })
      })
      this.see({ _tag: "BatchKept" })
      return outcomes
    })
  }

  /** A message to such a number is accepted, and then nothing more can be made of it. */
  private isUnstorable(row: Row): boolean {
    return row.kind === "message" && row.value.status !== "QUEUED" && this.weather.unstorable.has(row.value.phone)
  }

  private fateOf(batch: ReadonlyArray<Commit>): Fate | null {
    const failing = this.weather.failing.find(({ about, left }) =>
      left > 0 &&
      batch.some(({ completes, holds }) => [...completes, ...holds].some(({ work }) => work.kind === about))
    )
    if (failing === undefined) return null
    failing.left--
    return failing.lost ? "lost" : "refused"
  }

  private isReachable({ name }: Host): boolean {
    return this.weather.down === 0 && !this.weather.cutOff.has(name)
  }

  private fate(): Fate {
    const { flaky, flakyShare } = this.weather
    if (flaky === 0 || !this.dice.hits(flakyShare)) return "kept"
    return this.dice.hits(0.5) ? "lost" : "refused"
  }

  private call<A>(
    host: Host,
    by: Process,
    name: string,
    run: () => Effect.Effect<A, StoreError>,
    given: Fate | null = null
  ): Effect.Effect<A, StoreError> {
    return Effect.callback((resume) => {
      const { timeline, weather } = this
      const delay = () => this.dice.below(4) + (weather.slow > 0 ? this.dice.below(weather.latency) : 0)
      const fail = (millis: number, cause: string): void => {
        this.see({ _tag: "StoreFailed", by, call: name })
        timeline.after(millis, () => host.soon(() => resume(Effect.fail(unavailable(cause)))))
      }
      const fate = given ?? this.fate()
      timeline.after(delay(), () => {
        // A connection that is refused says so immediately; packets that are dropped do not.
        if (!this.isReachable(host)) return fail(this.dice.hits(0.5) ? 5 : patience, "unreachable")
        if (fate === "refused") return fail(delay(), "refused")
        const exit = Effect.runSyncExitWith(this.context)(run())
        const back = delay()
        timeline.after(back, () => {
          if (fate === "lost" || !this.isReachable(host)) return fail(this.dice.hits(0.5) ? 5 : patience, "no answer")
          host.soon(() => resume(Exit.isSuccess(exit) ? Effect.succeed(exit.value) : Effect.failCause(exit.cause)))
        })
      })
    })
  }
}
