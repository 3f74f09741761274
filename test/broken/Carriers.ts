/**
 * Carriers that do one thing wrong, around one that does everything right.
 */
import type { Carrier, SubmissionOutcome } from "@signalbox/core/Carrier"
import type { AttemptId, CarrierId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import type { Bench } from "@signalbox/testing/CarrierContract"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type { Broken } from "./Broken.ts"

type Tell = Parameters<Carrier["submit"]>[1]

interface Switchboard {
  /** How often each was sent. */
  readonly sent: Map<AttemptId, number>
  readonly accept: (attempt: AttemptId) => SubmissionOutcome
}

const switchboard = (): Switchboard => {
  const sent = new Map<AttemptId, number>()
  return {
    sent,
    accept: (attempt) => {
      if (!sent.has(attempt)) sent.set(attempt, 1)
      return { _tag: "Accepted", references: [`reference-${attempt}`] }
    }
  }
}

type Make = (board: Switchboard) => Partial<Carrier>

const bench = (make: Make): Effect.Effect<Bench> =>
  Effect.sync(() => {
    const board = switchboard()
    return {
      carrier: {
        id: "sound" as CarrierId,
        channels: ["sms"],
        submit: (batch, tell) =>
          Effect.forEach(batch, ({ attempt }) => tell(attempt, board.accept(attempt)), { discard: true }),
        ...make(board)
      },
      sent: (attempt) => Effect.sync(() => board.sent.get(attempt) ?? 0)
    }
  })

/** Tells of each attempt in a way of its own. */
const each =
  (how: (board: Switchboard, attempt: AttemptId, tell: Tell, index: number) => Effect.Effect<void>): Make =>
  (
    board
  ) => ({
    submit: (batch, tell) =>
      Effect.forEach(batch, ({ attempt }, index) => how(board, attempt, tell, index), { discard: true })
  })

const broken = (name: string, make: Make, caughtBy: string): Broken<Effect.Effect<Bench>> => ({
  name,
  adapter: bench(make),
  caughtBy
})

export const sound: Effect.Effect<Bench> = bench(() => ({}))

export const carriers: ReadonlyArray<Broken<Effect.Effect<Bench>>> = [
  broken(
    "tells each outcome twice",
    each(({ accept }, attempt, tell) =>
      Effect.andThen(tell(attempt, accept(attempt)), Effect.suspend(() => tell(attempt, accept(attempt))))
    ),
    "tells the attempts of a batch, each once, and nothing else"
  ),
  broken(
    "leaves the last one out",
    ({ accept }) => ({
      submit: (batch, tell) =>
        Effect.forEach(batch.slice(0, -1), ({ attempt }) => tell(attempt, accept(attempt)), { discard: true })
    }),
    "tells the attempts of a batch, each once, and nothing else"
  ),
  broken(
    "fails when it has told",
    ({ accept }) => ({
      submit: (batch, tell) =>
        Effect.andThen(
          Effect.forEach(batch, ({ attempt }) => tell(attempt, accept(attempt)), { discard: true }),
          Effect.die("the line is dead")
        )
    }),
    "ends by itself, and never fails"
  ),
  broken(
    "falls over its hook",
    () => ({
      hook: ({ body }) => Effect.sync(() => ({ status: JSON.parse(new TextDecoder().decode(body)) ? 200 : 400 }))
    }),
    "answers whatever is sent to its hook, if it has one"
  ),
  broken(
    "accepts what it does not send",
    each((_, attempt, tell) => tell(attempt, { _tag: "Accepted", references: [`reference-${attempt}`] })),
    "has sent what it accepts, and nothing that it refuses or is too busy for"
  ),
  broken(
    "sends what it refuses",
    each(({ accept }, attempt, tell) => {
      accept(attempt)
      return tell(attempt, { _tag: "Refused", failure: "no_route_to_network", detail: null })
    }),
    "has sent what it accepts, and nothing that it refuses or is too busy for"
  ),
  broken(
    "is busy until long ago",
    each((_, attempt, tell) => tell(attempt, { _tag: "Busy", until: Instant.make(0), holds: "lane" })),
    "has sent what it accepts, and nothing that it refuses or is too busy for"
  ),
  broken(
    "gives all messages one name",
    each(({ accept }, attempt, tell) => {
      accept(attempt)
      return tell(attempt, { _tag: "Accepted", references: ["reference"] })
    }),
    "gives each message names of its own"
  ),
  broken(
    "sends again what it has sent",
    each(({ accept, sent }, attempt, tell) => {
      sent.set(attempt, (sent.get(attempt) ?? 0) + 1)
      return tell(attempt, accept(attempt))
    }),
    "knows what it has accepted: it tells that again with the same names, and sends nothing"
  ),
  broken(
    "sends twice what comes twice at the same time",
    each(({ accept, sent }, attempt, tell) =>
      Effect.gen(function*() {
        const isKnown = sent.has(attempt)
        yield* Effect.yieldNow
        if (!isKnown) sent.set(attempt, (sent.get(attempt) ?? 0) + 1)
        yield* tell(attempt, accept(attempt))
      })
    ),
    "sends once what is handed over twice at the same time"
  ),
  broken(
    "mixes what it has at the same time",
    ({ accept }) => {
      let tellLast: Tell | undefined
      return {
        submit: (batch, tell) => {
          tellLast = tell
          return Effect.forEach(
            batch,
            ({ attempt }) =>
              Effect.andThen(Effect.yieldNow, Effect.suspend(() => (tellLast ?? tell)(attempt, accept(attempt)))),
            { discard: true }
          )
        }
      }
    },
    "does not mix batches that it has at the same time"
  ),
  broken(
    "goes on telling when it was interrupted",
    ({ accept }) => ({
      submit: (batch, tell) =>
        Effect.forkDetach(Effect.forEach(
          batch,
          // It tells after the interruption, which takes no real time.
          ({ attempt }) => Effect.andThen(Effect.sleep(30), Effect.suspend(() => tell(attempt, accept(attempt)))),
          { discard: true }
        )).pipe(Effect.flatMap((fiber) => Fiber.join(fiber)))
    }),
    "tells nothing after it was interrupted, and can be asked again"
  )
]
