/**
 * A request to an endpoint that begins while a host's test has the timers of the process ends in its time when they are given
 * back.
 */
import { MediaProbe } from "@signalbox/core/MediaProbe"
import { HttpMediaProbe } from "@signalbox/egress"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { http, sender } from "../egress/Endpoint.ts"
import * as FakeTimers from "../FakeTimers.ts"

const timeoutMillis = 300

describe.each(FakeTimers.all)("under the fake timers of %s", (_, fakes) => {
  /** Begins something under the fakes, and waits for it without them. */
  const begunUnderFakes = async <A>(begin: () => Promise<A>): Promise<A> => {
    using held = FakeTimers.hold(fakes)
    const begun = begin()
    await FakeTimers.turns()
    held.remove()
    return await begun
  }

  it("an attempt at an endpoint that hangs ends in its time", async () => {
    await using endpoint = await http(() => {})
    await using calls = sender()
    const url = `http://127.0.0.1:${endpoint.port}/`
    // What runs the calls has begun before.
    await calls.refuse(url)
    expect(await begunUnderFakes(() => calls.send(url, { timeoutMillis }))).toEqual({
      _tag: "Failed",
      message: "no answer within 0.3 s"
    })
  })

  it("an attempt that waits for room is given up in its time", async () => {
    await using endpoint = await http(() => {})
    await using calls = sender({ maxSocketsPerOrganization: 1 })
    const url = `http://127.0.0.1:${endpoint.port}/`
    const stop = calls.start(url, { timeoutMillis: 60_000, owner: "a" })
    await expect.poll(() => endpoint.open()).toBe(1)
    expect(await begunUnderFakes(() => calls.send(url, { timeoutMillis, owner: "a" }))).toEqual({
      _tag: "Unsent",
      message: "too many connections are open"
    })
    await stop()
  })

  it("a name server that is silent is given up in its time", async () => {
    const calls = HttpMediaProbe.layer({ resolve: () => new Promise(() => {}), timeoutMillis })
    const size = () =>
      Effect.runPromise(
        Effect.flatMap(MediaProbe, (probe) => probe.size("http://silent.example/cat.jpg")).pipe(Effect.provide(calls))
      )
    expect(await begunUnderFakes(size)).toBeNull()
  })
})
