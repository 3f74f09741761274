/**
 * Somebody takes the file of SQLite away while sends come in, puts it back, and makes backups all the while: nothing is
 * accepted that the file does not have, and the last backup is whole.
 */
import { SqliteFile } from "@signalbox/sqlite/SqliteFile"
import * as SqliteStore from "@signalbox/sqlite/SqliteStore"
import * as Client from "@signalbox/testing/http/HttpClient"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { renameSync } from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"
import * as Mounts from "../../http/Mounts.ts"
import { starter } from "../../http/NodeSubject.ts"
import type { Attack } from "./Attack.ts"
import { waits } from "./Attack.ts"

const webhook = { display_name: "Mine", endpoint_url: "https://93.184.216.34/hook", event_types: ["channel"] }

/** The service on a file, and the means to copy it. */
const open = async (file: string) => {
  const found: { backup?: SqliteFile["Service"]["backup"] } = {}
  const storage = Layer.tap(SqliteStore.layer({ file }), (context) =>
    Effect.sync(() => {
      found.backup = Context.get(context, SqliteFile).backup
    }))
  const subject = await starter({ mount: Mounts.node, storage })()
  return { subject, backup: (path: string) => Effect.runPromise(found.backup!(path)) }
}

export const attack: Attack = {
  name: "the file of SQLite is taken away and put back",
  storages: ["sqlite"],
  play: async ({ after, place }) => {
    const { backup, subject } = await open(place)
    let isOpen = true
    const stop = async (): Promise<void> => {
      if (isOpen) await subject.stop()
      isOpen = false
    }
    after(stop)
    const { apiKey } = await subject.freshAccount!({ requestsPerMinute: 1_000_000 })
    const client = Client.make(subject.baseUrl, { "x-api-key": apiKey })
    const broken: Array<string> = []
    const kept: Array<string> = []
    const post = async (): Promise<void> => {
      const { json, status } = await client.post("/v3/webhooks", webhook)
      if (status === 201) kept.push((json as { readonly data: { readonly id: string } }).data.id)
    }
    const read = () => client.get("/v3/me")
    const before = await waits(read, sleep(2000), 50)
    const copy = `${place}.copy`
    let copied = 0
    const attacking = (async () => {
      for (let round = 0; round < 5; round++) {
        const writing = (async () => {
          const end = performance.now() + 1500
          while (performance.now() < end) await post()
        })()
        // Where the copy fails, nobody waits for what is still being written.
        writing.catch(() => undefined)
        const sure = kept.length
        await backup(copy)
        copied = sure
        await writing
        renameSync(place, `${place}.away`)
        const accepted = kept.length
        for (let number = 0; number < 20; number++) await post()
        if (kept.length > accepted) broken.push(`${kept.length - accepted} were accepted without a file`)
        const ready = await client.get("/health/ready")
        if (ready.status === 204) {
          await sleep(1100)
          if ((await client.get("/health/ready")).status === 204) broken.push("it is ready without a file")
        }
        renameSync(`${place}.away`, place)
      }
    })()
    const during = await waits(read, attacking, 50)
    await stop()
    if (copied < 50) broken.push(`only ${kept.length} were accepted, ${copied} before the last backup`)

    /** Returns how many of those are not in a file. */
    const missing = async (file: string, ids: ReadonlyArray<string>): Promise<number> => {
      const again = await open(file)
      const reader = Client.make(again.subject.baseUrl, { "x-api-key": apiKey })
      let lost = 0
      for (const id of ids) if ((await reader.get(`/v3/webhooks/${id}`)).status !== 200) lost++
      await again.subject.stop()
      return lost
    }
    const left = await missing(copy, kept.slice(0, copied))
    if (left > 0) broken.push(`a backup lacks ${left} of ${copied}`)
    return { before, during, bound: 2000, lost: await missing(place, kept), doubled: 0, broken }
  }
}
