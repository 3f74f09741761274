/** A server that a host makes: how long a request may take to arrive, and how often that is looked at. */
import * as IdGenerator from "@signalbox/core/IdGenerator"
import * as NodeServer from "@signalbox/node/NodeServer"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import * as Given from "../core/Given.ts"

const make = Effect.runSync(Effect.provide(NodeServer.make, IdGenerator.layer(Given.seeded(1), Given.seeded(2))))

it("looks every five seconds for requests that take longer than two minutes to arrive, unless the host says otherwise", () => {
  const of = (server: ReturnType<typeof make>) => [
    server.requestTimeout,
    Reflect.get(server, "connectionsCheckingInterval"),
    Reflect.get(server, "requireHostHeader")
  ]
  expect(of(make())).toEqual([120_000, 5000, false])
  const own = { requestTimeout: 7000, connectionsCheckingInterval: 8000, requireHostHeader: true }
  expect(of(make(own))).toEqual([7000, 8000, false])
})

it("has the listener that it is given, behind its own", () => {
  const listener = () => {}
  expect(make({}, listener).listeners("request").at(-1)).toBe(listener)
  expect(make().listenerCount("request")).toBe(make({}, listener).listenerCount("request") - 1)
})
