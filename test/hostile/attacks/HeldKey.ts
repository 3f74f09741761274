/**
 * A host's open transaction has sent under an idempotency key, and clients repeat the request with that key. Each of them is
 * told that it is under way, and nobody else waits.
 */
import { setTimeout as sleep } from "node:timers/promises"
import * as Hosting from "../Hosting.ts"
import type { Attack } from "./Attack.ts"
import { waits } from "./Attack.ts"

const open = 30_000
const clients = 10

export const attack: Attack = {
  name: "a host's open transaction holds a key for 30 s that ten clients repeat",
  storages: ["postgres"],
  play: async (stage) => {
    const hosting = await Hosting.open(stage)
    const { account, box, lost, pool, send } = hosting
    const [attacked, neighbour] = [await account("Attacked"), await account("Neighbour")]
    const accepted: Array<string> = []
    const ask = async () => void accepted.push(await send(neighbour, Hosting.fresh()))
    const before = await waits(ask, sleep(3000))
    const [to, key] = [Hosting.fresh(), "one of the host's"]
    const host = await pool.connect()
    await host.query("begin")
    const { recipients: [sent] } = await box.in(host).as(attacked).messages.send(Hosting.order(to), {
      idempotencyKey: key
    })
    const ended = sleep(open).then(() => host.query("commit"))
    const broken = new Set<string>()
    const repeat = () =>
      send(attacked, to, key).then(
        () => void broken.add("a repetition was taken"),
        ({ code }: { readonly code?: string }) => {
          if (code !== "CONFLICT_001") broken.add(`a repetition was answered with ${code}`)
        }
      )
    const closed = new AbortController()
    const over = ended.then(() => closed.abort())
    const repeating = Array.from({ length: clients }, async () => {
      // A repetition may begin before the commit and be answered after it.
      while (!closed.signal.aborted) await Promise.race([repeat(), over])
    })
    const during = await waits(ask, ended)
    await Promise.all(repeating)
    host.release()
    const again = await send(attacked, to, key).catch(() => null)
    if (again !== sent!.message_id) broken.add("the key has another message after the commit")
    return {
      before,
      during,
      bound: 500,
      lost: await lost([...accepted, sent!.message_id], 15_000),
      doubled: Hosting.doubled(hosting),
      broken: [...broken].filter((each) => each !== "a repetition was taken" || again !== sent!.message_id)
    }
  }
}
