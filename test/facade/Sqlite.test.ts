/**
 * The facade on one SQLite file: restarts, a second opener, copies.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { OutgoingMessage, Signalbox, SqliteOptions } from "signalbox"
import { createSignalbox, memory, sqlite } from "signalbox"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { noting } from "./Acme.ts"

const secretKeys = `test:${Buffer.alloc(32, 7).toString("base64")}`
const to = "+12015550123"
const definition = { body: { multiChannel: { template: "Your order is on its way." } } }

const open = new Set<Signalbox>()
let folder: string
let handed: Array<OutgoingMessage>

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-facade-"))
  handed = []
})

afterEach(async () => {
  await Promise.all([...open].map(stop))
  rmSync(folder, { recursive: true, force: true })
})

const start = (file = "signalbox.db", options: SqliteOptions = {}, keys = secretKeys): Signalbox => {
  const box = createSignalbox({
    storage: sqlite(join(folder, file), options),
    carriers: [noting(handed)],
    secretKeys: keys,
    log: false
  })
  open.add(box)
  return box
}

const stop = async (box: Signalbox): Promise<void> => {
  open.delete(box)
  await box.close({ graceMs: 1000 })
}

const furnished = async (box: Signalbox): Promise<string> => {
  const { id } = await box.accounts.ensure({ name: "Acme", balance: 100, numbers: ["+12015559000"] })
  await box.as(id).templates.ensure({ name: "order", definition }, { reviewedWithinMs: 20_000 })
  return id
}

/** Sends, waits until the carrier has it, and returns the message. */
const sent = async (box: Signalbox, account: string): Promise<string> => {
  const { recipients } = await box.as(account).messages.send({
    to: [to],
    template: { name: "order" },
    channel: ["sms"]
  })
  const { message_id: id } = recipients[0]!
  await vi.waitFor(async () => expect((await box.as(account).messages.get(id)).status).toBe("SENT"), 20_000)
  return id
}

describe("a service in one file", () => {
  it("has after a restart what it had before, and goes on with it", async () => {
    const first = start()
    const account = await furnished(first)
    const message = await sent(first, account)
    await stop(first)

    const second = start()
    expect(await second.accounts.ensure({ name: "Acme" })).toMatchObject({ id: account, created: false })
    expect((await second.as(account).messages.get(message)).status).toBe("SENT")
    const receipt = { carrier: "acme", reference: `acme-${handed[0]!.attempt}`, status: "delivered" } as const
    expect(await second.receipts.report(receipt)).toBe("applied")
    expect((await second.as(account).messages.get(message)).status).toBe("DELIVERED")
  })

  it("has the file to itself, and the next one waits for it", async () => {
    const first = start()
    await first.ready
    const second = start()
    const ask = () => second.fetch(new Request("http://localhost/v3/me"))
    const away = await ask()
    expect([away.status, await away.text()]).toEqual([
      503,
      expect.stringContaining("another process has the file open")
    ])
    await furnished(first)
    await stop(first)
    await second.ready
    expect((await ask()).status).toBe(401)
  })

  it("refuses a file that is no database, and changes nothing of it", async () => {
    writeFileSync(
      join(folder, "signalbox.db"),
      "no database at all, but long enough to be read as a header. ".repeat(40)
    )
    await expect(start().ready).rejects.toThrow("Signalbox cannot start")
  })

  it("has no transactions of the host", async () => {
    expect(() => start().in({ query: async () => ({ rows: [] }) })).toThrow("needs storage: postgres(...)")
  })
})

describe("a backup", () => {
  it("holds what was committed before, and serves as the database of another service", async () => {
    const first = start()
    const account = await furnished(first)
    const message = await sent(first, account)
    await first.backup(join(folder, "copy.db"))
    const later = await sent(first, account)
    const second = start("copy.db")
    expect((await second.as(account).messages.get(message)).status).toBe("SENT")
    await expect(second.as(account).messages.get(later)).rejects.toMatchObject({ code: "RESOURCE_003" })
  })

  it("needs a path of its own, a folder that is there, and a file that it is the copy of", async () => {
    const box = start()
    await expect(box.backup("")).rejects.toMatchObject({ code: "VALIDATION_001" })
    await expect(box.backup(join(folder, "signalbox.db"))).rejects.toThrow("a path of its own")
    await expect(box.backup(join(folder, "nowhere", "copy.db"))).rejects.toThrow("cannot be written")
    expect(existsSync(join(folder, "nowhere"))).toBe(false)
    await using other = createSignalbox({ storage: memory(), carriers: [], log: false })
    await expect(other.backup(join(folder, "copy.db"))).rejects.toThrow("needs storage: sqlite(file)")
  })
})
