/**
 * The service with OpenTelemetry: it answers a request and prints its spans. In place of the exporter of the console
 * stands that of your collector, such as the one of `@opentelemetry/exporter-trace-otlp-http`.
 */
import { ConsoleMetricExporter, PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics"
import { BatchSpanProcessor, ConsoleSpanExporter } from "@opentelemetry/sdk-trace-base"
import * as Emulator from "@signalbox/emulator/Emulator"
import * as WebHandler from "@signalbox/http/WebHandler"
import * as MemoryStore from "@signalbox/memory/MemoryStore"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as OpenTelemetry from "./OpenTelemetry.ts"

const telemetry = OpenTelemetry.layer(
  new BatchSpanProcessor(new ConsoleSpanExporter()),
  new PeriodicExportingMetricReader({ exporter: new ConsoleMetricExporter() })
)

/** The emulator stands for your service: any Layers of Signalbox will do. */
const service = Emulator.layer(MemoryStore.layer).pipe(Layer.provideMerge(telemetry))

const main = Effect.gen(function*() {
  const handle = yield* WebHandler.make
  const answer = yield* Effect.promise(() => handle(new Request("http://localhost/v3/me")))
  yield* Console.log(`GET /v3/me is answered ${answer.status}`)
})

// What is left of spans and metrics is sent when the Layer ends.
await Effect.runPromise(main.pipe(Effect.provide(service), Effect.scoped))
