/**
 * `npm start`: the emulator as a server.
 */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Worker } from "@signalbox/core/engine/Worker"
import type { NodeId } from "@signalbox/core/value/Id"
import * as NodeMint from "@signalbox/node/NodeMint"
import * as NodeMount from "@signalbox/node/NodeMount"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import { randomUUID } from "node:crypto"
import * as Emulator from "./Emulator.ts"
import * as Seed from "./Seed.ts"
import * as Settings from "./Settings.ts"
import * as Storage from "./Storage.ts"

const curl = (address: string, apiKey: string, templateName: string): string => {
  const body = JSON.stringify({
    to: ["+12015550123"],
    template: { name: templateName, parameters: { name: "Ada" } }
  })
  return `curl -s ${address}/v3/messages -H 'x-api-key: ${apiKey}' -H 'content-type: application/json' -d '${body}'`
}

const main = Effect.gen(function*() {
  const settings = yield* Settings.load.pipe(Effect.provide(NodeMint.layer))
  // Several emulators may share a database; each is a node of its own.
  const node = `emulator-${randomUUID()}` as NodeId
  const place = Storage.make(settings.databaseUrl)
  const announce = Effect.gen(function*() {
    const { templateName } = yield* Seed.seed(settings.apiKey)
    // The template is approved by then, so the line below works as soon as it is read.
    yield* Effect.flatMap(Worker, (worker) => worker.idle)
    const server = yield* HttpServer.HttpServer
    const port = "port" in server.address ? server.address.port : settings.port
    const address = `http://${settings.host.includes(":") ? `[${settings.host}]` : settings.host}:${port}`
    yield* Console.log(`Signalbox emulator on ${address}`)
    yield* Console.log(`API key: ${settings.apiKey}`)
    yield* Console.log(`\nSend a message:\n\n  ${curl(address, settings.apiKey, templateName)}\n`)
  })
  return yield* Layer.launch(
    Layer.effectDiscard(announce).pipe(
      Layer.provide(NodeMount.layerServer(settings)),
      Layer.provide(Emulator.layer(place.storage, node, place.network))
    )
  )
}).pipe(
  Effect.catch((error) =>
    Effect.andThen(
      Console.error(`Signalbox emulator cannot start: ${error.message.replaceAll(/\s+/g, " ")}`),
      Effect.sync(() => process.exit(1))
    )
  )
)

NodeRuntime.runMain(main)
