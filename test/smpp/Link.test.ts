/**
 * One connection to a message centre, on a wire of the test's own: it says what a real one cannot be made to say.
 */
import * as Codec from "@signalbox/smpp/Codec"
import type * as Links from "@signalbox/smpp/internal/Link"
import { messageBody } from "@signalbox/smpp/Pdu"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { answered, bind, commands, make, part, request, response, settings } from "./OnWire.ts"

describe("a link", () => {
  it("writes nothing on a wire that is ending, and leaves it to another one", () => {
    const { add, fates, link, lose, wire, written } = make()
    link.begin()
    wire.hasRoom = false
    const job = add()
    expect([written, job.isWritten]).toEqual([[], false])
    lose()
    expect(fates).toEqual([{ _tag: "Unwritten" }])
  })

  it("counts its requests from 1 again after the last number, and finds their answers", () => {
    const { add, fates, hear, link, written } = make({ sequence: 0x7fff_fffe })
    link.begin()
    add()
    add()
    expect(written.map(({ sequence }) => sequence)).toEqual([0x7fff_ffff, 1])
    hear(response(1))
    hear(response(0x7fff_ffff))
    expect(fates).toEqual([0, 0].map((status) => ({ _tag: "Answered", status, messageId: "a" })))
  })

  it("has no more room for what was submitted besides", async () => {
    const { add, hear, link, written } = make()
    const submitted = Effect.runPromise(link.request("submit_sm", part.body))
    expect(link.load()).toBe(0)
    hear(response(1))
    expect(await submitted).toEqual({ _tag: "Response", status: 0, messageId: "a" })
    expect(link.load()).toBe(0)
    link.begin()
    for (let count = 0; count < 5; count++) add()
    expect(written.length).toBe(1 + settings.window)
  })

  it("does not take the answer to something else that cannot be read for its own", () => {
    const { add, fates, hear, link } = make()
    link.begin()
    add()
    const cut = Buffer.from("000000128000000500000045000000014141", "hex")
    hear(Uint8Array.from(cut))
    expect(fates).toEqual([])
    hear(response(1))
    expect(fates).toMatchObject([{ _tag: "Answered", status: 0 }])
  })

  it("ends where a peer asks and asks, and does not read the answers", () => {
    const { hear, link, wire } = make()
    const ask = Codec.encode({ command: "enquire_link", status: 0, sequence: 1, tlvs: [] })
    wire.queued = 0x10_0000
    hear(ask)
    expect(link.isOpen()).toBe(true)
    wire.queued += 1
    hear(ask)
    expect([link.isOpen(), wire.ends]).toEqual([false, 1])
  })
})

describe("a link in its time", () => {
  it("frees the place of a part that nobody answers in time, hears its answer later, and gives it up at last", () => {
    const { add, clock, fates, hear, link, written } = make()
    link.begin()
    for (let count = 0; count < 4; count++) add()
    expect([written.length, link.load()]).toEqual([2, 2])
    clock.now = 29_999
    link.tick()
    expect([written.length, link.load()]).toEqual([2, 2])
    clock.now = 30_000
    hear(request("enquire_link"))
    link.tick()
    expect([commands(written), link.load()]).toEqual([
      "submit_sm, submit_sm, enquire_link_resp, submit_sm, submit_sm",
      2
    ])
    hear(response(2))
    expect([fates, link.load()]).toEqual([[{ _tag: "Answered", status: 0, messageId: "a" }], 2])
    clock.now = 59_999
    link.tick()
    expect([fates.length, link.load()]).toEqual([1, 2])
    hear(request("enquire_link"))
    clock.now = 60_000
    link.tick()
    expect([fates.slice(1), link.load()]).toEqual([[{ _tag: "Unanswered" }], 0])
  })

  it("asks a peer that is silent whether it is there, once, and ends where it does not say so", async () => {
    const { clock, hear, link, wire, written } = make()
    const ended = Effect.runPromise(link.closed)
    const at = (now: number): string => {
      clock.now = now
      link.tick()
      return commands(written.splice(0))
    }
    expect([at(29_999), at(30_000), at(30_001)]).toEqual(["", "enquire_link", ""])
    hear(answered(1, 0, "enquire_link_resp"))
    expect([at(59_999), at(60_001), at(90_000)]).toEqual(["", "enquire_link", ""])
    expect([link.isOpen(), wire.ends]).toEqual([true, 0])
    expect([at(90_001), link.isOpen(), wire.ends]).toEqual(["", false, 1])
    expect(await ended).toBe("the operator does not answer whether it is there")
    expect(at(200_000)).toBe("")
  })

  it.each([["throttled", 0x58, 1000], ["full", 0x14, 5000]] as const)(
    "writes nothing more while it is %s",
    (_, status, pause) => {
      const { add, clock, fates, hear, link, written } = make()
      link.begin()
      add()
      hear(answered(1, status))
      add()
      clock.now = pause - 1
      link.tick()
      expect(written.length).toBe(1)
      clock.now = pause
      link.tick()
      expect(written.length).toBe(2)
      expect(fates).toEqual([{ _tag: "Answered", status, messageId: "" }])
    }
  )
})

