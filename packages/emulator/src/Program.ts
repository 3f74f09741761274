/**
 * The emulator as a program that runs until it is interrupted, with the settings of the `ConfigProvider`.
 */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Worker } from "@signalbox/core/Worker"
import * as NodeIdGenerator from "@signalbox/node/NodeIdGenerator"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { TravelClock } from "./clock/TravelClock.ts"
import * as Call from "./control/Call.ts"
import * as Control from "./control/Control.ts"
import * as EventStream from "./control/EventStream.ts"
import * as Emulator from "./Emulator.ts"
import { EventLog } from "./event/Events.ts"
import * as FixedSecrets from "./FixedSecrets.ts"
import * as Seed from "./seed/Seed.ts"
import * as RestartableService from "./server/RestartableService.ts"
import * as Server from "./server/Server.ts"
import * as Settings from "./Settings.ts"
import * as Storage from "./Storage.ts"

const curl = (address: string, apiKey: string, templateName: string): string => {
  const body = JSON.stringify({
    to: ["+12015550123"],
    template: { name: templateName, parameters: { name: "Ada" } }
  })
  return `curl -s ${address}/v3/messages -H 'x-api-key: ${apiKey}' -H 'content-type: application/json' -d '${body}'`
}

/** Fails when it cannot start, with the reason in one line and without secrets. */
export const run: Effect.Effect<never, string> = Effect.gen(function*() {
  const settings = yield* Settings.load.pipe(Effect.provide(NodeIdGenerator.layer))
  const events = new EventLog()
  const lives = yield* RestartableService.make({
    events,
    layers: Storage.make(settings.databaseUrl, settings.network),
    clock: new TravelClock(yield* Clock.Clock),
    node: Emulator.randomNode(),
    terms: settings.seed ?? {},
    // The template of the line below is approved by then, so the line works as soon as it is read.
    seed: Effect.tap(Seed.seed(settings), () => Effect.timeoutOption(Effect.flatMap(Worker, ({ idle }) => idle), 1000))
  })
  const stream = yield* EventStream.make(events)
  const control = yield* Control.makeHandler({
    events: stream,
    host: settings.host,
    allowed: settings.control,
    run: lives.use,
    restart: Effect.catchCause(lives.restart, (cause) =>
      Effect.andThen(
        Effect.logError("cannot begin anew", cause),
        new Call.Refusal({ status: 503, message: "the emulator cannot begin anew" })
      ))
  })
  const server = yield* Server.make(settings, control, lives.handle)
  // Whoever ends the emulator waits for what it has begun.
  yield* Effect.addFinalizer(() => Effect.all([server.close, events.over.open, lives.drain, server.answered]))
  const { apiKey, templateName } = lives.seeded()
  // The page comes first: a terminal makes its address a link.
  yield* Console.log(`Inbox: ${server.address}/`)
  yield* Console.log(`Signalbox emulator on ${server.address}`)
  if (apiKey !== null) yield* Console.log(`API key: ${apiKey}`)
  yield* Console.log(`Warning: ${FixedSecrets.warning}`)
  if (apiKey !== null && templateName !== null) {
    yield* Console.log(`\nSend a message:\n\n  ${curl(server.address, apiKey, templateName)}\n`)
  }
  return yield* Effect.never
}).pipe(
  Effect.scoped,
  Effect.catchCause((cause) =>
    Cause.hasInterruptsOnly(cause)
      ? Effect.interrupt
      : Effect.fail(`Signalbox emulator cannot start: ${Settings.explain(Cause.squash(cause))}`)
  )
)

const reported = Effect.catch(
  run,
  (reason) => Effect.andThen(Console.error(reason), Effect.sync(() => process.exit(1)))
)

/** Runs until a signal ends it. */
export const main = (): void =>
  NodeRuntime.runMain(reported, {
    disableErrorReporting: true,
    // A signal ends it in good order: that is no failure.
    teardown: (exit, onExit) => onExit(Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) ? 0 : 1)
  })
