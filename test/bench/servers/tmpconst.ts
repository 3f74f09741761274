/**
 * Signalbox on a store, accepting only: no worker runs, so what is measured is the way from the request to the
 * commit.
 */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Carriers } from "@signalbox/core/Carrier"
import { Operator } from "@signalbox/core/Operator"
import * as Service from "@signalbox/core/Service"
import { WebhookSender } from "@signalbox/core/WebhookSender"
import * as Seed from "@signalbox/emulator/seed/Seed"
import * as Storage from "@signalbox/emulator/Storage"
import * as NodeMint from "@signalbox/node/NodeMint"
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
  Layer.provideMerge(NodeMint.layer),
  Layer.provide(Layer.succeed(WebhookSender, {
    refuse: () => Effect.succeed(null),
    send: () => Effect.succeed({ _tag: "Failed", message: "not in this benchmark" })
  }))
)

import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as Telemetry from "@signalbox/http/Telemetry"
import * as NodeServer from "@signalbox/node/NodeServer"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Body from "../../../adapters/node/src/internal/body.ts"
const text = JSON.stringify({
  success: true,
  data: {
    status: "QUEUED",
    template_id: crypto.randomUUID(),
    template_name: "hello_welcome_to_signalbox",
    recipients: [{ message_id: crypto.randomUUID(), to: "+12012000001", channel: "sms", body: null }]
  },
  error: null,
  meta: { request_id: "req_12345678", timestamp: "2026-11-22T00:00:00.000Z", version: "v3" }
})
const app = Effect.flatMap(
  HttpServerRequest.HttpServerRequest,
  (request) =>
    Effect.map(Body.read(request, 1e6), (bytes) => {
      JSON.parse(new TextDecoder().decode(bytes))
      return HttpServerResponse.text(text, { status: 202, contentType: "application/json" })
    })
)
const mount = Layer.effectDiscard(Telemetry.instead(HttpServer.serveEffect(app))).pipe(
  Layer.provideMerge(
    Layer.unwrap(
      Effect.map(NodeServer.make, (make) => NodeHttpServer.layer(() => make(), { port: 0, host: "127.0.0.1" }))
    )
  )
)
const prepare = Effect.gen(function*() {
  const operator = yield* Operator
  yield* operator.createOrganization({
    id: Seed.organization,
    requestsPerMinute: 100_000_000,
    balance: Seed.openingBalance
  })
  yield* Seed.seed({ apiKey: process.env["API_KEY"] ?? "", seed: null })
  const { address } = yield* HttpServer.HttpServer
  yield* Console.log(`listening http://127.0.0.1:${"port" in address ? address.port : 0}`)
})

NodeRuntime.runMain(Layer.launch(
  Layer.effectDiscard(prepare).pipe(
    Layer.provide(mount),
    Layer.provide(service)
  )
))
