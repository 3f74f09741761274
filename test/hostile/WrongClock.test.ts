/**
 * Nodes whose machine has a wrong clock, beside one that has the right time: what they accept is sent, and Idempotency-Keys
 * are what they are on every node.
 */
import type { HttpClient } from "@signalbox/testing/http/HttpClient"
import type { Reply } from "@signalbox/testing/http/Reply"
import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { afterEach, describe, expect, it } from "vitest"
import * as Matrix from "../http/Matrix.ts"
import * as Storages from "../http/Storages.ts"
import * as SkewedNode from "./SkewedNode.ts"

const minute = 60_000
const day = 24 * 60 * minute

const ends: Array<() => Promise<void>> = []

afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

/** A node with the right time, and others that are so far ahead of it. */
const nodes = async (storage: Storages.Storage, ...ahead: ReadonlyArray<number>) => {
  const shared = await SkewedNode.share(storage)
  ends.push(shared.end)
  const started: Array<SkewedNode.Node> = []
  for (const each of [0, ...ahead]) {
    const node = await SkewedNode.start(shared, each)
    ends.push(() => node.subject.stop())
    started.push(node)
  }
  const [right, ...wrong] = started
  const { apiKey } = await right!.subject.freshAccount!({ requestsPerMinute: 10_000 })
  return { right: right!, wrong, apiKey, begun: shared.begun }
}

interface Answered {
  readonly data: { readonly recipients: ReadonlyArray<{ readonly message_id: string }> }
}

interface Shown {
  readonly data: { readonly id: string; readonly status: string; readonly created_at: string }
}

interface Listed {
  readonly data: { readonly pagination: { readonly total_count: number } }
}

/** Reads until it is so. */
const eventually = async (read: () => Promise<Reply>, status: string): Promise<Shown["data"]> => {
  while (true) {
    const { data } = (await read()).json as Shown
    if (data.status === status) return data
    await sleep(20)
  }
}

const approvedTemplate = async (client: HttpClient): Promise<string> => {
  const definition = { body: { multiChannel: { template: "Hello" } } }
  const made = await client.post("/v3/templates", { definition, submit_for_review: true })
  const { id } = (made.json as Shown).data
  await eventually(() => client.get(`/v3/templates/${id}`), "APPROVED")
  return id
}

const webhook = { display_name: "Mine", endpoint_url: "https://93.184.216.34/hook", event_types: ["channel"] }

describe.each(
  Matrix.storages([["memory", Storages.memory], ["sqlite", Storages.sqlite], ["postgres", Storages.postgres]])
)(
  "on %s",
  (_, storage) => {
    it("what a node accepts that is five minutes ahead is sent by the right one beside it", async () => {
      const { apiKey, right, wrong: [ahead] } = await nodes(storage, 5 * minute)
      const template = { id: await approvedTemplate(right.client(apiKey)) }
      const before = Date.now()
      const sent = await Promise.all(Array.from({ length: 20 }, (_, index) => {
        const body = { to: [`+120155501${10 + index}`], template, channel: ["sms"] }
        return ahead!.client(apiKey).post("/v3/messages", body)
      }))
      for (const { json } of sent) {
        const { message_id: id } = (json as Answered).data.recipients[0]!
        const read = () => right.client(apiKey).get(`/v3/messages/${id}`)
        const { created_at } = await eventually(read, "DELIVERED")
        // On a machine that is so slow.
        expect(Date.parse(created_at)).toBeLessThan(Date.now() + minute)
        expect(Date.parse(created_at)).toBeGreaterThan(before - minute)
      }
      expect(await right.unready()).toEqual({})
      expect(await ahead!.unready()).toEqual({ clock: ["is off by more than two seconds"] })
    }, 60_000)

    it("a node that is set right while it runs is ready again, and one that is set wrong is not", async () => {
      const { wrong: [node] } = await nodes(storage, 5 * minute)
      expect(Object.keys(await node!.unready())).toEqual(["clock"])
      node!.clock.ahead = 0
      while (Object.keys(await node!.unready()).length > 0) await sleep(50)
      node!.clock.ahead = -day
      while (Object.keys(await node!.unready()).length === 0) await sleep(50)
      expect(Object.keys(await node!.unready())).toEqual(["clock"])
    }, 60_000)

    it("one key is executed once, and is forgotten by nobody, whoever is a day ahead or behind", async () => {
      const { apiKey, begun, right, wrong } = await nodes(storage, day + minute, -day - minute)
      const all = [right, ...wrong].map(({ client }) => client(apiKey))
      const keys = all.map(() => ({ "idempotency-key": randomUUID() }))
      const ask = (by: number, key: number) => all[by]!.post("/v3/webhooks", webhook, keys[key])
      const first = [await ask(0, 0), await ask(1, 1), await ask(2, 2)]
      expect(first.map(({ status }) => status)).toEqual([201, 201, 201])
      // So many claims that each store clears old ones away in the meantime.
      const until = begun() + 130
      while (begun() < until) {
        const fresh = { "idempotency-key": randomUUID() }
        const { status } = await all[1]!.post("/v3/webhooks", { ...webhook, sandbox: true }, fresh)
        expect(status).toBe(201)
      }
      for (const key of [0, 1, 2]) {
        for (const by of [0, 1, 2]) {
          const again = await ask(by, key)
          expect([again.status, again.text, again.headers.get("idempotent-replayed")]).toEqual([
            201,
            first[key]!.text,
            "true"
          ])
        }
      }
      const listed = (await all[0]!.get("/v3/webhooks")).json as Listed
      expect(listed.data.pagination.total_count).toBe(3)
    }, 60_000)
  }
)
