/**
 * Receivers of webhooks that the emulator has itself, each with the answer that it was told to give.
 */
import * as Instant from "@signalbox/core/Instant"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"

const Status = Schema.Int.check(
  Schema.makeFilter((status: number) => status >= 200 && status <= 599, { message: "must be between 200 and 599" })
)

const longestDelay = 60_000

/** A status, late or not; or none at all. */
export const Answer = Schema.Union([
  Schema.Literal("hang"),
  Status,
  Schema.Struct({
    status: Status,
    delay_ms: Schema.Int.check(
      Schema.makeFilter((millis: number) => millis >= 0 && millis <= longestDelay, {
        message: `must be between 0 and ${longestDelay}`
      })
    )
  })
])
export type Answer = typeof Answer.Type

/** A request that a receiver got. */
export interface Got {
  readonly at: Instant.Instant
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** The beginning of its body. */
  readonly body: string
  /** The answer that it was given, or is to be. */
  readonly answer: Answer
}

export interface Receiver {
  readonly name: string
  readonly answer: Answer
  /** The last requests, the latest first. */
  readonly got: ReadonlyArray<Got>
}

export class Receivers extends Context.Service<Receivers, {
  /** All of them, by their names. */
  readonly all: Effect.Effect<ReadonlyArray<Receiver>>
  /** Says what a receiver answers from now on; it is made when there is none. Null: there are too many. */
  readonly set: (name: string, answer: Answer) => Effect.Effect<Receiver | null>
  /** Keeps a request, and returns what is answered. A receiver that nobody has told anything answers 204. */
  readonly take: (
    name: string,
    request: Omit<Got, "at" | "answer">
  ) => Effect.Effect<Answer | null>
}>()("@signalbox/emulator/webhook/Receivers") {}

export const isName = (text: string): boolean => /^[\w-]{1,64}$/.test(text)

/** So many receivers there may be, each with so many requests, of which so many characters are kept. */
const mostReceivers = 50
const mostGot = 100
const mostCharacters = 65_536

const usual: Answer = 204

export const layer: Layer.Layer<Receivers> = Layer.sync(Receivers, () => {
  const receivers = new Map<string, Receiver>()

  const change = (name: string, by: (receiver: Receiver) => Receiver): Receiver | null => {
    const before = receivers.get(name)
    if (before === undefined && receivers.size >= mostReceivers) return null
    const after = by(before ?? { name, answer: usual, got: [] })
    receivers.set(name, after)
    return after
  }

  return {
    all: Effect.sync(() => [...receivers.values()].toSorted((a, b) => a.name < b.name ? -1 : 1)),
    set: (name, answer) => Effect.sync(() => change(name, (receiver) => ({ ...receiver, answer }))),
    take: (name, { body, headers, path }) =>
      Effect.map(Instant.now, (at) => {
        const taken = change(name, (receiver) => {
          const one = { at, path, headers, body: body.slice(0, mostCharacters), answer: receiver.answer }
          return { ...receiver, got: [one, ...receiver.got].slice(0, mostGot) }
        })
        return taken?.answer ?? null
      })
  }
})
