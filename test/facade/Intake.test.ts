/**
 * Receipts and inbound messages that the host brings by itself: how long a receipt waits for its message, how many may wait,
 * and which inbound messages are nobody's.
 */
import type { Carrier } from "@signalbox/core/Carrier"
import { Carriers } from "@signalbox/core/Carrier"
import { Inbound } from "@signalbox/core/Inbound"
import { Receipts } from "@signalbox/core/Receipts"
import { StoreError } from "@signalbox/core/Store"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Intake from "signalbox/internal/intake"
import { describe, expect, it, vi } from "vitest"

type Reported = Effect.Success<ReturnType<Receipts["Service"]["report"]>>
type Received = Effect.Success<ReturnType<Inbound["Service"]["receive"]>>

const again = {
  code: "INTERNAL_005",
  message: "receipts.report: no message is known by this name yet; report it again.",
  status: 503,
  retryAfterMs: 1000
}

/** Takes receipts, of which each look finds what is found now. */
const receiving = (...found: ReadonlyArray<Reported>) => {
  const at = { looks: 0, found: [...found] }
  const report = () => Effect.sync(() => at.found[Math.min(at.looks++, at.found.length - 1)] ?? "unknown")
  const services = Layer.mergeAll(
    Layer.mock(Receipts, { report }),
    Layer.mock(Inbound, {}),
    Layer.succeed(Carriers, [])
  )
  const calls = Intake.receipts((effect) => Effect.runPromise(Effect.provide(effect, services)))
  return { at, report: (options?: { readonly knownWithinMs?: number }) => calls.report(receipt, options) }
}

const receipt = { carrier: "acme", reference: "r1", status: "delivered" } as const

describe("a receipt", () => {
  it("is looked for again while its message is not known", async () => {
    const { at, report } = receiving("unknown", "applied")
    expect([await report(), at.looks]).toEqual(["applied", 2])
    const known = receiving("duplicate" as Reported)
    expect([await known.report({ knownWithinMs: 0 }), known.at.looks]).toEqual(["duplicate", 1])
  })

  it("waits for half a minute unless told otherwise", async () => {
    const now = vi.spyOn(performance, "now").mockReturnValueOnce(0).mockReturnValueOnce(29_999).mockReturnValue(30_000)
    const { at, report } = receiving("unknown")
    await expect(report()).rejects.toMatchObject(again)
    expect(at.looks).toBe(2)
    now.mockReturnValueOnce(0)
    await expect(report()).rejects.toMatchObject(again)
    expect(at.looks).toBe(3)
    now.mockRestore()
  })

  it("does not wait where a thousand wait already, and waits again when they have gone", async () => {
    const { at, report } = receiving("unknown")
    const waiting = Array.from({ length: 1000 }, () => report())
    expect(at.looks).toBe(1000)
    await expect(report()).rejects.toMatchObject(again)
    expect(at.looks).toBe(1001)
    at.found = ["applied"]
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(["applied"]))
    Object.assign(at, { looks: 0, found: ["unknown", "applied"] })
    expect(await report()).toBe("applied")
  })

  it("that cannot be stored is brought again, or is told as a fault", async () => {
    const failing = (reason: "unavailable" | "failed") => {
      const error = new StoreError({ reason, message: "gone", cause: null })
      const services = Layer.mergeAll(
        Layer.mock(Receipts, { report: () => Effect.fail(error) }),
        Layer.mock(Inbound, { receive: () => Effect.fail(error) }),
        Layer.succeed(Carriers, [{ id: "acme" } as Carrier])
      )
      const run: Intake.Run = (effect) => Effect.runPromise(Effect.provide(effect, services))
      return [() => Intake.receipts(run).report(receipt), () => Intake.inbound(run).receive(message)]
    }
    for (const bring of failing("unavailable")) {
      await expect(bring()).rejects.toMatchObject({ code: "INTERNAL_005", status: 503, retryAfterMs: 1000 })
    }
    for (const bring of failing("failed")) {
      await expect(bring()).rejects.toMatchObject({ code: "INTERNAL_002", retryAfterMs: null })
    }
  })
})

const message = {
  carrier: "acme",
  reference: "m1",
  channel: "sms",
  from: "+12015550123",
  to: "+12015559000",
  text: "Hello"
} as const

describe("an inbound message", () => {
  const receive = (carriers: ReadonlyArray<string>, answer: Received, carrier: string = message.carrier) => {
    const taken: Array<unknown> = []
    const services = Layer.mergeAll(
      Layer.mock(Receipts, {}),
      Layer.mock(Inbound, {
        receive: (each) =>
          Effect.sync(() => {
            taken.push(each)
            return answer
          })
      }),
      Layer.succeed(Carriers, carriers.map((id) => ({ id }) as Carrier))
    )
    const { receive } = Intake.inbound((effect) => Effect.runPromise(Effect.provide(effect, services)))
    return { taken, said: receive({ ...message, carrier }).then(() => null, (error: Error) => error.message) }
  }
  const done = { _tag: "Received" } as unknown as Received
  const nobody = { _tag: "UnknownNumber" } as Received

  it("is taken from each carrier that there is", async () => {
    const { said, taken } = receive(["other", "acme"], done)
    expect(await said).toBeNull()
    expect(taken).toEqual([{
      carrier: "acme",
      reference: "m1",
      channel: "sms",
      from: "+12015550123",
      to: { _tag: "Number", number: "+12015559000" },
      text: "Hello",
      media: []
    }])
  })

  it.each([
    [[], "acme", "there is no carrier acme; there are none"],
    [["first", "second"], "acme", "there is no carrier acme; there are first, second"],
    [["first", "acme"], "acmee", "there is no carrier acmee; did you mean acme?"]
  ])("is not taken where there are %j and it names %s", async (carriers, carrier, flaw) => {
    const { said, taken } = receive(carriers, done, carrier)
    expect([await said, taken]).toEqual([`inbound.receive: ${flaw}`, []])
  })

  it("to a number that is nobody's is refused", async () => {
    expect(await receive(["acme"], nobody).said).toBe("No account has the number that was written to.")
  })

  it("is refused with everything that is wrong with it, its carrier first", async () => {
    const { receive } = Intake.inbound(() => Promise.reject(new Error("it is not asked")))
    const strange = receive as (given: unknown) => Promise<void>
    for (const given of [undefined, null, 5, []]) {
      await expect(strange(given)).rejects.toThrow("inbound.receive: carrier is required; inbound must be an object")
    }
    await expect(strange({ ...message, carrier: " ", to: 5 })).rejects.toThrow(
      "inbound.receive: carrier must not be blank; inbound.carrier must not be blank; inbound.to must be a string"
    )
    await expect(strange({ ...message, text: 5 })).rejects.toThrow(
      "inbound.receive: inbound.text must be a string"
    )
  })
})
