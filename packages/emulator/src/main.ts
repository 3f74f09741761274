#!/usr/bin/env node
/**
 * `npm start`, and `signalbox-emulator` where the package is installed: the emulator as a server.
 */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as Cause from "effect/Cause"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Program from "./Program.ts"

const main = Effect.catch(
  Program.run,
  (reason) => Effect.andThen(Console.error(reason), Effect.sync(() => process.exit(1)))
)

NodeRuntime.runMain(main, {
  disableErrorReporting: true,
  // A signal ends it in good order: that is no failure.
  teardown: (exit, onExit) => onExit(Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) ? 0 : 1)
})
