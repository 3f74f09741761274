/**
 * Signalbox on Bun, in a process of its own, as a subject of the HTTP suites.
 */
import type { HttpSubject, ReceivedInbound, Start } from "@signalbox/testing/http/HttpSubject"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { fromSource } from "../FromSource.ts"
import * as Schema from "../postgres/Schema.ts"

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

export const starter = (storage: () => Promise<Storage>): Start => async () => {
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
  const order = async (body: object): Promise<unknown> => {
    const answer = await fetch(said.control, { method: "POST", body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(await answer.text())
    return await answer.json()
  }
  const { control: _, ...subject } = said
  return {
    ...subject,
    freshAccount: (wanted = {}) =>
      order({ _tag: "FreshAccount", wanted }) as ReturnType<NonNullable<HttpSubject["freshAccount"]>>,
    addUser: (account, user) => order({ _tag: "AddUser", account, user }) as Promise<string>,
    receive: (message) => order({ _tag: "Receive", message }) as Promise<ReceivedInbound>,
    script: async (phone, steps) => {
      await order({ _tag: "Script", phone, steps })
    },
    suppress: async (account, phone) => {
      await order({ _tag: "Suppress", account, phone })
    },
    unsuppress: async (account, phone) => {
      await order({ _tag: "Unsuppress", account, phone })
    },
    inherit: async (account, phone) => {
      await order({ _tag: "Inherit", account, phone })
    },
    signal: (signal) => order({ _tag: "Signal", signal }) as ReturnType<NonNullable<HttpSubject["signal"]>>,
    review: async (wanted) => {
      await order({ _tag: "Review", wanted })
    },
    provision: async (wanted) => {
      await order({ _tag: "Provision", wanted })
    },
    setKeyActive: async (apiKey, active) => {
      await order({ _tag: "SetKeyActive", apiKey, active })
    },
    stop: async () => {
      const ended = once(child, "exit")
      child.kill("SIGTERM")
      await ended
      await release()
    }
  }
}