describe("a link that hears", () => {
  const message = messageBody({ source: "12015550123", destination: "12015550100" })

  it("answers each request in its way, and a response to nothing not at all", () => {
    const delivered: Array<string> = []
    const made = make({ deliver: (_, { command }) => void delivered.push(command) })
    const { hear, written } = made
    const data = { ...message, esmClass: 0, registeredDelivery: 0, dataCoding: 0 }
    const told = (octets: Uint8Array): string => {
      hear(octets)
      return commands(written.splice(0))
    }
    expect([told(request("deliver_sm", message)), told(request("data_sm", data)), delivered])
      .toEqual(["deliver_sm_resp 4", "data_sm_resp 4", []])
    bind(made)
    expect([told(request("deliver_sm", message)), told(request("data_sm", data)), delivered])
      .toEqual(["", "", ["deliver_sm", "data_sm"]])
    const alert = { sourceTon: 0, sourceNpi: 0, source: "", esmeTon: 0, esmeNpi: 0, esme: "" }
    expect([
      told(request("enquire_link")),
      told(request("alert_notification", alert)),
      told(request("submit_sm", message)),
      told(response(99)),
      told(Uint8Array.from([0, 0, 0, 16, 0, 0, 9, 9, 0, 0, 0, 0, 0, 0, 0, 5])),
      told(Uint8Array.from([0, 0, 0, 17, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 5, 65])),
      told(Uint8Array.from([0, 0, 0, 18, 0, 0, 0, 0x15, 0, 0, 0, 0, 0, 0, 0, 5, 1, 2])),
      told(request("unbind"))
    ]).toEqual([
      "enquire_link_resp",
      "",
      "generic_nack 3",
      "",
      "generic_nack 3",
      "generic_nack 2",
      "generic_nack 192",
      "unbind_resp"
    ])
    expect(made.link.isOpen()).toBe(false)
  })

  it("is owed what it delivers until it is answered, and takes nothing more once it leaves", () => {
    const taken: Array<Links.Delivery> = []
    const made = make({ deliver: (_, delivery) => void taken.push(delivery) })
    const { hear, link, written } = made
    bind(made)
    hear(request("deliver_sm", message, 3))
    expect([link.owed(), taken.length]).toEqual([1, 1])
    link.stop()
    hear(request("deliver_sm", message, 4))
    link.answer(taken[0]!, 0)
    expect([link.owed(), taken.length, written.map(({ sequence, status }) => [sequence, status])])
      .toEqual([0, 1, [[4, 0x64], [3, 0]]])
  })

  it("has no answer where one cannot be read, and a refusal where its status says so", () => {
    const { add, fates, hear, link } = make({ settings: { ...settings, window: 4 } })
    link.begin()
    for (let count = 0; count < 4; count++) add()
    const cut = (sequence: number, status: number, command = 0x8000_0004): Uint8Array => {
      const octets = new Uint8Array(18).fill(65)
      const view = new DataView(octets.buffer)
      for (const [index, value] of [18, command, status, sequence].entries()) view.setUint32(4 * index, value)
      return octets
    }
    hear(cut(1, 0x45))
    hear(cut(2, 0))
    hear(Codec.encode({ command: "generic_nack", status: 0, sequence: 3, tlvs: [] }))
    hear(Codec.encode({ command: "generic_nack", status: 0x0a, sequence: 4, tlvs: [] }))
    expect(fates).toEqual([
      { _tag: "Answered", status: 0x45, messageId: "" },
      { _tag: "Unanswered" },
      { _tag: "Answered", status: 0xff, messageId: "" },
      { _tag: "Answered", status: 0x0a, messageId: "" }
    ])
  })

  it("goes on when there is room on the wire again", () => {
    const { add, drain, link, wire, written } = make()
    link.begin()
    wire.hasRoom = false
    add()
    wire.hasRoom = true
    expect(written).toEqual([])
    drain()
    expect(commands(written)).toBe("submit_sm")
  })

  it.each<[string, (made: ReturnType<typeof make>) => void, string]>([
    ["the peer takes leave", ({ hear }) => hear(request("unbind")), "the operator has ended the session"],
    [
      "what comes is no PDU",
      ({ hear }) => hear(new Uint8Array(16)),
      "the operator sends what is no PDU, or one that is too long"
    ],
    ["nobody reads its answers", ({ hear, wire }) => {
      wire.queued = 0x10_0001
      hear(request("enquire_link"))
    }, "the operator does not read what it is answered"],
    ["the connection is lost", ({ lose }) => lose(), "lost"],
    ["it is ended", ({ link }) => link.close("by us"), "by us"]
  ])("says why it ends where %s, and leaves nobody waiting", async (_, end, words) => {
    const made = make()
    made.link.begin()
    made.add()
    const asked = Effect.runPromise(made.link.request("unbind", {}))
    end(made)
    made.link.close("again")
    expect([await Effect.runPromise(made.link.closed), await asked]).toEqual([words, { _tag: "Lost" }])
    expect([made.fates, made.outbox.isUp(), made.wire.ends]).toEqual([[{ _tag: "Unanswered" }], false, 1])
    expect(await Effect.runPromise(made.link.request("unbind", {}))).toEqual({ _tag: "Lost" })
  })

  it("ends with what was wrong where something is that nobody has thought of", async () => {
    const made = make({
      deliver: () => {
        throw new Error("out of order")
      }
    })
    bind(made)
    made.hear(request("deliver_sm", message))
    expect(await Effect.runPromise(made.link.closed)).toBe("a defect: out of order")
  })
})
