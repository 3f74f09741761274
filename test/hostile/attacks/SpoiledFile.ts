/**
 * Pages of a SQLite file are spoiled, one after the other, and the file is copied without its log while it is in use: each time
 * it is refused when it is opened, with a text that says so, and is left as it was. The file itself has everything.
 */
import { copyFileSync, readFileSync, writeFileSync } from "node:fs"
import type { Signalbox } from "signalbox"
import { carrier, createSignalbox, sqlite } from "signalbox"
import { pause, phone } from "../Embedded.ts"
import type { Attack } from "./Attack.ts"
import { waits } from "./Attack.ts"

const sends = 200
const pageSize = 4096
/** So many pages are spoiled, spread over the file. */
const spoiled = 40
const copies = 5

const definition = { body: { multiChannel: { template: "On its way." } } }

const open = (file: string): Signalbox =>
  createSignalbox({
    storage: sqlite(file),
    carriers: [carrier({ id: "acme", channels: ["sms"], choosesSender: true, submit: ({ attempt }) => attempt })],
    secretKeys: `attack:${Buffer.alloc(32, 7).toString("base64")}`,
    log: false
  })

/** Returns why a file is not opened, or null. */
const refusal = async (file: string): Promise<string | null> => {
  const box = open(file)
  try {
    await box.ready
    return null
  } catch (error) {
    const { cause, message } = error as Error
    return cause instanceof Error ? `${message} ${cause.message}` : message
  } finally {
    await box.close({ graceMs: 0 })
  }
}

export const attack: Attack = {
  name: `${spoiled} spoiled pages of SQLite, and ${copies} copies without the log`,
  storages: ["sqlite"],
  play: async ({ after, place }) => {
    const box = open(place)
    let isOpen = true
    const stop = async (): Promise<void> => {
      if (isOpen) await box.close({ graceMs: 1000 })
      isOpen = false
    }
    after(stop)
    const { id: account } = await box.accounts.ensure({ name: "Acme", balance: 100_000 })
    const { id: neighbour } = await box.accounts.ensure({ name: "Neighbour", balance: 1 })
    const me = box.as(account)
    await me.templates.ensure({ name: "order", definition }, { reviewedWithinMs: 20_000 })
    const ask = () => box.as(neighbour).me.get()
    const before = await waits(ask, pause(2000))
    const broken = new Set<string>()
    const sent: Array<string> = []

    const copying = async (): Promise<void> => {
      for (let count = 0; count < sends; count++) {
        const { recipients } = await me.messages.send({
          to: [phone(count)],
          template: { name: "order" },
          channel: ["sms"]
        })
        sent.push(recipients[0]!.message_id)
        if (count % (sends / copies) !== sends / copies - 1) continue
        const copy = `${place}.${count}`
        copyFileSync(place, copy)
        const said = await refusal(copy)
        if (said?.includes("its log is missing") !== true) broken.add(`a copy without its log: ${said ?? "opened"}`)
      }
    }
    const during = await waits(ask, copying())
    await stop()

    const whole = readFileSync(place)
    const pages = whole.length / pageSize
    for (let count = 0; count < spoiled; count++) {
      const page = Math.floor((count * pages) / spoiled)
      const bytes = Buffer.from(whole)
      bytes.fill(0xaa, page * pageSize, page * pageSize + 64)
      const path = `${place}.spoiled`
      writeFileSync(path, bytes)
      const said = await refusal(path)
      if (said === null) broken.add(`page ${page} of ${pages} is spoiled, and the file was opened`)
      else if (!/the file is (damaged|no database)/.test(said)) {
        broken.add(`page ${page} of ${pages} is spoiled: ${said}`)
      }
      if (!readFileSync(path).equals(bytes)) broken.add("a spoiled file was changed")
    }

    const again = open(place)
    after(() => again.close({ graceMs: 0 }))
    const found = await Promise.all(sent.map((id) => again.as(account).messages.get(id).then(() => true, () => false)))
    return {
      before,
      during,
      bound: 2000,
      lost: found.filter((isThere) => !isThere).length,
      doubled: 0,
      broken: [...broken]
    }
  }
}
