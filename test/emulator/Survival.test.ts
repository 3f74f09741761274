/**
 * Carriers outlive the node: what an emulator on PostgreSQL owed when it was killed, the next one brings, or another
 * one that runs beside it.
 */
import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import type { Database } from "../postgres/Database.ts"
import { fresh } from "../postgres/Database.ts"
import type { EmulatorProcess } from "./EmulatorProcess.ts"
import { start } from "./EmulatorProcess.ts"

const phone = "+12015550123"
const handset = `/emulator/handsets/${encodeURIComponent(phone)}`
const apiKey = randomUUID()
/** Longer than it takes to kill an emulator. */
const delay = 600_000

let database: Database
const running: Array<EmulatorProcess> = []

const begin = async (): Promise<EmulatorProcess> => {
  const emulator = await start({ DATABASE_URL: database.url, API_KEY: apiKey })
  running.push(emulator)
  return emulator
}

const ask = async (emulator: EmulatorProcess, method: string, path: string, body?: unknown) => {
  const answer = await fetch(`${emulator.url}${path}`, {
    method,
    headers: { "x-api-key": apiKey, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  return { status: answer.status, body: JSON.parse(await answer.text()) as unknown }
}

/** A busy machine may take so long to come so far, in milliseconds. */
const patience = 40_000

/** Asks until the answer is as it should be. */
const until = async <A>(look: () => Promise<A>, is: (found: A) => boolean): Promise<A> => {
  const end = performance.now() + patience
  for (;;) {
    const found = await look()
    if (is(found)) return found
    if (performance.now() > end) throw new Error(`it stays ${JSON.stringify(found)}`)
    await sleep(20)
  }
}

interface Received {
  readonly message_id: string
  readonly carrier: string
  readonly body: string
}

const inbox = async (emulator: EmulatorProcess) => (await ask(emulator, "GET", handset)).body as ReadonlyArray<Received>

const template = async (emulator: EmulatorProcess): Promise<string> => {
  const definition = { body: { multiChannel: { type: "text", template: "Good morning.", variables: [] } } }
  const { body } = await ask(emulator, "POST", "/v3/templates", { definition, submit_for_review: true })
  return (body as { readonly data: { readonly id: string } }).data.id
}

const sendOnce = async (emulator: EmulatorProcess, id: string): Promise<string> => {
  const { body } = await ask(emulator, "POST", "/v3/messages", { to: [phone], template: { id }, channel: ["sms"] })
  const { data } = body as { readonly data: { readonly recipients: ReadonlyArray<{ readonly message_id: string }> } }
  return data.recipients[0]!.message_id
}

/** Sends one message, and waits until it has come so far. As long as its template is not approved, it is blocked. */
const send = async (emulator: EmulatorProcess, status: string): Promise<string> => {
  const approved = await template(emulator)
  for (;;) {
    const id = await sendOnce(emulator, approved)
    const found = await until(() => state(emulator, id), (now) => now === status || now === "BLOCKED")
    if (found === status) return id
  }
}

const state = async (emulator: EmulatorProcess, id: string): Promise<string> =>
  ((await ask(emulator, "GET", `/v3/messages/${id}`)).body as { readonly data: { readonly status: string } }).data
    .status

beforeEach(async () => {
  database = await fresh()
})

afterEach(async () => {
  await Promise.all(running.splice(0).map((emulator) => emulator.stop()))
  await database.drop()
})

describe("an emulator on PostgreSQL that is killed", { timeout: 120_000 }, () => {
  it("is followed by one that brings what was owed, and goes on with the scripts", async () => {
    const first = await begin()
    const script = [
      { receipts: ["delivered", "read"], delay_ms: delay },
      { submit: { refuse: "provider_unavailable" }, receipts: [] }
    ]
    expect((await ask(first, "PUT", handset, { script })).status).toBe(200)
    const id = await send(first, "SENT")
    expect(await inbox(first)).toEqual([])
    await first.stop()

    const second = await begin()
    expect((await ask(second, "POST", "/emulator/clock", { advance_ms: delay })).status).toBe(200)
    expect(await state(second, id)).toBe("DELIVERED")
    expect((await inbox(second)).map(({ body, message_id }) => [message_id, body])).toEqual([[id, "Good morning."]])
    // What was left of the script still holds: the first carrier refuses the next message.
    await send(second, "DELIVERED")
    expect((await inbox(second)).map(({ carrier }) => carrier)).toEqual(["sms-a", "sms-b"])
  })

  it("leaves what it owed to the one beside it", async () => {
    const [one, two] = [await begin(), await begin()]
    await ask(one, "PUT", handset, { script: [{ receipts: ["delivered"], delay_ms: delay }] })
    const id = await send(one, "SENT")
    await one.stop()
    expect((await ask(two, "POST", "/emulator/clock", { advance_ms: delay })).status).toBe(200)
    expect(await state(two, id)).toBe("DELIVERED")
    expect((await inbox(two)).map(({ message_id }) => message_id)).toEqual([id])
  })
})
