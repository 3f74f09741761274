/**
 * Measures how long each hostile request holds the event loop of a server that does nothing else (decisions 9.4: at
 * most 200 ms on one idle core).
 */
import type { ChildProcess } from "node:child_process"
import { spawn } from "node:child_process"
import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { fromSource } from "../FromSource.ts"
import type { Hostile } from "../hostile/Requests.ts"
import { furnish, requests } from "../hostile/Requests.ts"

const script = (name: string): string => fileURLToPath(new URL(`./servers/${name}.ts`, import.meta.url))

export interface Stall {
  readonly name: string
  readonly status: number
  readonly millis: number
}

const start = async (env: NodeJS.ProcessEnv): Promise<{ readonly origin: string; readonly child: ChildProcess }> => {
  const child = spawn(process.execPath, [...fromSource, "--import", script("delay"), script("signalbox")], {
    env,
    stdio: ["ignore", "pipe", "inherit", "ipc"]
  })
  const origin = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout!).on("line", (line) => {
      const url = /^listening (\S+)$/.exec(line)?.[1]
      if (url !== undefined) resolve(url)
    })
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}`)))
  })
  return { origin, child }
}

/** The longest stall since the last question. */
const longest = async (child: ChildProcess): Promise<number> => {
  const answer = once(child, "message")
  child.send("longest")
  return Number((await answer)[0])
}

/** Each request three times; the shortest of the three stalls, so that a pause of the machine counts for nothing. */
export const measure = async (env: NodeJS.ProcessEnv): Promise<ReadonlyArray<Stall>> => {
  const apiKey = randomUUID()
  const { child, origin } = await start({ ...env, API_KEY: apiKey })
  const send = async ({ body, method, path }: Pick<Hostile, "body" | "method" | "path">) => {
    const headers = { "x-api-key": apiKey, "content-type": "application/json" }
    const answer = await fetch(`${origin}${path}`, { method, headers, ...(body === null ? {} : { body }) })
    return { status: answer.status, text: await answer.text() }
  }
  const create = async (definition: object): Promise<string> => {
    const { text } = await send({ method: "POST", path: "/v3/templates", body: JSON.stringify(definition) })
    return (JSON.parse(text) as { readonly data: { readonly id: string } }).data.id
  }
  try {
    const furniture = { hard: await create(furnish.hard), repeating: await create(furnish.repeating) }
    const stalls: Array<Stall> = []
    for (const request of requests(furniture)) {
      let best = { status: 0, millis: Infinity }
      for (let turn = 0; turn < 3; turn++) {
        await sleep(20)
        await longest(child)
        const { status } = await send(request)
        await sleep(5)
        const millis = await longest(child)
        if (millis < best.millis) best = { status, millis }
      }
      stalls.push({ name: request.name, ...best })
    }
    return stalls.toSorted((a, b) => b.millis - a.millis)
  } finally {
    child.kill("SIGTERM")
  }
}

export const show = ({ millis, name, status }: Stall): string =>
  `${millis.toFixed(0).padStart(6)} ms  ${status}  ${name}`
