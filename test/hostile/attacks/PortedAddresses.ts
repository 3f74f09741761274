/**
 * Somebody without a key asks through a proxy that appends the port of each connection to the address. All of it is one
 * address, whose pool is used up, and those with a key are served.
 */
import * as Limit from "@signalbox/core/Limit"
import { setImmediate as turn } from "node:timers/promises"
import { pause, start } from "../Embedded.ts"
import type { Attack } from "./Attack.ts"
import { waits } from "./Attack.ts"

const requests = 5000

/** Addresses of IPv4 and IPv6 with the ports of their connections. */
const spelt: ReadonlyArray<(port: number) => string> = [
  (port) => `8.8.4.4:${port}`,
  (port) => `[2001:4860::8844]:${port}`
]

/** So many may be admitted of each address in the minute of the attack, and what a second minute lets in. */
const most = 1.5 * Limit.unauthenticatedRequestsPerMinute

export const attack: Attack = {
  name: "5,000 requests without a key from two addresses with ports",
  storages: ["memory", "postgres"],
  play: async (stage) => {
    const { box, neighbour } = await start(stage, [{ id: "acme", submit: () => {} }])
    const apiKey = await box.keys.create(neighbour)
    const ask = async () => {
      const request = new Request("http://localhost/v3/me", { headers: { "x-api-key": apiKey } })
      const { status } = await box.fetch(request, { ip: "8.8.8.8:4711" })
      // Its own limit is that of its account.
      if (status !== 200 && status !== 429) throw new Error(`a neighbour was answered ${status}`)
    }
    const before = await waits(ask, pause(2000), 200)
    let admitted = 0
    const flood = async (): Promise<void> => {
      for (let index = 0; index < requests; index += 20) {
        await Promise.all(Array.from({ length: 20 }, async (_, each) => {
          const ip = spelt[each % spelt.length]!(1024 + index + each)
          if ((await box.fetch(new Request("http://localhost/v3/me"), { ip })).status !== 429) admitted++
        }))
        // Over sockets they would come in turns of their own.
        await turn()
      }
    }
    const during = await waits(ask, flood(), 200)
    return {
      before,
      during,
      bound: 1000,
      lost: 0,
      doubled: 0,
      broken: admitted > spelt.length * most ? [`${admitted} requests of two addresses were admitted`] : []
    }
  }
}
