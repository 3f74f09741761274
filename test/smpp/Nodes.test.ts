/**
 * Several nodes on one storage bind each by their own count, within what the operator allows over all of them: a node that
 * is not bound leaves the messages to those that are.
 */
import { smpp } from "@signalbox/smpp"
import type { Options } from "@signalbox/smpp/Options"
import * as Effect from "effect/Effect"
import { postgres } from "signalbox"
import { expect, it, vi } from "vitest"
import { order, start } from "../facade/Acme.ts"
import type { Database } from "../postgres/Database.ts"
import * as Bench from "./Bench.ts"
import type { Script } from "./Smsc.ts"
import * as Smscs from "./Smsc.ts"

const patience = { timeout: 20_000, interval: 10 }

/** Binds no more sessions than the operator allows at the same time. */
const limited = (limit: { binds: number }): Script => ({
  other: (pdu, peer, { peers }) => {
    const bound = [...peers].filter(({ boundAs }) => boundAs !== null).length
    if (pdu.command !== "bind_transceiver" || bound < limit.binds) return false
    peer.reply(pdu, "bind_transceiver_resp", 0x0d, {})
    return true
  }
})

const secretKeys = `test:${Buffer.alloc(32, 7).toString("base64")}`

/** A node of a service, with an operator. */
const node = ({ url }: Database, port: number, options: Partial<Options> = {}) => {
  // What cannot be bound is not tried again while the test lasts.
  const reconnect = { shortest: 60_000, longest: 120_000 }
  const own = { host: "127.0.0.1", port, systemId: "us", password: "secret", reconnect, ...options }
  return start({}, { storage: postgres(url, { maxConnections: 4 }), secretKeys, carriers: [smpp(own)] })
}

const bindsOf = (smsc: Smscs.Smsc) => smsc.heard.filter(({ command }) => command === "bind_transceiver").length

const recipients = Array.from({ length: 20 }, (_, index) => `+1201555${1000 + index}`)

it.each<[string, Partial<Options>, number]>([
  ["is refused", {}, 2],
  ["has none", { binds: 0 }, 1],
  ["is refused and whose operator has a pace", { pace: { perSecond: 500, inFlight: 10 } }, 2]
])(
  "a node whose bind %s holds up nothing that another one can hand over",
  (_, options, binds) =>
    Bench.run(Effect.gen(function*() {
      const smsc = yield* Smscs.make(limited({ binds: 1 }))
      const shared = yield* Bench.database
      yield* Effect.promise(async () => {
        await using first = await node(shared, smsc.port, "pace" in options ? { pace: options.pace! } : {})
        await vi.waitFor(() => expect(bindsOf(smsc)).toBe(1), patience)
        await using second = await node(shared, smsc.port, options)
        await vi.waitFor(() => expect(bindsOf(smsc)).toBe(binds), patience)
        const own = second.box.as(first.account)
        // The node that is not bound dispatches them itself, and is told again and again that it reaches nobody.
        for (let sends = 0; sends < 5; sends++) {
          const sent = await own.messages.send({ ...order, to: recipients })
          const ids = sent.recipients.map(({ message_id }) => message_id)
          await vi.waitFor(async () => {
            const statuses = await Promise.all(ids.map(async (id) => (await own.messages.get(id)).status))
            expect(new Set(statuses)).toEqual(new Set(["SENT"]))
          }, patience)
        }
      })
    }))
)

it("messages wait while no node is bound, and go out by whichever is first", () =>
  Bench.run(Effect.gen(function*() {
    const shared = yield* Bench.database
    const limit = { binds: 0 }
    const smsc = yield* Smscs.make(limited(limit))
    const reconnect = { shortest: 50, longest: 200 }
    yield* Effect.promise(async () => {
      await using first = await node(shared, smsc.port, { reconnect })
      await using second = await node(shared, smsc.port, { reconnect })
      const own = first.box.as(first.account)
      const sent = await own.messages.send({ ...order, to: recipients })
      const ids = sent.recipients.map(({ message_id }) => message_id)
      await vi.waitFor(() => expect(bindsOf(smsc)).toBeGreaterThan(6), patience)
      const before = await Promise.all(ids.map(async (id) => (await own.messages.get(id)).status))
      expect(new Set(before)).toEqual(new Set(["ROUTED"]))
      expect(second.account).toBe(first.account)
      limit.binds = 1
      await vi.waitFor(() => expect(smsc.submitted.length).toBe(ids.length), patience)
      await vi.waitFor(async () => {
        const statuses = await Promise.all(ids.map(async (id) => (await own.messages.get(id)).status))
        expect(new Set(statuses)).toEqual(new Set(["SENT"]))
      }, patience)
      expect(new Set(smsc.submitted.map(({ destination }) => destination)).size).toBe(ids.length)
    })
  })))
