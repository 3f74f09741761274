/** The mount on Bun, with a server that is none: whose address and port it takes, and where its random bytes come from. */
import * as BunIdGenerator from "@signalbox/bun/BunIdGenerator"
import * as BunMount from "@signalbox/bun/BunMount"
import { IdGenerator } from "@signalbox/core/IdGenerator"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { expect, it, vi } from "vitest"
import { MachineClock } from "../core/MachineClock.ts"
import * as HookService from "../http/HookService.ts"

class HandClock extends MachineClock {
  elapsed = 1n

  override monotonicTimeNanosUnsafe(): bigint {
    return this.elapsed
  }
}

it("a connection is known by the address and the port that the server names, and one without any is never ended", () =>
  Effect.gen(function*() {
    const clock = new HandClock(yield* Clock.Clock)
    const fetch = yield* Effect.provideService(BunMount.makeFetch, Clock.Clock, clock)
    const ask = async (address: string | null, port = 0) => {
      const request = new Request("http://localhost/health/live")
      const { headers } = await fetch(request, {
        requestIP: (asked) => asked !== request || address === null ? null : { address, port }
      })
      return headers.get("connection")
    }
    const first = [ask("192.0.2.1", 1), ask("192.0.2.1", 2), ask(null)]
    clock.elapsed += 60_000_000n
    const second = [ask("192.0.2.1", 1), ask("192.0.2.2", 1), ask("192.0.2.1", 2), ask("192.0.2.1", 3), ask(null)]
    const answers = yield* Effect.promise(() => Promise.all([...first, ...second]))
    expect(answers).toEqual([null, null, null, "close", null, "close", null, null])
  }).pipe(Effect.provide(HookService.layer), Effect.scoped, Effect.runPromise))

it("ids and secrets come from the Web Crypto, as many bytes as are asked for", () => {
  const sizes: Array<number> = []
  const source = vi.spyOn(crypto, "getRandomValues").mockImplementation((array) => {
    if (array instanceof Uint8Array) sizes.push(array.fill(0xab).length)
    return array
  })
  const { secrets, uuid } = Effect.runSync(Effect.provide(IdGenerator, BunIdGenerator.layer))
  const [id, nonce] = [uuid(), secrets.nonce()]
  source.mockRestore()
  expect([id, nonce]).toEqual(["abababab-abab-4bab-abab-abababababab", new Uint8Array(12).fill(0xab)])
  expect(sizes).toEqual([16, 12])
})
