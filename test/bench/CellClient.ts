/**
 * A client of the server `cells`: sends, and learns when each message was delivered.
 */
import { setTimeout as sleep } from "node:timers/promises"
import { Pool } from "undici"
import * as Process from "./Process.ts"
import type { Spent } from "./servers/cells.ts"

/** A message, and when it was asked for and accepted. */
export interface Accepted {
  readonly id: string
  readonly asked: number
  readonly accepted: number
}

export interface Client {
  readonly keys: ReadonlyArray<string>
  /** Sends a message; null when it was refused. */
  readonly send: (key: string) => Promise<Accepted | null>
  /** Waits until all of them are delivered, and returns when each was. Those of whom nobody hears any more are missing. */
  readonly delivered: (sent: ReadonlyArray<Accepted>) => Promise<ReadonlyMap<string, number>>
  readonly spent: () => Promise<Spent>
  /** Microseconds of CPU of the node. */
  readonly cpu: () => Promise<number>
  readonly stop: () => Promise<void>
}

export interface Wanted {
  readonly cells: Readonly<Record<string, string>>
  /** Whether the only cell is a database as any, without cells. */
  readonly isPlain?: boolean
  readonly accounts: number
}

const secretKeys = `bench:${Buffer.alloc(32, 7).toString("base64")}`

/** Nobody is waited for who has been silent for so long, in milliseconds. */
const patience = 60_000

let numbers = 0
const phone = (): string => `+1201${String(2_000_000 + numbers++ % 7_999_999)}`

export const start = async ({ accounts, cells, isPlain = false }: Wanted): Promise<Client> => {
  const server = await Process.start("cells", {
    ...process.env,
    CELLS: JSON.stringify(cells),
    SECRET_KEYS: secretKeys,
    ...(isPlain ? { PLAIN: "yes" } : {})
  })
  const pool = new Pool(server.origin, { connections: 256, pipelining: 1, headersTimeout: 0 })
  const ask = async <A>(path: string, body: string | null = null): Promise<A> => {
    const answer = await pool.request({ path, method: body === null ? "GET" : "POST", body })
    const text = await answer.body.text()
    if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}: ${text}`)
    return JSON.parse(text) as A
  }
  const keys = await ask<ReadonlyArray<string>>("/accounts", String(accounts))
  const lives = new Map<string, number>()
  return {
    keys,
    send: async (key) => {
      const asked = Date.now()
      const answer = await pool.request({
        path: "/v3/messages",
        method: "POST",
        headers: { "x-api-key": key, "content-type": "application/json" },
        body: JSON.stringify({ to: [phone()], channel: ["sms"], template: { name: "order" } })
      })
      const text = await answer.body.text()
      if (answer.statusCode !== 202) return null
      const { data } = JSON.parse(text) as { readonly data: { readonly recipients: [{ readonly message_id: string }] } }
      return { id: data.recipients[0].message_id, asked, accepted: Date.now() }
    },
    delivered: async (sent) => {
      for (let heard = Date.now(); Date.now() - heard < patience;) {
        for (const [id, at] of await ask<ReadonlyArray<readonly [string, number]>>("/lives")) {
          lives.set(id, at)
          heard = Date.now()
        }
        if (sent.every(({ id }) => lives.has(id))) break
        await sleep(20)
      }
      const found = new Map(sent.flatMap(({ id }) => lives.has(id) ? [[id, lives.get(id)!] as const] : []))
      lives.clear()
      return found
    },
    spent: () => ask<Spent>("/spent"),
    cpu: server.cpu,
    stop: async () => {
      await pool.destroy()
      await server.stop()
    }
  }
}
