/**
 * Signalbox on a store, accepting only: no worker runs, so what is measured is the way from the request to the
 * commit.
 */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Carriers } from "@signalbox/core/Carrier"
import { Operator } from "@signalbox/core/Operator"
import * as Service from "@signalbox/core/Service"
import { WebhookSender } from "@signalbox/core/WebhookSender"
import * as DefaultNumber from "@signalbox/emulator/seed/DefaultNumber"
import * as Seed from "@signalbox/emulator/seed/Seed"
import * as Storage from "@signalbox/emulator/Storage"
import * as NodeState from "@signalbox/http/NodeState"
import * as NodeIdGenerator from "@signalbox/node/NodeIdGenerator"
import * as NodeMount from "@signalbox/node/NodeMount"
import * as FixedSecrets from "@signalbox/testing/FixedSecrets"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

const url = process.env["DATABASE_URL"]
const storage = Storage.make(url === undefined ? null : Redacted.make(url)).storage

const service = Layer.merge(Service.intakeLayer, Layer.succeed(Carriers, [])).pipe(
  Layer.provideMerge(Service.engineLayer),
  Layer.provide(FixedSecrets.layer),
  Layer.provideMerge(storage),
  Layer.provideMerge(NodeState.layer),
  Layer.provideMerge(NodeIdGenerator.layer),
  Layer.provide(Layer.succeed(WebhookSender, {
    refuse: () => Effect.succeed(null),
    send: () => Effect.succeed({ _tag: "Failed", message: "not in this benchmark" })
  }))
)

const prepare = Effect.gen(function*() {
  const operator = yield* Operator
  yield* operator.createOrganization({
    id: Seed.organization,
    requestsPerMinute: 100_000_000,
    numbers: [DefaultNumber.of(Seed.organization)],
    balance: Seed.openingBalance
  })
  yield* Seed.seed({ apiKey: process.env["API_KEY"] ?? "", seed: null })
  const { address } = yield* HttpServer.HttpServer
  yield* Console.log(`listening http://127.0.0.1:${"port" in address ? address.port : 0}`)
})

NodeRuntime.runMain(Layer.launch(
  Layer.effectDiscard(prepare).pipe(
    Layer.provide(NodeMount.layerServer({ port: 0, host: "127.0.0.1" })),
    Layer.provide(service)
  )
))
