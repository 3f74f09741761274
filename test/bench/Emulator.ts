/**
 * The service that a bench measures: the emulator in a process of its own, whose carriers are its own, and what is asked of it.
 */
import { randomInt, randomUUID } from "node:crypto"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { Pool } from "undici"
import * as Process from "./Process.ts"

const main = fileURLToPath(new URL("../../packages/emulator/src/main.ts", import.meta.url))

/**
 * An account that nobody had before. In a database that is kept it has no lists of earlier runs, and each of its recipients
 * becomes a contact, as in an empty one.
 */
export const account = (apiKey: string) => {
  const number = `+1212${randomInt(2_000_000, 9_999_999)}`
  return {
    id: randomUUID(),
    api_keys: [apiKey],
    balance: 1_000_000,
    requests_per_minute: 100_000_000,
    numbers: [{ number, country: "US" }]
  }
}

type Data = Readonly<Record<string, unknown>>

/** Asks the service, with a body by POST, and returns what it tells. */
export type Call = (path: string, body?: unknown, method?: "GET" | "POST" | "DELETE") => Promise<Data>

const caller =
  (pool: Pool, apiKey: string): Call => async (path, body, method = body === undefined ? "GET" : "POST") => {
    const ask = async (): Promise<Data> => {
      const answer = await pool.request({
        path,
        method,
        headers: { "x-api-key": apiKey, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      })
      const text = await answer.body.text()
      // A machine with much else to do may let a request wait for too long. The figures show it.
      if (answer.statusCode === 503) return sleep(1000).then(ask)
      if (answer.statusCode >= 300) throw new Error(`${path} answered ${answer.statusCode}: ${text}`)
      if (text === "") return {}
      const json = JSON.parse(text) as Data
      return path.startsWith("/v3/") ? json["data"] as Data : json
    }
    return ask()
  }

export interface Emulator extends Pick<Process.Server, "cpu" | "stop"> {
  /** Makes the calls of one account, by its key. */
  readonly as: (apiKey: string) => Call
}

/**
 * @param profiles the folder for the CPU profile of the process
 * @param options further options of Node for that process
 */
export const start = async (
  accounts: ReadonlyArray<ReturnType<typeof account>>,
  env: NodeJS.ProcessEnv,
  profiles?: string,
  options: ReadonlyArray<string> = []
): Promise<Emulator> => {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-bench-"))
  const seed = join(folder, "seed.json")
  writeFileSync(seed, JSON.stringify({ accounts }))
  const command = [...Process.starting(profiles, options), main]
  const server = await Process.run(command, { ...env, PORT: "0", SEED: seed }, /^Signalbox emulator on (\S+)/)
  const pool = new Pool(server.origin, { connections: 64, pipelining: 1 })
  return {
    cpu: server.cpu,
    as: (apiKey) => caller(pool, apiKey),
    stop: async () => {
      await pool.close()
      await server.stop()
      rmSync(folder, { recursive: true })
    }
  }
}

/** Makes a template of the account, and waits until the reviewer has approved it. */
export const template = async (call: Call): Promise<string> => {
  const definition = { body: { multiChannel: { template: "Your parcel is on its way." } } }
  const made = { category: "UTILITY", language: "en_US", submit_for_review: true, definition }
  const id = String((await call("/v3/templates", made))["id"])
  while ((await call(`/v3/templates/${id}`))["status"] !== "APPROVED") await sleep(20)
  return id
}

let numbers = 0

/** A number of a phone that nobody has called before. */
const phone = (): string => `+1201${String(2_000_000 + numbers++ % 7_999_999)}`

/** Sends a template to so many new phones by SMS; returns the ids of the messages. */
export const send = async (call: Call, template: string, recipients: number): Promise<ReadonlyArray<string>> => {
  const to = Array.from({ length: recipients }, phone)
  const answer = await call("/v3/messages", { to, channel: ["sms"], template: { id: template } })
  return (answer["recipients"] as ReadonlyArray<{ readonly message_id: string }>).map((each) => each.message_id)
}
