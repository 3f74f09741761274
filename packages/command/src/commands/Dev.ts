/**
 * `signalbox dev`: the emulator, which is the whole service with simulated carriers, on this machine.
 */
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import type { Command, Input } from "../Command.ts"
import { text } from "../Command.ts"
import { CommandError } from "../CommandError.ts"
import type { OptionName } from "../Option.ts"

/** The settings of the emulator that an option sets. */
const settings: Readonly<Record<string, OptionName>> = {
  API_KEY: "api-key",
  CONTROL_CLIENTS: "control-clients",
  CONTROL_HOSTS: "control-hosts",
  DATABASE_URL: "database-url",
  DOCS_URL: "docs-url",
  HOST: "host",
  PORT: "port",
  SEED: "seed"
}

/**
 * A database must be named by its option: the one in the environment may be that of a service whose messages simulated
 * carriers must not take.
 */
const environment = (input: Input): Record<string, string | undefined> => {
  const { DATABASE_URL: _, ...inherited } = process.env
  const given = Object.entries(settings).flatMap(([name, option]) => {
    const value = text(input, option)
    return value === undefined ? [] : [[name, value]]
  })
  return { ...inherited, ...Object.fromEntries(given) }
}

const dev: Command = {
  path: ["dev"],
  says: "Runs a local service with simulated carriers, until it is stopped",
  details: [
    "It keeps its data in memory, or in the database of --database-url; DATABASE_URL of the environment does not count.",
    "Where an option is not given, the environment counts: API_KEY, CONTROL_CLIENTS, CONTROL_HOSTS,",
    "DOCS_URL, HOST, PORT and SEED.",
    "Another --host alone opens the API to others, and the control, which lists keys, to nobody: name who may use it."
  ],
  options: ["port", "host", "control-clients", "control-hosts", "api-key", "seed", "database-url", "docs-url"],
  on: "alone",
  run: Effect.fnUntraced(function*(input) {
    const program = yield* Effect.promise(() => import("@signalbox/emulator/Program"))
    return yield* program.run.pipe(
      Effect.provide(ConfigProvider.layer(ConfigProvider.fromEnvRecord(environment(input)))),
      Effect.mapError((message) => new CommandError({ reason: "failed", message }))
    )
  })
}

export const commands: ReadonlyArray<Command> = [dev]
