/**
 * Measures how long another account waits beside an account that sends to 1,000 recipients at a time: until its message
 * is accepted, and until its handset has it. The worker runs, and the carriers are the emulator's.
 */
import { spawn } from "node:child_process"
import { randomUUID } from "node:crypto"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { fromSource } from "../FromSource.ts"
import * as WholeLives from "./WholeLives.ts"

interface Keys {
  readonly busy: string
  readonly quiet: string
}

export interface Waits {
  readonly accepted: ReadonlyArray<number>
  readonly delivered: ReadonlyArray<number>
}

const start = async ({ busy, quiet }: Keys, env: NodeJS.ProcessEnv, folder: string) => {
  const accounts = [{ ...WholeLives.account(busy), webhook_disable_minutes: 0 }, WholeLives.account(quiet)]
  writeFileSync(join(folder, "seed.json"), JSON.stringify({ accounts }))
  const main = fileURLToPath(new URL("../../packages/emulator/src/main.ts", import.meta.url))
  const child = spawn(process.execPath, [...fromSource, main], {
    env: { ...env, PORT: "0", SEED: join(folder, "seed.json") },
    stdio: ["ignore", "pipe", "inherit"]
  })
  const origin = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on("line", (line) => {
      const url = /^Signalbox emulator on (\S+)/.exec(line)?.[1]
      if (url !== undefined) resolve(url)
    })
    child.once("exit", (code) => reject(new Error(`the emulator ended with ${code}`)))
  })
  return {
    origin,
    stop: () =>
      new Promise<void>((resolve) => {
        child.once("exit", () => resolve())
        child.kill("SIGTERM")
      })
  }
}

const call = async (origin: string, key: string, path: string, body?: unknown) => {
  const answer = await fetch(`${origin}${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { "x-api-key": key, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  const text = await answer.text()
  if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${text}`)
  return (JSON.parse(text) as { readonly data: Record<string, unknown> }).data
}

/** Makes a template of the account, and waits until the reviewer has approved it. */
const template = async (origin: string, key: string): Promise<string> => {
  const definition = { body: { multiChannel: { template: "Your parcel is on its way." } } }
  const { id } = await call(origin, key, "/v3/templates", {
    category: "UTILITY",
    language: "en_US",
    submit_for_review: true,
    definition
  })
  while ((await call(origin, key, `/v3/templates/${String(id)}`))["status"] !== "APPROVED") await sleep(20)
  return String(id)
}

const message = (id: string, to: ReadonlyArray<string>) => ({ to, channel: ["sms"], template: { id } })

let numbers = 0
const phone = (): string => `+1201${String(2_000_000 + numbers++ % 7_999_999)}`

/** Sends one message, and waits until it is DELIVERED. */
const life = async (
  origin: string,
  key: string,
  template: string
): Promise<readonly [accepted: number, delivered: number]> => {
  const began = performance.now()
  const { recipients } = await call(origin, key, "/v3/messages", message(template, [phone()]))
  const accepted = performance.now() - began
  const id = (recipients as ReadonlyArray<{ readonly message_id: string }>)[0]!.message_id
  while ((await call(origin, key, `/v3/messages/${id}`))["status"] !== "DELIVERED") await sleep(5)
  return [accepted, performance.now() - began]
}

/** @param beside how many sends of 1,000 the other account makes at the same time, again and again; 0 for none */
export const measure = async (env: NodeJS.ProcessEnv, beside: number, millis: number): Promise<Waits> => {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-bench-"))
  const keys = { busy: randomUUID(), quiet: randomUUID() }
  const { origin, stop } = await start(keys, env, folder)
  try {
    const templates = { busy: await template(origin, keys.busy), quiet: await template(origin, keys.quiet) }
    const end = performance.now() + millis
    const crowd = async () => {
      while (performance.now() < end) {
        await call(origin, keys.busy, "/v3/messages", message(templates.busy, Array.from({ length: 1000 }, phone)))
      }
    }
    const lives: Array<readonly [number, number]> = []
    const alone = async () => {
      while (performance.now() < end) {
        lives.push(await life(origin, keys.quiet, templates.quiet))
        await sleep(50)
      }
    }
    await Promise.all([...Array.from({ length: beside }, crowd), alone()])
    return { accepted: lives.map(([accepted]) => accepted), delivered: lives.map(([, delivered]) => delivered) }
  } finally {
    await stop()
    rmSync(folder, { recursive: true })
  }
}
