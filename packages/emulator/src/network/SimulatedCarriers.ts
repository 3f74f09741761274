/**
 * The carriers that the service knows, on top of the simulated networks. Each answers its submissions in their order,
 * as its behaviour says.
 */
import type { Carrier, Submission } from "@signalbox/core/Carrier"
import { Carriers } from "@signalbox/core/Carrier"
import type { CarrierId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Semaphore from "effect/Semaphore"
import { Arrivals } from "./Arrivals.ts"
import type { Behaviour } from "./Behaviour.ts"
import { modeFor } from "./Behaviour.ts"
import { table } from "./CarrierTable.ts"
import { Hanging } from "./Hanging.ts"
import { Network } from "./Network.ts"
import { ReceiptDelivery } from "./ReceiptDelivery.ts"

/**
 * The interval between its looks at how the carriers are told to behave, in elapsed milliseconds: other nodes tell them
 * too.
 */
export const lookMillis = 100

/** A paced carrier takes as many submissions in one go as it takes in this time, in milliseconds. */
const strideMillis = 20

const partsOf = ({ sms }: Submission): number => Math.max(sms?.parts.length ?? 1, 1)

/** Divides a batch into what the carrier takes at a time. A carrier without a pace takes everything in one go. */
const strides = (
  batch: ReadonlyArray<Submission>,
  perSecond: number | null
): ReadonlyArray<ReadonlyArray<Submission>> => {
  if (perSecond === null) return batch.length === 0 ? [] : [batch]
  const size = Math.max(1, Math.floor(perSecond * strideMillis / 1000))
  return Array.from(
    { length: Math.ceil(batch.length / size) },
    (_, index) => batch.slice(index * size, (index + 1) * size)
  )
}

export const layer: Layer.Layer<Carriers, never, Network | ReceiptDelivery | Hanging | Arrivals> = Layer.effect(
  Carriers,
  Effect.gen(function*() {
    const network = yield* Network
    const courier = yield* ReceiptDelivery
    const { hang } = yield* Hanging
    const { add: told } = yield* Arrivals
    let behaviours: ReadonlyMap<CarrierId, Behaviour> = new Map()

    yield* network.behaviours.pipe(
      Effect.map((all) => {
        behaviours = all
      }),
      Effect.ignore,
      Effect.andThen(Effect.sleep(lookMillis)),
      Effect.forever,
      Effect.forkScoped
    )

    const submit = (id: CarrierId): Carrier["submit"] =>
      Effect.fnUntraced(
        function*(batch, tell) {
          const askedAt = yield* Instant.now
          const behaviour = yield* network.ask(id, batch.map(({ attempt }) => attempt))
          const { delayMillis, perSecond, short } = behaviour
          const mode = ({ attempt }: Submission) => modeFor(behaviour, attempt)
          const unheard = new Set(batch.slice(Math.max(batch.length - short, 0)).map(({ attempt }) => attempt))
          const isLost = (submission: Submission) => ["throw", "hang"].includes(mode(submission) as string)
          const turn = yield* Semaphore.make(1)

          /** Each stride takes its place when the one before is through, so that nobody holds places who has gone. */
          const take = Effect.fnUntraced(function*(stride: ReadonlyArray<Submission>) {
            // Without a pace of its own the carrier takes a message when it is handed over.
            if (perSecond === null) return yield* network.submit(id, stride, { now: askedAt, behaviour, unheard }, told)
            const parts = stride.reduce((sum, each) => sum + partsOf(each), 0)
            yield* Effect.sleep(yield* network.queue(id, parts * 1000 / perSecond))
            return yield* network.submit(id, stride, { now: yield* Instant.now, behaviour, unheard }, told)
          })

          yield* Effect.forEach(
            strides(batch.filter((each) => !isLost(each)), perSecond),
            (stride) =>
              Effect.gen(function*() {
                const outcomes = yield* Semaphore.withPermit(turn, take(stride))
                if (delayMillis > 0) yield* Effect.sleep(delayMillis)
                yield* Effect.forEach(
                  stride,
                  ({ attempt }, index) => unheard.has(attempt) ? Effect.void : tell(attempt, outcomes[index]!),
                  // Whoever counts what is under way at a paced carrier asks the store each time.
                  { concurrency: behaviour.pace === null ? 1 : "unbounded", discard: true }
                )
                yield* courier.wake
              }),
            { concurrency: "unbounded", discard: true }
          )
          if (batch.some((each) => mode(each) === "hang")) yield* hang
          if (batch.some((each) => mode(each) === "throw")) yield* Effect.die(new Error(`${id} throws`))
        },
        // It may have been kept, and only the answer of its network lost.
        Effect.catch((error) => Effect.logWarning("a carrier does not answer", error))
      )

    return table.map(({ channels, id }): Carrier => ({
      id: id as CarrierId,
      channels,
      get pace() {
        return behaviours.get(id as CarrierId)?.pace ?? null
      },
      submit: submit(id as CarrierId)
    }))
  })
)
