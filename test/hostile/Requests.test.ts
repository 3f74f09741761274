/**
 * The table of hostile requests on a running service, while another tenant asks who it is: nothing is answered 5xx, the
 * other tenant is always answered, and what each request makes the service do is bounded by counts (decisions 9.4).
 */
import { Store } from "@signalbox/core/Store"
import type * as Emulator from "@signalbox/emulator/Emulator"
import * as HttpClient from "@signalbox/testing/http/HttpClient"
import type { HttpSubject } from "@signalbox/testing/http/HttpSubject"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { setTimeout as sleep } from "node:timers/promises"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Matrix from "../http/Matrix.ts"
import * as Mounts from "../http/Mounts.ts"
import { starter } from "../http/NodeSubject.ts"
import * as Storages from "../http/Storages.ts"
import * as Compiling from "./Compiling.ts"
import type { Hostile } from "./Requests.ts"
import { fewer, furnish, requests } from "./Requests.ts"

interface Work {
  /** The largest commit, in rows. */
  rows: number
  /** The most rows that one load asked for. */
  loads: number
}

const counting = (storage: Storages.Storage) => {
  const work: Work = { rows: 0, loads: 0 }
  const layer: Storages.Storage = Layer.effectContext(Effect.map(Effect.context<Emulator.Storage>(), (context) => {
    const store = Context.get(context, Store)
    return Context.add(context, Store, {
      ...store,
      load: (needs) => {
        work.loads = Math.max(work.loads, needs.rows.length + needs.uniques.length)
        return store.load(needs)
      },
      commit: (batch) => {
        for (const { puts } of batch) work.rows = Math.max(work.rows, puts.length)
        return store.commit(batch)
      }
    })
  })).pipe(Layer.provide(storage))
  return { work, layer }
}

/** Collects garbage so many times, and returns how many megabytes are in use. */
const used = (times: number): number => {
  setFlagsFromString("--expose-gc")
  const collect = runInNewContext("gc") as () => void
  for (let time = 0; time < times; time++) collect()
  return process.memoryUsage().heapUsed / 1024 / 1024
}

/** So many megabytes may be in use afterwards that were not before. */
const bound = 8

/** So many requests are measured at the same time. */
const together = 16

const sum = (all: ReadonlyArray<number>): number => all.reduce((total, each) => total + each, 0)

// Memory is named last, since it is asked everything.
describe.each(
  Matrix.storages([["PostgreSQL", Storages.postgres, fewer], ["memory", Storages.memory, requests]] as const)
)(
  "hostile requests on %s",
  (_, storage, rows) => {
    const { layer, work } = counting(storage)
    let subject: HttpSubject
    let template: { readonly hard: string; readonly repeating: string }

    beforeAll(async () => {
      subject = await starter({ mount: Mounts.node, storage: layer })()
      const client = HttpClient.make(subject.baseUrl, { "x-api-key": subject.apiKey })
      const create = async (body: object) => {
        const { json } = await client.post("/v3/templates", body)
        return (json as { readonly data: { readonly id: string } }).data.id
      }
      template = { hard: await create(furnish.hard), repeating: await create(furnish.repeating) }
    })

    afterAll(() => subject.stop())

    const send = ({ body, method, path }: Hostile): Promise<Response> =>
      fetch(`${subject.baseUrl}${path}`, {
        method,
        // A connection of its own: one that is kept alive may end while the next request is on its way.
        headers: { "x-api-key": subject.apiKey, "content-type": "application/json", connection: "close" },
        ...(body === null ? {} : { body })
      }).catch((error: TypeError) => {
        throw new Error(`${method} ${path}: ${String(error.cause)}`, { cause: error.cause })
      })

    it("that are refused leave nothing behind in memory", { timeout: 300_000 }, async () => {
      // What is accepted is kept, in memory storage. What is sent once has filled the bounded memories.
      const refused = rows(template).filter(({ status }) => !status.some((each) => each < 300))
      for (const request of refused) await (await send(request)).text()
      let before = used(3)
      /** Returns how much is left behind by these requests, each sent twice. */
      const left = async (some: ReadonlyArray<Hostile>): Promise<number> => {
        for (const request of some) {
          for (let time = 0; time < 2; time++) await (await send(request)).text()
        }
        // What one collection leaves may be garbage yet; only what several leave is kept.
        const once = used(1)
        const after = once - before < bound ? once : used(3)
        const more = after - before
        before = after
        return more
      }
      // Collecting garbage takes longer than the requests, so one by one is for those that leave something together.
      for (let at = 0; at < refused.length; at += together) {
        const some = refused.slice(at, at + together)
        if (await left(some) < bound) continue
        for (const request of some) expect(await left([request]), request.name).toBeLessThan(bound)
      }
      expect(refused.length).toBeGreaterThan(0)
    })

    it("are answered, hurt nobody, and do no more than their bounds", { timeout: 300_000 }, async () => {
      const other = HttpClient.make(subject.baseUrl, { "x-api-key": subject.otherApiKey })
      const over = new AbortController()
      const neighbours: Array<number> = []
      const asking = (async () => {
        while (!over.signal.aborted) {
          neighbours.push((await other.get("/v3/me")).status)
          // A neighbour who asks without a pause takes half of the processor, and sees no more.
          await sleep(5)
        }
      })()
      try {
        for (const request of rows(template)) {
          const { name, status } = request
          Object.assign(work, { rows: 0, loads: 0 })
          const end = Compiling.begin()
          const answer = await send(request)
          const text = await answer.text()
          const { compiled, matched } = end()
          expect(status, `${name}: ${answer.status} ${text.slice(0, 300)}`).toContain(answer.status)
          // A refusal names a hundred things at most, each of which may quote a name of the body.
          expect(text.length, name).toBeLessThanOrEqual(answer.ok ? 8 * 1024 * 1024 : 1.2 * 1024 * 1024)
          // Messages on five channels to a thousand recipients, each with its contact.
          expect(work.rows, name).toBeLessThanOrEqual(6000)
          // A load may carry what the neighbour and the worker ask for as well, up to what one load may carry at all.
          expect(work.loads, name).toBeLessThanOrEqual(2048)
          expect(sum(compiled.map(({ size }) => size)), name).toBeLessThanOrEqual(2 * 10_000)
          expect(sum(matched.map(({ length, size }) => length * size)), name).toBeLessThanOrEqual(600_000)
        }
      } finally {
        over.abort()
        await asking
      }
      expect(new Set(neighbours)).toEqual(new Set([200]))
      expect(neighbours.length).toBeGreaterThan(10)
    })
  }
)
