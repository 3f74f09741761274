/**
 * One connection to a message centre, on a wire of the test's own: it says what a real one cannot be made to say.
 */
import * as Codec from "@signalbox/smpp/Codec"
import * as Links from "@signalbox/smpp/internal/Link"
import type { Fate, Job } from "@signalbox/smpp/internal/Outbox"
import * as Outbox from "@signalbox/smpp/internal/Outbox"
import type { WireListener } from "@signalbox/smpp/internal/Wire"
import * as Options from "@signalbox/smpp/Options"
import type { Command, Pdu } from "@signalbox/smpp/Pdu"
import { messageBody } from "@signalbox/smpp/Pdu"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"

const settings = Options.check({ host: "127.0.0.1", systemId: "us", password: "secret", window: 2 })

const part = { body: messageBody({ source: "", destination: "12015550123" }), tlvs: [] }

const make = (world: Partial<Links.World> = {}) => {
  const written: Array<Pdu> = []
  const wire = { hasRoom: true, queued: 0, isEnded: false }
  let listener: WireListener | null = null
  const outbox = Outbox.make()
  const link = Links.make({
    wire: {
      listen: (to) => void (listener = to),
      write: (octets) => void written.push(Result.getOrThrow(Codec.decode(octets))),
      hasRoom: () => wire.hasRoom,
      queued: () => wire.queued,
      end: () => void (wire.isEnded = true),
      destroy: () => {}
    },
    settings,
    outbox,
    now: () => 0,
    deliver: () => {},
    ...world
  })
  const fates: Array<Fate> = []
  return {
    link,
    wire,
    written,
    fates,
    add: () => {
      const job: Job = { part, isWithdrawn: false, isWritten: false, settle: (fate) => void fates.push(fate) }
      outbox.add([job])
      return job
    },
    hear: (octets: Uint8Array) => listener!.data(octets),
    lose: () => listener!.closed("lost")
  }
}

const response = (sequence: number, command: Command = "submit_sm_resp"): Uint8Array =>
  Codec.encode({ command, status: 0, sequence, tlvs: [], messageId: "a" } as unknown as Pdu)

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
    expect([link.isOpen(), wire.isEnded]).toEqual([false, true])
  })
})
