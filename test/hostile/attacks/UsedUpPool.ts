/**
 * The host uses up the pool that it shares with the service. Calls are refused in time, and when the host gives its
 * connections back, all goes on.
 */
import { setTimeout as sleep } from "node:timers/promises"
import * as Hosting from "../Hosting.ts"
import type { Attack } from "./Attack.ts"
import { mayBeRefused, waits } from "./Attack.ts"

const connections = 4

/** The pool is used up for so long, in milliseconds. */
const usedUp = 25_000

export const attack: Attack = {
  name: "the host uses up the pool that it shares for 25 s",
  storages: ["postgres"],
  play: async (stage) => {
    const hosting = await Hosting.open(stage, { isPooled: true, connections })
    const { account, lost, pool, send } = hosting
    const id = await account("Pooled")
    const accepted: Array<string> = []
    const ask = async () => void accepted.push(await send(id, Hosting.fresh()))
    const quiet = await waits(ask, sleep(3000))

    const taken = await Promise.all(Array.from({ length: connections }, () => pool.connect()))
    const ended = sleep(usedUp).then(() => taken.forEach((each) => each.release()))
    // Without a connection a call can only be refused, in time.
    const refused = mayBeRefused(ask)
    const [during] = await Promise.all([waits(refused, ended), waits(refused, ended), waits(refused, ended)])

    const after = await waits(ask, sleep(2000))
    const broken: Array<string> = []
    if (after.failed > 0) broken.push(`${after.failed} calls failed after the pool was free again`)
    return {
      before: quiet,
      during: during!,
      bound: 12_000,
      lost: await lost(accepted, 20_000),
      doubled: Hosting.doubled(hosting),
      broken
    }
  }
}
