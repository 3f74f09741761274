/**
 * A node is killed with SIGKILL while it accepts and works. What it has acknowledged is there after the restart, comes
 * to its end, and rings each handset once.
 *
 * `KILLS=20` repeats it; `KILL_SEED` replays the moments of a run.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import fc from "fast-check"
import { spawn } from "node:child_process"
import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import * as Schema from "../postgres/Schema.ts"
import * as Carrier from "./Carrier.ts"

const script = fileURLToPath(new URL("./node.ts", import.meta.url))
const apiKey = randomUUID()
const kills = Number(process.env["KILLS"] ?? "2")
const seed = Number(process.env["KILL_SEED"] ?? Math.floor(Math.random() * 2 ** 31))

interface Node {
  readonly url: string
  readonly kill: () => Promise<void>
}

const boot = async (schema: Schema.Schema, carrier: Carrier.Carrier, id: string): Promise<Node> => {
  const child = spawn(process.execPath, [script], {
    env: {
      ...process.env,
      API_KEY: apiKey,
      CARRIER_URL: carrier.url,
      DATABASE_URL: schema.url,
      DATABASE_SCHEMA: schema.name,
      NODE_ID: id
    },
    stdio: ["ignore", "pipe", "inherit"]
  })
  const url = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on("line", (line) => {
      const found = /^listening (\S+)$/.exec(line)?.[1]
      if (found !== undefined) resolve(found)
    })
    child.once("exit", (code) => reject(new Error(`the node ended with ${code}`)))
  })
  carrier.connect(url)
  return {
    url,
    kill: async () => {
      carrier.connect(null)
      const ended = once(child, "exit")
      child.kill("SIGKILL")
      await ended
    }
  }
}

const headers = { "x-api-key": apiKey, "content-type": "application/json" }

/** Sends until told to stop; collects the ids of what was acknowledged, in full. */
const sendUntil = async (url: string, isOver: () => boolean, acknowledged: Array<string>): Promise<void> => {
  const body = JSON.stringify({
    to: ["+12015550123"],
    template: { name: "hello_welcome_to_signalbox", parameters: { name: "Ada" } }
  })
  while (!isOver()) {
    try {
      const answer = await fetch(`${url}/v3/messages`, { method: "POST", headers, body })
      const { data } = await answer.json() as {
        readonly data: { readonly recipients: ReadonlyArray<{ readonly message_id: string }> }
      }
      if (answer.status === 202) acknowledged.push(data.recipients[0]!.message_id)
    } catch {
      // The node is gone: this send was not acknowledged.
      return
    }
  }
}

const status = async (url: string, id: string): Promise<string> => {
  const answer = await fetch(`${url}/v3/messages/${id}`, { headers })
  const { data } = await answer.json() as { readonly data: { readonly status: string } | null }
  return data?.status ?? `HTTP ${answer.status}`
}

/** The messages that are not DELIVERED, when all are or the time is over. */
const undelivered = async (url: string, ids: ReadonlyArray<string>, millis: number): Promise<ReadonlyArray<string>> => {
  const end = performance.now() + millis
  let open: ReadonlyArray<string> = ids
  while (open.length > 0 && performance.now() < end) {
    const statuses = await Promise.all(open.map(async (id) => [id, await status(url, id)] as const))
    open = statuses.filter(([, found]) => found !== "DELIVERED").map(([id]) => id)
    if (open.length > 0) await sleep(200)
  }
  return Promise.all(open.map(async (id) => `${id} ${await status(url, id)}`))
}

/** The moments of the kills, in milliseconds after the first acknowledgement. */
const moments = fc.sample(fc.integer({ min: 30, max: 900 }), { numRuns: kills, seed })

describe(`kill -9 (KILL_SEED=${seed})`, () => {
  const scope = Scope.makeUnsafe()
  let carrier: Carrier.Carrier
  let schema: Schema.Schema

  beforeAll(async () => {
    carrier = await Carrier.start()
    schema = await Effect.runPromise(
      Effect.provideService(Schema.fresh({ durable: true }), Scope.Scope, scope)
    )
    // The template of all sends is approved before anything is killed: a message before that is BLOCKED, rightly.
    const node = await boot(schema, carrier, "node-first")
    let ended = ""
    while (ended !== "DELIVERED") {
      const probe: Array<string> = []
      await sendUntil(node.url, () => probe.length > 0, probe)
      do ended = await status(node.url, probe[0]!)
      while (ended !== "DELIVERED" && ended !== "BLOCKED")
    }
    await node.kill()
  }, 60_000)

  afterAll(async () => {
    await carrier.stop()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })

  test.each(moments.map((moment, index) => ({ moment, index })))(
    "number $index after $moment ms: what was acknowledged survives, ends, and rings once",
    { timeout: 120_000 },
    async ({ index, moment }) => {
      const first = await boot(schema, carrier, `node-${index % 2}`)
      const acknowledged: Array<string> = []
      let isOver = false
      const senders = Array.from({ length: 8 }, () => sendUntil(first.url, () => isOver, acknowledged))
      while (acknowledged.length === 0) await sleep(5)
      await sleep(moment)
      await first.kill()
      isOver = true
      await Promise.all(senders)
      expect(acknowledged.length).toBeGreaterThan(0)

      // Every other time under another name, so that the dead node must be found out by its silence.
      const second = await boot(schema, carrier, index % 2 === 0 ? `node-${index % 2}` : "node-other")
      expect(await undelivered(second.url, acknowledged, 60_000)).toEqual([])
      await second.kill()
      expect(acknowledged.filter((id) => carrier.rings.get(id) !== 1)).toEqual([])
    }
  )
})
