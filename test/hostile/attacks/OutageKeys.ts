/**
 * The database goes away under requests with idempotency keys, and comes back. Everybody is refused in time, and whoever
 * repeats a request then is served, once.
 */
import { setTimeout as sleep } from "node:timers/promises"
import * as Proxy from "../../postgres/Proxy.ts"
import * as Hosting from "../Hosting.ts"
import type { Attack } from "./Attack.ts"
import { mayBeRefused, waits } from "./Attack.ts"

/** So many clients ask, the database is away for so long, and so soon after it all are served, in milliseconds. */
const clients = 40
const away = 12_000
const soon = 10_000

export const attack: Attack = {
  name: "the database goes away under requests with keys for 12 s",
  storages: ["postgres"],
  play: async (stage) => {
    const proxy = await Proxy.start(stage.place)
    stage.after(() => proxy.stop())
    const hosting = await Hosting.open(stage, { url: proxy.url })
    const { account, lost, send } = hosting
    const [id, neighbour] = [await account("Keys"), await account("Neighbour")]
    const quiet = await waits(() => send(neighbour, Hosting.fresh()), sleep(3000))

    const over = new AbortController()
    /** A client's requests, each of which it repeats until it is answered; the last one may be under way at the end. */
    const client = async (name: number): Promise<{ readonly sent: ReadonlyArray<string>; readonly late: number }> => {
      const sent: Array<string> = []
      for (let number = 0; !over.signal.aborted; number++) {
        const [to, key] = [Hosting.fresh(), `client-${name}-${number}`]
        for (;;) {
          const message = await send(id, to, key).catch(() => null)
          if (message !== null) {
            sent.push(message)
            break
          }
          if (over.signal.aborted) return { sent, late: 1 }
          await sleep(200)
        }
      }
      return { sent, late: 0 }
    }
    const asked = Array.from({ length: clients }, (_, name) => client(name))
    await sleep(1000)
    proxy.cut()
    const back = sleep(away).then(() => proxy.mend())
    // Without a database nobody is served; how long a refusal takes is what counts.
    const during = await waits(mayBeRefused(() => send(neighbour, Hosting.fresh())), back)
    await sleep(soon)
    over.abort()
    const all = await Promise.all(asked)
    const broken: Array<string> = []
    const late = all.reduce((sum, each) => sum + each.late, 0)
    if (late > 0) broken.push(`${late} clients were still refused ${soon} ms after the database was back`)
    const sent = all.flatMap((each) => each.sent)
    if (new Set(sent).size !== sent.length) broken.push("two keys had one message")
    return {
      before: quiet,
      during,
      bound: 13_000,
      lost: await lost(sent, 15_000),
      doubled: Hosting.doubled(hosting),
      broken
    }
  }
}
