/**
 * A link before it is bound and after it has ended: nothing is taken, and nothing is written.
 */
import type * as Links from "@signalbox/smpp/internal/Link"
import { messageBody } from "@signalbox/smpp/Pdu"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { answered, bind, commands, make, request } from "./OnWire.ts"

const message = messageBody({ source: "12015550123", destination: "12015550100" })

const [delivery, tryAgain, notBound] = [request("deliver_sm", message), 0x64, 4] as const

/** A link that keeps what is delivered. */
const taking = () => {
  const taken: Array<Links.Delivery> = []
  return { taken, ...make({ deliver: (_, each) => void taken.push(each) }) }
}

describe("a link that is not bound", () => {
  it("takes no delivery, also where the bind was refused, or something else was answered well", () => {
    const made = taking()
    bind(made, 0x0e)
    made.hear(delivery)
    void Effect.runPromise(made.link.request("enquire_link", {}))
    made.hear(answered(2, 0, "enquire_link_resp"))
    made.hear(delivery)
    expect([commands(made.written), made.taken]).toStrictEqual([
      `deliver_sm_resp ${notBound}, enquire_link, deliver_sm_resp ${notBound}`,
      []
    ])
    bind(made)
    made.hear(delivery)
    expect([made.written, made.taken.length]).toStrictEqual([[], 1])
  })
})

describe("a link", () => {
  it("takes 512 deliveries that have no answer yet, and one more for each that has", () => {
    const made = taking()
    const { hear, link, taken, written } = made
    bind(made)
    for (let count = 0; count < 512; count++) hear(delivery)
    expect([written, link.owed()]).toStrictEqual([[], 512])
    hear(delivery)
    expect([commands(written.splice(0)), taken.length]).toStrictEqual([`deliver_sm_resp ${tryAgain}`, 512])
    link.answer(taken[0]!, 0)
    hear(delivery)
    expect([commands(written), taken.length, link.owed()]).toStrictEqual(["deliver_sm_resp", 513, 512])
  })

  it("refuses what is no request of SMPP up to the last number of a request, and answers no answer", () => {
    const { hear, written } = make()
    const odd = (commandId: number, ...body: ReadonlyArray<number>): Uint8Array => {
      const octets = new Uint8Array(16 + body.length)
      const view = new DataView(octets.buffer)
      for (const [index, value] of [octets.length, commandId, 0, 5].entries()) view.setUint32(4 * index, value)
      octets.set(body, 16)
      return octets
    }
    hear(odd(0x7fff_ffff))
    expect(commands(written.splice(0))).toBe("generic_nack 3")
    // A generic_nack that cannot be read would be answered by another one, and that again.
    hear(odd(0x8000_0000, 1))
    hear(odd(0x8000_0999))
    expect(written).toStrictEqual([])
  })
})

describe("a link that has ended", () => {
  it("writes nothing more: no answer, no question and no part, and ends its wire once", () => {
    const made = taking()
    const { add, clock, fates, hear, lose, link, outbox, taken, wire, written } = made
    bind(made)
    hear(delivery)
    hear(Uint8Array.from([...request("unbind"), ...delivery, ...request("enquire_link")]))
    expect(commands(written.splice(0))).toBe("unbind_resp")
    lose()
    link.answer(taken[0]!, 0)
    hear(request("enquire_link"))
    clock.now = 60_000
    link.tick()
    expect([written, wire.ends, taken.length, link.owed()]).toStrictEqual([[], 1, 1, 0])
    // Whoever has bound may begin just after the end, and then leaves.
    link.begin()
    const job = add()
    link.stop()
    expect([written, job.isWritten, fates, outbox.isUp()]).toStrictEqual([[], false, [{ _tag: "Unwritten" }], false])
  })
})
