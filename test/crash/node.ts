/**
 * A node in a process of its own, to be killed: the service on PostgreSQL or in a file of SQLite, with a carrier that lives elsewhere and
 * outlives it. Says `listening <url>` when it serves, takes receipts at `POST /receipts`, at `POST /crash` the point of
 * `CrashPoint` where it is to end, and at `POST /clock` by how many milliseconds its machine's clock is ahead; `POST /memory`
 * answers what memory it has.
 */
import { Carriers } from "@signalbox/core/Carrier"
import type { Carrier, SubmissionOutcome } from "@signalbox/core/Carrier"
import { Executor } from "@signalbox/core/Executor"
import type { AttemptId, CarrierId, MessageId, NodeId } from "@signalbox/core/Id"
import { make as instant } from "@signalbox/core/Instant"
import { SetServiceRetention } from "@signalbox/core/internal/retention/SetServiceRetention"
import { Receipts } from "@signalbox/core/Receipts"
import type { Retention } from "@signalbox/core/Retention"
import * as Service from "@signalbox/core/Service"
import type { Store, StoreError } from "@signalbox/core/Store"
import { Worker } from "@signalbox/core/Worker"
import * as HttpWebhookSender from "@signalbox/egress/HttpWebhookSender"
import * as TravelClock from "@signalbox/emulator/clock/TravelClock"
import type { Storage } from "@signalbox/emulator/Emulator"
import * as ReviewScript from "@signalbox/emulator/review/ReviewScript"
import * as NodeState from "@signalbox/http/NodeState"
import * as NodeIdGenerator from "@signalbox/node/NodeIdGenerator"
import * as NodeMount from "@signalbox/node/NodeMount"
import * as PostgresSignal from "@signalbox/postgres/PostgresSignal"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import * as SqliteStore from "@signalbox/sqlite/SqliteStore"
import * as FixedSecrets from "@signalbox/testing/FixedSecrets"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import * as CrashPoint from "./CrashPoint.ts"
import * as Furniture from "./Furniture.ts"
import * as Kept from "./Kept.ts"
import { SettableClock } from "./SettableClock.ts"

const setting = (name: string): string => {
  const value = process.env[name]
  if (value === undefined) throw new Error(`${name} is not set`)
  return value
}

const points = CrashPoint.make()

/** Hands over by HTTP. Where no answer comes, it tells nothing: nobody knows whether the carrier has it. */
const remote: Carrier = {
  id: "sms-a" as CarrierId,
  channels: ["sms"],
  answersWithin: Number(process.env["ANSWERS_WITHIN_MILLIS"] ?? "30000"),
  repeat: process.env["REPEAT"] === "never" ? "never" : "once",
  submit: (batch, tell) =>
    Effect.tryPromise(async (signal) => {
      const body = JSON.stringify(batch)
      const headers = { "x-node": setting("NODE_ID") }
      const answer = await fetch(`${setting("CARRIER_URL")}/submit`, { method: "POST", body, headers, signal })
      return await answer.json() as ReadonlyArray<SubmissionOutcome>
    }).pipe(
      Effect.flatMap((outcomes) =>
        Effect.forEach(outcomes, (outcome, index) => tell(batch[index]!.attempt, outcome), { discard: true })
      ),
      Effect.ignore
    )
}

const file = process.env["SQLITE_FILE"]

const client = Layer.suspend(() =>
  PostgresStore.client({
    url: Redacted.make(setting("DATABASE_URL")),
    maxConnections: Number(process.env["MAX_CONNECTIONS"] ?? "10"),
    pooler: process.env["POOLER"] !== undefined
  })
)

const storage: Layer.Layer<Storage, StoreError> = file === undefined
  ? PostgresStore.layerClient({
    schema: setting("DATABASE_SCHEMA"),
    heartbeatMillis: Number(process.env["HEARTBEAT_MILLIS"] ?? "5000")
  }).pipe(Layer.provide(client))
  : SqliteStore.layer({ file })

/** Other nodes hear of work that this one leaves to them, where that is wanted; else they find it by polling. */
const engine = process.env["SIGNAL"] === undefined
  ? Service.engineLayer
  : Service.engineLayerWith(
    Layer.provide(PostgresSignal.layer({ schema: setting("DATABASE_SCHEMA") }), client)
  )

