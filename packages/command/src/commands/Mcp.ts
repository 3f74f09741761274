/**
 * `signalbox mcp`: offers the emulator's control to coding assistants. The package that does it is installed by whoever
 * wants it.
 */
import type * as Stdio from "@signalbox/mcp/Stdio"
import * as Effect from "effect/Effect"
import type { Command } from "../Command.ts"
import { text } from "../Command.ts"
import { CommandError } from "../CommandError.ts"

const failed = (message: string): CommandError => new CommandError({ reason: "failed", message })

const isMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND"

/** Loads the package. */
type Load = () => Promise<Pick<typeof Stdio, "serve">>

/** A defect goes on as what it is. */
const loaded = (load: Load) =>
  Effect.tryPromise({ try: load, catch: (error) => error }).pipe(
    Effect.catch((error) =>
      isMissing(error)
        ? Effect.fail(failed("signalbox mcp needs a package of its own: npm install --save-dev @signalbox/mcp"))
        : Effect.die(error)
    )
  )

/** The reasons for which it does not start are known by name, since the package may bring an Effect of its own. */
const isReason = (error: unknown): error is Error => error instanceof Error && error.name === "StartError"

/** Makes the command with the package, which is loaded when it is called. */
export const make = (load: Load): Command => ({
  path: ["mcp"],
  says: "Offers a running emulator to coding assistants, by MCP over stdio",
  details: [
    "MCP is the Model Context Protocol. It needs the package @signalbox/mcp, and an emulator: npx signalbox dev.",
    "The output is for the protocol alone, logs go to the standard error output, and it ends when its input ends."
  ],
  options: ["url"],
  on: "alone",
  run: Effect.fnUntraced(function*(input) {
    const { serve } = yield* loaded(load)
    const url = text(input, "url")
    yield* Effect.tryPromise({
      try: (signal) => serve({ signal, ...(url === undefined ? {} : { url }) }),
      catch: (error) => error
    }).pipe(Effect.catch((error) => isReason(error) ? Effect.fail(failed(error.message)) : Effect.die(error)))
    return { json: undefined, lines: [] }
  })
})

export const commands: ReadonlyArray<Command> = [make(() => import("@signalbox/mcp/Stdio"))]
