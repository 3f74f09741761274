/**
 * A host leaves a transaction open in which it has sent to a new number, while clients of that account send to the same
 * number. Everybody else is served as before, and the work of others goes on.
 */
import { setTimeout as sleep } from "node:timers/promises"
import * as Hosting from "../Hosting.ts"
import type { Attack } from "./Attack.ts"
import { waits } from "./Attack.ts"

/** The neighbour is watched for so long before, and the transaction is open for so long, in milliseconds. */
const before = 5000
const open = 30_000

const held = "+12015550100"

export const attack: Attack = {
  name: "a host's transaction stays open for 30 s",
  storages: ["postgres"],
  play: async (stage) => {
    const hosting = await Hosting.open(stage)
    const { account, box, lost, pool, send } = hosting
    const [attacked, neighbour] = [await account("Attacked"), await account("Neighbour")]
    const accepted: Array<string> = []
    const ask = async () => void accepted.push(await send(neighbour, Hosting.fresh()))

    const quiet = await waits(ask, sleep(before))

    const host = await pool.connect()
    await host.query("begin")
    await box.in(host).as(attacked).messages.send(Hosting.order(held))
    const ended = sleep(open).then(() => host.query("commit"))
    // They are refused meanwhile, each after a while, and ask again.
    const clients = Promise.all(
      [1, 2, 3].map(() => waits(async () => void accepted.push(await send(attacked, held)), ended))
    )
    const during = await waits(ask, ended)
    host.release()

    const broken: Array<string> = []
    for (const { longest } of await clients) {
      if (longest > 13_000) broken.push(`a client waited ${Math.round(longest)} ms for its refusal`)
    }
    if (during.failed > 0) broken.push(`${during.failed} requests of the neighbour failed`)
    await send(attacked, held).catch(() => broken.push("the account is not served after the commit"))
    return {
      before: quiet,
      during,
      bound: 250,
      lost: await lost(accepted, 15_000),
      doubled: Hosting.doubled(hosting),
      broken
    }
  }
}