const service = Service.workLayer({
  node: setting("NODE_ID") as NodeId,
  pollMillis: Number(process.env["POLL_MILLIS"] ?? "200")
}).pipe(
  Layer.provideMerge(Layer.succeed(Carriers, [
    CrashPoint.carrier(points, remote),
    // It could take what the first one does not answer.
    ...(process.env["ANOTHER_CARRIER"] === undefined ? [] : [{ ...remote, id: "sms-b" as CarrierId }])
  ])),
  Layer.provideMerge(Service.intakeLayer),
  Layer.provide(ReviewScript.layer),
  Layer.provide(CrashPoint.sender(points).pipe(Layer.provide(HttpWebhookSender.layer({ allow: ["127.0.0.0/8"] })))),
  Layer.provideMerge(engine),
  Layer.provide(FixedSecrets.layer),
  Layer.provideMerge(CrashPoint.store(points)),
  Layer.provideMerge(storage),
  Layer.provideMerge(NodeState.layer),
  Layer.provideMerge(NodeIdGenerator.layer)
)

const readJson = async (request: AsyncIterable<Uint8Array>): Promise<unknown> => {
  const chunks: Array<Uint8Array> = []
  for await (const chunk of request) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString())
}

const main = Effect.gen(function*() {
  const receipts = yield* Receipts
  yield* Furniture.plant
  const handle = yield* NodeMount.makeHandler
  const services = yield* Effect.context<Store | Executor>()
  const run = Effect.runPromiseWith(services)
  const aside: Readonly<Record<string, (body: unknown) => Promise<string>>> = {
    "/receipts": (body) => {
      const { attempt, message } = body as { readonly message: MessageId; readonly attempt: AttemptId }
      return run(receipts.report({
        subject: { _tag: "Attempt", message, attempt },
        reported: { _tag: "Delivered" }
      }))
    },
    "/kept": () => run(Effect.map(Kept.read, (kept) => JSON.stringify(kept))),
    "/retention": (body) =>
      run(
        Effect.flatMap(Executor, (executor) =>
          Effect.as(executor.run(SetServiceRetention, { retention: body as Retention }), "set"))
      ),
    "/orphans": () => run(Effect.map(Kept.orphans, (found) => JSON.stringify(found))),
    "/memory": () => Promise.resolve(JSON.stringify(process.memoryUsage())),
    "/clock": (body) => {
      machine?.set((body as { readonly ahead: number }).ahead)
      return Promise.resolve("set")
    },
    "/crash": (body) => Promise.resolve(points.arm(body as CrashPoint.Plan)).then(() => "armed")
  }
  const server = createServer((request, response) => {
    const answer = aside[request.url ?? ""]
    if (answer === undefined) return handle(request, response)
    readJson(request).then(answer).then((text) => response.end(text)).catch(() => response.writeHead(503).end())
  })
  server.listen(0, "127.0.0.1", () => {
    console.log(`listening http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  })
  return yield* Effect.never
})

/** The clock of this node's machine, once it runs. */
let machine: SettableClock | null = null

/** Ahead of the real time by as much as is wanted: what lasts a minute need not be waited for. */
const ahead = (live: Clock.Clock): TravelClock.TravelClock => {
  machine = new SettableClock(live)
  const clock = new TravelClock.TravelClock(machine)
  clock.stand(instant(live.currentTimeMillisUnsafe()))
  clock.run(Number(process.env["CLOCK_AHEAD_MILLIS"] ?? "0"))
  return clock
}

/** Whoever is asked to end drains, for as long as the grace lasts, and then ends what is left. */
const untilAsked = Effect.gen(function*() {
  const { drain } = yield* Worker
  yield* Effect.callback<void>((resume) => void process.once("SIGTERM", () => resume(Effect.void)))
  yield* Effect.timeoutOption(drain, Number(process.env["GRACE_MILLIS"] ?? "0"))
})

Effect.runFork(
  Effect.flatMap(
    Clock.Clock,
    (live) =>
      Effect.raceFirst(main, untilAsked).pipe(
        Effect.provide(service),
        Effect.scoped,
        TravelClock.provide(ahead(live)),
        Effect.andThen(Effect.sync(() => process.exit(0))),
        // Whoever cannot start says why, and does not end as if nobody had wanted anything.
        Effect.tapCause((cause) =>
          Effect.sync(() => {
            console.error(Cause.pretty(cause))
            process.exit(1)
          })
        )
      )
  )
)
