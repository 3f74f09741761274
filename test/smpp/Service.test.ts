/**
 * A whole service at its operator's pace, while the connections are cut: every message ends, and none goes out twice.
 */
import { smpp } from "@signalbox/smpp"
import * as Effect from "effect/Effect"
import { postgres } from "signalbox"
import { expect, it, vi } from "vitest"
import { order, start } from "../facade/Acme.ts"
import * as Bench from "./Bench.ts"
import * as Smscs from "./Smsc.ts"

const isWhole = process.env["MATRIX"] === "whole"
const window = 10
const binds = 2
const perSecond = 1000
/** How long it may take in all, in milliseconds: a crowded machine is given the time that it needs. */
const patience = 150_000

/**
 * The whole matrix holds the rate as well, by the best second of all: at least half of the pace, which a machine that others
 * use too reaches in some second, where a mean or a time limit would measure the others. On PostgreSQL the database decides
 * how fast it goes.
 */
const leastShare = 0.5

const octets = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, "latin1"))

/** The most of these instants, in milliseconds, that lie within one second. */
const bestSecond = (instants: ReadonlyArray<number>): number => {
  let [most, from] = [0, 0]
  for (const [index, at] of instants.entries()) {
    while (instants[from]! <= at - 1000) from += 1
    most = Math.max(most, index - from + 1)
  }
  return most
}

const storages = [
  ["memory", isWhole ? 10_000 : 1000, Effect.succeed({})],
  ...isWhole
    ? [
      [
        "postgres",
        2000,
        Effect.map(Bench.database, ({ url }) => ({
          storage: postgres(url, { maxConnections: 6 }),
          secretKeys: `test:${Buffer.alloc(32, 7).toString("base64")}`
        }))
      ] as const
    ]
    : []
] as const

it.each(storages)(
  "on %s of %i messages at 1,000 a second with three disconnects each is delivered once, but those cut off",
  (name, count, storage) =>
    Bench.run(
      Effect.gen(function*() {
        const cuts = new Set([0.2, 0.5, 0.8].map((share) => Math.floor(count * share)))
        const recipients = Array.from({ length: count }, (_, index) => `+1201555${String(index).padStart(4, "0")}`)
        const came: Array<number> = []
        const smsc = yield* Smscs.make({
          submit: (pdu, peer, smsc) => {
            came.push(performance.now())
            if (cuts.has(smsc.submitted.length)) return smsc.cut()
            const id = smsc.take(pdu, peer)
            const text = `id:${id} sub:001 dlvrd:001 submit date:2611031200 done date:2611031205 stat:DELIVRD err:000`
            const receipt = {
              source: pdu.destination,
              destination: pdu.source,
              esmClass: 4,
              shortMessage: octets(text)
            }
            // An honest message centre brings again what was not taken.
            const bring = (left: number): void => {
              if (left === 0) return
              void smsc.deliver(receipt).then((status) => status === 0 || setTimeout(bring, 100, left - 1))
            }
            bring(200)
          }
        })
        const operator = smpp({
          host: "127.0.0.1",
          port: smsc.port,
          systemId: "us",
          password: "secret",
          window,
          binds,
          pace: { perSecond, inFlight: window * binds },
          reconnect: { shortest: 20, longest: 100 },
          responseTimeout: 5000,
          answersWithin: 8000
        })
        const options = yield* storage
        const statuses = yield* Effect.promise(async () => {
          await using service = await start({}, { carriers: [operator], ...options })
          await service.box.accounts.topUp(service.account, 1000, "enough for all of them")
          const own = service.box.as(service.account)
          const ids: Array<string> = []
          for (let at = 0; at < count; at += 100) {
            const sent = await own.messages.send({ ...order, to: recipients.slice(at, at + 100) })
            ids.push(...sent.recipients.map(({ message_id }) => message_id))
          }
          const ended = new Map<string, string>()
          await vi.waitFor(async () => {
            for (const id of ids) {
              if (ended.has(id)) continue
              const { status } = await own.messages.get(id)
              if (status === "DELIVERED" || status === "FAILED") ended.set(id, status)
            }
            expect(ended.size).toBe(count)
          }, { timeout: patience, interval: 50 })
          return [...ended.values()]
        })
        const failed = statuses.filter((status) => status === "FAILED").length
        expect(failed).toBeGreaterThan(0)
        expect(failed).toBeLessThanOrEqual(3 * window * binds)
        const sent = smsc.submitted.map(({ destination }) => destination)
        expect(new Set(sent).size).toBe(sent.length)
        expect(sent.length).toBeGreaterThanOrEqual(count - failed)
        if (isWhole && name === "memory") expect(bestSecond(came)).toBeGreaterThanOrEqual(leastShare * perSecond)
      }),
      patience
    )
)
