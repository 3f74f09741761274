/**
 * The pools of connections: what each is made with, whose it is, and when it is forgotten.
 */
import * as Connections from "@signalbox/egress/internal/Connections"
import * as Target from "@signalbox/egress/internal/Target"
import type * as Http from "node:http"
import * as Https from "node:https"
import { setImmediate as turn } from "node:timers/promises"
import { expect, it } from "vitest"

it("a quarter of all connections are those of one organization, rounded up, unless it is told otherwise", () => {
  expect([
    Connections.bounds({}),
    Connections.bounds({ maxSockets: 9 }),
    Connections.bounds({ maxSockets: 9, maxSocketsPerOrganization: 2 })
  ]).toStrictEqual([
    { all: 512, organization: 128 },
    { all: 9, organization: 3 },
    { all: 9, organization: 2 }
  ])
})

/** Makes requests that never leave: each is given up before it is connected. */
const agents = (options: Connections.Options) => {
  const connections = Connections.make(options)
  return (owner: string, protocol: "http" | "https" = "http", fresh = false): Http.Agent => {
    const target = Target.of(new URL(`${protocol}://127.0.0.1:1/`))
    const request = connections.request(target, {}, { owner, fresh })
    request.on("error", () => {}).destroy()
    const { agent } = request as Http.ClientRequest & { readonly agent: Http.Agent }
    return agent
  }
}

it("connections of an owner are kept for four seconds, and fresh ones are not; certificates are always verified", () => {
  const of = agents({ maxSockets: 7, maxSocketsPerHost: 3, ca: "a certificate" })
  const told = (agent: Http.Agent) => {
    const options: Https.AgentOptions = Reflect.get(agent, "options")
    const { ca, keepAlive, maxSockets, rejectUnauthorized, timeout } = options
    return { ca, keepAlive, maxSockets, rejectUnauthorized, timeout }
  }
  const plain = { ca: undefined, rejectUnauthorized: undefined, maxSockets: 3 }
  const secure = { ca: "a certificate", rejectUnauthorized: true, maxSockets: 3 }
  expect(told(of("a"))).toEqual({ ...plain, keepAlive: true, timeout: 4000 })
  expect(told(of("a", "https"))).toEqual({ ...secure, keepAlive: true, timeout: 4000 })
  expect(told(of("a", "http", true))).toEqual({ ...plain, keepAlive: false, timeout: undefined })
  expect(told(of("a", "https", true))).toEqual({ ...secure, keepAlive: false, timeout: undefined })
  expect(told(agents({ maxSockets: 7 })("a", "https"))).toMatchObject({ ca: undefined, maxSockets: 7 })
  expect(told(agents({})("a"))).toMatchObject({ maxSockets: 512 })
  expect(of("a", "https")).toBeInstanceOf(Https.Agent)
})

it("each owner has a pool of its own, fresh connections have one together, and idle ones are forgotten in a crowd", async () => {
  const of = agents({})
  const first = of("owner 0")
  expect([of("owner 0") === first, of("owner 0", "https") === first, of("other") === first]).toEqual([
    true,
    false,
    false
  ])
  expect(of("a", "http", true)).toBe(of("b", "http", true))
  // The two above are owners as well.
  for (let owner = 2; owner < 256; owner++) of(`owner ${owner}`)
  expect(of("owner 0")).toBe(first)
  // Until those that were given up are gone.
  for (let count = 0; count < 20; count++) await turn()
  of("one more")
  expect(of("owner 0")).not.toBe(first)
})
