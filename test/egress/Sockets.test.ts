/**
 * Connections are limited: an organization whose endpoints hang has its own part of them, and those that are kept make
 * room for those that are wanted.
 */
import type { WebhookResult } from "@signalbox/core/WebhookSender"
import { describe, expect, it } from "vitest"
import type { Endpoint } from "./Endpoint.ts"
import { http, raw, sender, until } from "./Endpoint.ts"

const url = ({ port }: Endpoint): string => `http://hook.example:${port}/`

const fine: WebhookResult = { _tag: "Answered", status: 200, body: "fine" }
const crowded: WebhookResult = { _tag: "Unsent", message: "too many connections are open" }

const sum = (endpoints: ReadonlyArray<Endpoint>): number => endpoints.reduce((all, each) => all + each.open(), 0)

describe("endpoints that hang", () => {
  it("hold as many connections as one organization may have, and those of others get theirs", async () => {
    await using hangs = await raw(() => {})
    await using answers = await http((_, response) => response.end("fine"))
    await using calls = sender({ maxSockets: 16, maxSocketsPerOrganization: 4 })
    const hanging = Array.from(
      { length: 40 },
      // As many accounts as there are attempts, and one organization.
      (_, index) => calls.send(url(hangs), { owner: `profile ${index}`, organization: "theirs", timeoutMillis: 1000 })
    )
    await until(() => hangs.open() === 4)
    for (let asked = 0; asked < 20; asked++) {
      expect(await calls.send(url(answers), { owner: "mine", organization: "mine" })).toEqual(fine)
    }
    const results = await Promise.all(hanging)
    expect(results.filter(({ _tag }) => _tag === "Failed").length).toBeLessThanOrEqual(8)
    expect(results.filter(({ _tag }) => _tag === "Failed").length).toBeGreaterThanOrEqual(4)
    for (const result of results) if (result._tag !== "Failed") expect(result).toEqual(crowded)
    // Never more than four at the same time; the next ones begin when those have ended.
    expect(hangs.sockets.length).toBeLessThanOrEqual(8)
  })

  it("keep an attempt of their organization waiting, which has its whole time then", async () => {
    await using hangs = await raw(() => {})
    // The timeouts of real sockets are what is tested: the wait and the answer together take longer than 0.6 s.
    await using answers = await http((_, response) => setTimeout(() => response.end("fine"), 400))
    await using calls = sender({ maxSockets: 2, maxSocketsPerOrganization: 1 })
    const request = { organization: "mine", timeoutMillis: 600 }
    const first = calls.send(url(hangs), { ...request, timeoutMillis: 500 })
    const second = calls.send(url(answers), { ...request, timeoutMillis: 60_000 })
    expect(await calls.send(url(answers), { ...request, timeoutMillis: 50 })).toEqual(crowded)
    expect(await first).toEqual({ _tag: "Failed", message: "no answer within 0.5 s" })
    expect(await second).toEqual(fine)
  })

  it("leave the next connection that falls free to who has the fewest", async () => {
    await using hangs = await raw(() => {})
    await using answers = await http((_, response) => response.end("fine"))
    await using calls = sender({ maxSockets: 3, maxSocketsPerOrganization: 3 })
    const ends = Array.from({ length: 3 }, () => calls.start(url(hangs), { organization: "theirs" }))
    await until(() => hangs.open() === 3)
    const waiting = Array.from({ length: 9 }, () => calls.start(url(hangs), { organization: "theirs" }))
    const mine = calls.send(url(answers), { organization: "mine" })
    await ends[0]!()
    expect(await mine).toEqual(fine)
    for (const end of [...ends, ...waiting]) await end()
    // Whoever was interrupted, under way or in line, holds no place. A connection that came too late for it is kept.
    await until(() => hangs.open() <= 3)
    const after = Array.from({ length: 9 }, () => calls.send(url(answers), { organization: "theirs" }))
    expect(await Promise.all(after)).toEqual(after.map(() => fine))
  })
})

describe("connections that are kept", () => {
  it("are closed, the one first that was idle for longest, when others are wanted", async () => {
    await using scope = new AsyncDisposableStack()
    const endpoints: Array<Endpoint> = []
    for (let index = 0; index < 8; index++) {
      endpoints.push(scope.use(await http((_, response) => response.end("fine"))))
    }
    await using calls = sender({ maxSockets: 3, maxSocketsPerOrganization: 3 })
    for (const each of endpoints) {
      expect(await calls.send(url(each))).toEqual(fine)
      await until(() => sum(endpoints) <= 3)
    }
    expect(endpoints.map((each) => each.open())).toEqual([0, 0, 0, 0, 0, 1, 1, 1])
    // One that is used again is not the oldest any more.
    expect(await calls.send(url(endpoints[5]!))).toEqual(fine)
    expect(await calls.send(url(endpoints[0]!))).toEqual(fine)
    await until(() => sum(endpoints) <= 3)
    expect(endpoints.map((each) => each.open())).toEqual([1, 0, 0, 0, 0, 1, 0, 1])
    expect(endpoints[5]!.sockets).toHaveLength(1)
  })

  it("stay where others come and go, of which there are never too many at the same time", async () => {
    await using kept = await http((_, response) => response.end("fine"))
    await using others = await http((_, response) => response.writeHead(200, { connection: "close" }).end("fine"))
    await using calls = sender({ maxSockets: 3, maxSocketsPerOrganization: 3 })
    expect(await calls.send(url(kept))).toEqual(fine)
    for (let count = 0; count < 4; count++) {
      expect(await calls.send(url(others))).toEqual(fine)
      await until(() => others.open() === 0)
    }
    expect(await calls.send(url(kept))).toEqual(fine)
    expect(kept.sockets).toHaveLength(1)
  })
})
