/**
 * Signalbox with its worker and its real webhook sender, told by its parent which webhooks there are and which events
 * happen. Without DATABASE_URL everything is in memory.
 */
import { Carriers } from "@signalbox/core/Carrier"
import * as Commits from "@signalbox/core/Commit"
import type { AccountId, EventId, NodeId, WebhookId } from "@signalbox/core/Id"
import { IdGenerator } from "@signalbox/core/IdGenerator"
import { now as instantNow } from "@signalbox/core/Instant"
import type { Pace } from "@signalbox/core/Pace"
import { signingSecret } from "@signalbox/core/Secret"
import * as Service from "@signalbox/core/Service"
import type { StoreError } from "@signalbox/core/Store"
import { Store } from "@signalbox/core/Store"
import { Webhooks } from "@signalbox/core/Webhook"
import { WorkSignal } from "@signalbox/core/WorkSignal"
import * as HttpWebhookSender from "@signalbox/egress/HttpWebhookSender"
import * as ReviewScript from "@signalbox/emulator/review/ReviewScript"
import * as MemoryPace from "@signalbox/memory/MemoryPace"
import * as MemoryStore from "@signalbox/memory/MemoryStore"
import * as NodeIdGenerator from "@signalbox/node/NodeIdGenerator"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import * as FixedSecrets from "@signalbox/testing/FixedSecrets"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { randomBytes, randomUUID } from "node:crypto"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

/** A webhook of an account, or an event of one. Both by number. */
interface Order {
  readonly hooks?: ReadonlyArray<{ readonly webhook: number; readonly account: number; readonly url: string }>
  readonly events?: { readonly account: number; readonly count: number; readonly inRow?: number }
}

const id = (kind: string, number: number): string => `${kind}-0000-7000-8000-${String(number).padStart(12, "0")}`
const account = (number: number): AccountId => id("acc00000", number) as AccountId
const webhook = (number: number): WebhookId => id("b00c0000", number) as WebhookId

const url = process.env["DATABASE_URL"]
const memory: Layer.Layer<Store | Pace> = Layer.merge(MemoryStore.layerStore, MemoryPace.layer)
const postgres = (text: string): Layer.Layer<Store | Pace, StoreError> =>
  PostgresStore.layer({ url: Redacted.make(text), schema: `bench_${randomUUID().slice(0, 8)}` })

const service = Service.workLayer({ node: "node-bench" as NodeId }).pipe(
  Layer.provide(Layer.succeed(Carriers, [])),
  Layer.provide(ReviewScript.layer),
  Layer.provide(HttpWebhookSender.layer({ allow: ["127.0.0.0/8"] })),
  Layer.provideMerge(Service.engineLayer),
  Layer.provide(FixedSecrets.layer),
  Layer.provideMerge(url === undefined ? memory : postgres(url)),
  Layer.provideMerge(NodeIdGenerator.layer)
)

const plant = Effect.fnUntraced(function*(hooks: NonNullable<Order["hooks"]>) {
  const store = yield* Store
  const now = yield* instantNow
  const puts = hooks.map((each) =>
    Commits.put(
      Webhooks,
      FixedSecrets.kept({
        id: webhook(each.webhook),
        account: account(each.account),
        displayName: "bench",
        endpointUrl: each.url,
        secret: signingSecret(randomBytes(32)),
        isActive: true,
        eventTypes: ["message"],
        eventFilters: null,
        subscribes: ["message.sent"],
        retryCount: 3,
        timeoutSeconds: 30,
        createdAt: now,
        updatedAt: null
      })
    )
  )
  yield* store.commit([Commits.make({ puts })])
})

/** Events with a recipient of their own, so that none waits for another one, unless so many in a row share one. */
const tell = Effect.fnUntraced(function*({ account: owner, count, inRow = 1 }: NonNullable<Order["events"]>) {
  const [ids, signal, store] = [yield* IdGenerator, yield* WorkSignal, yield* Store]
  const now = yield* instantNow
  const events = Array.from({ length: count }, (_, index) => ({
    id: ids.id(now) as EventId,
    account: account(owner),
    name: "message.sent" as const,
    at: now,
    body: JSON.stringify({ at: Date.now(), payload: { outbound_number: `+1${Math.floor(index / inRow)}` } })
  }))
  for (let from = 0; from < count; from += 100) {
    yield* store.commit([Commits.make({ events: events.slice(from, from + 100) })])
  }
  yield* signal.raise
})

const main = Effect.gen(function*() {
  const run = Effect.runPromiseWith(yield* Effect.context<Store | IdGenerator | WorkSignal>())
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const { events, hooks } = JSON.parse(Buffer.concat(chunks).toString()) as Order
      const done = Effect.andThen(
        hooks === undefined ? Effect.void : plant(hooks),
        events === undefined ? Effect.void : tell(events)
      )
      run(done).then(() => response.end(), (error: unknown) => response.writeHead(500).end(String(error)))
    })
  })
  server.listen(0, "127.0.0.1", () => {
    console.log(`listening http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  })
  return yield* Effect.never
})

Effect.runFork(Effect.scoped(Effect.provide(main, service)))
