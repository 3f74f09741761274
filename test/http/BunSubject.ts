/**
 * Signalbox on Bun, in a process of its own, as a subject of the HTTP suites.
 */
import * as Orders from "@signalbox/testing/conformance/Orders"
import type { HttpSubject, Start } from "@signalbox/testing/http/HttpSubject"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { fromSource } from "../FromSource.ts"
import * as Schema from "../postgres/Schema.ts"
import type { Hosted } from "./NodeSubject.ts"

const script = fileURLToPath(new URL("./servers/bun.ts", import.meta.url))
const bun = fileURLToPath(new URL("../../node_modules/.bin/bun", import.meta.url))

interface Storage {
  readonly env: Record<string, string>
  readonly release: () => Promise<void>
}

export const memory = (): Promise<Storage> => Promise.resolve({ env: {}, release: () => Promise.resolve() })

/** A schema of its own each time. */
export const postgres = async (): Promise<Storage> => {
  const scope = await Effect.runPromise(Scope.make())
  const { name, url } = await Effect.runPromise(Effect.provideService(Schema.fresh(), Scope.Scope, scope))
  return {
    env: { SUBJECT_URL: url, SUBJECT_SCHEMA: name },
    release: () => Effect.runPromise(Scope.close(scope, Exit.void))
  }
}

/** Starts such a server. Its control takes the orders of `conformance/Orders`. */
export const host = async (storage: () => Promise<Storage>): Promise<Hosted & { readonly control: string }> => {
  const { env, release } = await storage()
  const child = spawn(bun, [...fromSource, script], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"]
  })
  const said = await new Promise<HttpSubject & { readonly control: string }>((resolve, reject) => {
    createInterface(child.stdout).on("line", (line) => {
      if (line.startsWith("{")) resolve(JSON.parse(line))
    })
    child.once("exit", (code) => reject(new Error(`the server on Bun ended with ${code}`)))
  })
  const { control, ...subject } = said
  const { cast, powers } = await Orders.remote(control)
  return {
    control,
    cast,
    subject: {
      ...subject,
      ...powers,
      stop: async () => {
        const ended = once(child, "exit")
        child.kill("SIGTERM")
        await ended
        await release()
      }
    }
  }
}

export const starter = (storage: () => Promise<Storage>): Start => async () => (await host(storage)).subject
