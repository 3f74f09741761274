/**
 * Routed messages that wait to be handed over, and carriers that do as told.
 */
import type { Carrier, Submission, SubmissionOutcome } from "@signalbox/core/Carrier"
import * as Commits from "@signalbox/core/Commit"
import type { AttemptId } from "@signalbox/core/Id"
import { plus } from "@signalbox/core/Instant"
import { DispatchWork } from "@signalbox/core/internal/dispatch/DispatchWork"
import { SubmissionWork } from "@signalbox/core/internal/message/AttemptWork"
import { Messages } from "@signalbox/core/Message"
import { fromText } from "@signalbox/core/Rendered"
import { Store } from "@signalbox/core/Store"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { expect } from "vitest"
import type { Services, World } from "../Bench.ts"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"
import * as Scene from "../Scene.ts"

export const carrierId = Given.carrierId("sms-a")
export const line = { carrier: carrierId, account: Scene.account.id }
export const deadline = plus(Given.now, 30_000)

export const attemptId = (number: number): AttemptId =>
  `a77e0000-0000-7000-8000-${String(number).padStart(12, "0")}` as AttemptId

export const accepted = (...references: ReadonlyArray<string>): SubmissionOutcome => ({ _tag: "Accepted", references })

/** Routed messages, one for each list of media, and the work to hand them over: one commit, so they make one batch. */
export const routed = (media: ReadonlyArray<ReadonlyArray<string>>) =>
  Commits.make({
    puts: media.map((urls, index) =>
      Commits.put(
        Messages,
        Given.message({
          id: Given.messageId(index),
          phone: Given.phone(index),
          status: "ROUTED",
          channel: urls.length > 0 ? "mms" : "sms",
          requested: urls.length > 0 ? "mms" : "sms",
          rendered: { ...fromText("Look"), media: urls },
          attempts: [Given.attempt({ id: attemptId(index), channel: urls.length > 0 ? "mms" : "sms" })]
        })
      )
    ),
    due: media.flatMap((_, index) => {
      const key = `${Given.messageId(index)}/${attemptId(index)}`
      return [{
        work: { kind: "submission", key },
        lane: SubmissionWork.lane.of(line),
        at: plus(Given.now, index - 1000)
      }]
    })
  })

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Messages that wait to be dispatched. */
export const queued = (count: number) =>
  Commits.make({
    puts: numbers(count).map((index) =>
      Commits.put(
        Messages,
        Given.message({ id: Given.messageId(index), phone: Given.phone(index), requested: "sms", channel: "sms" })
      )
    ),
    due: numbers(count).map((index) => ({
      work: { kind: "dispatch", key: `${Given.messageId(index)}/1` },
      lane: DispatchWork.lane.of(Scene.account.id),
      at: plus(Given.now, -1000)
    }))
  })

/** Messages come to their carrier in these ways: under the lease of their dispatch, or out of their line. */
export const ways = [
  ["immediately", queued],
  ["out of the line", (count: number) => routed(plain(count))]
] as const

export const begin = (media: ReadonlyArray<ReadonlyArray<string>>) =>
  Effect.gen(function*() {
    yield* Scene.seed(1_000_000)
    const store = yield* Store
    expect(yield* store.commit([routed(media)])).toEqual([{ _tag: "Done" }])
  })

export const plain = (count: number) => Array.from({ length: count }, () => [])

/** A carrier that does as told, and what it was handed, batch by batch. */
export const telling = (submit: Carrier["submit"]) => {
  const batches: Array<ReadonlyArray<string>> = []
  const carrier: Carrier = {
    id: carrierId,
    channels: ["sms", "mms"],
    submit: (batch, tell) => {
      batches.push(batch.map(({ attempt }) => attempt))
      return submit(batch, tell)
    }
  }
  return { batches, carrier }
}

/** A carrier that tells one outcome after the other. */
export const answering = (answer: (batch: ReadonlyArray<Submission>) => ReadonlyArray<SubmissionOutcome>) =>
  telling((batch, tell) =>
    Effect.forEach(answer(batch), (outcome, index) => tell(batch[index]!.attempt, outcome), { discard: true })
  )

export const inOrder = Effect.map(
  Scene.messages,
  (messages) => messages.toSorted((one, other) => one.id < other.id ? -1 : 1)
)

export const states = Effect.map(
  inOrder,
  (messages) =>
    messages.map(({ attempts: [attempt], status }) => [status, attempt?.failure ?? attempt?.reference ?? null])
)

type Line = readonly [string, Record<string, unknown>]

const logging = (lines: Array<Line>) =>
  Logger.layer([Logger.make(({ message }) => {
    lines.push(message as Line)
  })])

export const run = async <A, E>(world: World, program: Effect.Effect<A, E, Services>) => {
  const lines: Array<Line> = []
  await Bench.run(Bench.layer(world).pipe(Layer.provide(logging(lines))), program)
  return lines
}
