/**
 * Programs that run beside a test, and what a run is.
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type * as Packages from "./Packages.ts"

export interface Run {
  readonly name: string
  readonly needs: ReadonlyArray<Packages.Package>
  /** How long it may take, in milliseconds, where that is more than for the others. */
  readonly patience?: number
  /** Returns what else is missing; null when nothing is. */
  readonly lack?: () => string | null
  /** Fails with whatever does not hold; what it returns is printed. */
  readonly run: Effect.Effect<string, never, Scope.Scope>
}

export const folder: Effect.Effect<string, never, Scope.Scope> = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "signalbox-interop-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

/** A port that nobody listens on. */
export const freePort: Effect.Effect<number> = Effect.callback((resume) => {
  const server = createServer()
  server.listen(0, "127.0.0.1", () => {
    const { port } = server.address() as AddressInfo
    server.close(() => resume(Effect.succeed(port)))
  })
})

export interface Program {
  /** Returns what it has printed so far. */
  readonly output: () => string
}

/** Starts a program, which is ended with the scope. */
export const program = (
  command: string,
  args: ReadonlyArray<string>,
  options: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> }
): Effect.Effect<Program, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => {
        const child = spawn(command, args, {
          cwd: options.cwd,
          env: { ...process.env, ...options.env },
          stdio: ["ignore", "pipe", "pipe"]
        })
        let output = ""
        const keep = (chunk: Buffer): void => {
          output = (output + chunk.toString("latin1")).slice(-200_000)
        }
        child.stdout.on("data", keep)
        child.stderr.on("data", keep)
        child.on("error", (error) => {
          output += String(error)
        })
        return { child, output: () => output }
      }),
      ({ child }) =>
        Effect.callback<void>((resume) => {
          if (child.exitCode !== null || child.signalCode !== null) return resume(Effect.void)
          child.on("exit", () => resume(Effect.void))
          child.kill("SIGTERM")
          setTimeout(() => child.kill("SIGKILL"), 3000).unref()
        })
    ),
    ({ output }) => ({ output })
  )
