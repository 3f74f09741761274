/**
 * PDUs survive the way over the wire, and nothing that comes over it can throw.
 */
import * as Codec from "@signalbox/smpp/Codec"
import * as Framing from "@signalbox/smpp/Framing"
import * as Pdu from "@signalbox/smpp/Pdu"
import { prop, propWith } from "@signalbox/testing/Prop"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Pdus from "./Pdus.ts"

const whole = process.env["MATRIX"] === "whole"

const octets = (hexadecimal: string): Uint8Array =>
  Uint8Array.from(Buffer.from(hexadecimal.replaceAll(/\s/g, ""), "hex"))

/** Cuts a stream of octets into chunks at these places. */
const chunked = (stream: Uint8Array, cuts: ReadonlyArray<number>): ReadonlyArray<Uint8Array> => {
  const places = [...new Set(cuts.map((cut) => cut % (stream.length + 1)))].toSorted((one, other) => one - other)
  return [...places, stream.length].map((end, index) => stream.slice(index === 0 ? 0 : places[index - 1], end))
}

describe("Codec", () => {
  prop("decodes what it has encoded, vendor TLVs among it", Pdus.pdu, (pdu) => {
    expect(Codec.decode(Codec.encode(pdu))).toEqual(Result.succeed(pdu))
  })

  propWith({ runs: 60 })("refuses every truncation, and does not throw", Pdus.pdu, (pdu) => {
    const encoded = Codec.encode(pdu)
    for (let length = 0; length < encoded.length; length++) {
      expect(Result.isFailure(Codec.decode(encoded.slice(0, length))), `${length}`).toBe(true)
    }
  })

  propWith({ runs: 60 })(
    "reads a PDU whose length is a lie as far as it is one, and does not throw",
    Pdus.pdu,
    (pdu) => {
      const encoded = Codec.encode(pdu)
      for (let length = Codec.headerLength; length < encoded.length; length++) {
        const cut = encoded.slice(0, length)
        new DataView(cut.buffer).setUint32(0, length)
        const read = Codec.decode(cut)
        if (Result.isFailure(read)) expect(read.failure).toMatchObject({ sequence: pdu.sequence })
        // All that can be missing of it are TLVs, or the whole body of a response.
        else expect(read.success.tlvs.length <= pdu.tlvs.length).toBe(true)
      }
    }
  )

  it("writes a submit_sm octet by octet as the specification has it", () => {
    const pdu: Pdu.PduOf<"submit_sm"> = {
      command: "submit_sm",
      status: 0,
      sequence: 7,
      tlvs: [{ tag: 0x1401, value: Uint8Array.of(1, 2) }],
      ...Pdu.messageBody({
        source: "Acme",
        sourceTon: 5,
        destination: "12015550123",
        destinationTon: 1,
        destinationNpi: 1,
        registeredDelivery: 1,
        shortMessage: Uint8Array.of(0x48, 0x69)
      })
    }
    expect(Codec.encode(pdu)).toEqual(octets(`
      00000038 00000004 00000000 00000007
      00 05 00 41636d6500 01 01 313230313535353031323300
      00 00 00 00 00 01 00 00 00 02 4869
      1401 0002 0102
    `))
  })

  it("takes a response without a body, as errors have it", () => {
    const read = Codec.decode(octets("00000010 80000004 00000058 00000009"))
    expect(read).toEqual(
      Result.succeed({ command: "submit_sm_resp", status: 0x58, sequence: 9, tlvs: [], messageId: "" })
    )
  })

  it("says of an unknown command which one it is", () => {
    expect(Codec.decode(octets("00000010 00000103 00000000 00000001"))).toEqual(
      Result.fail({ reason: "body", commandId: 0x103, status: 0, sequence: 1 })
    )
    expect(Codec.decode(octets("00000010 00000999 00000000 00000002"))).toEqual(
      Result.fail({ reason: "command", commandId: 0x999, status: 0, sequence: 2 })
    )
  })

  it("refuses a TLV that reaches beyond the end", () => {
    const begun = octets("00000017 80000004 00000058 00000005 6100 1401 0002 01")
    expect(Codec.decode(begun)).toEqual(
      Result.fail({ reason: "tlv", commandId: 0x8000_0004, status: 0x58, sequence: 5 })
    )
  })

  it("does not write what does not fit", () => {
    const message = Pdu.messageBody({ source: "1".repeat(21), destination: "" })
    const header = { command: "submit_sm", status: 0, sequence: 1, tlvs: [] } as const
    expect(() => Codec.encode({ ...header, ...message })).toThrow(RangeError)
    expect(() => Codec.encode({ ...header, ...message, source: "\u{20ac}" })).toThrow(RangeError)
    expect(() => Codec.encode({ ...header, ...message, source: "", esmClass: 256 })).toThrow(RangeError)
  })

  it(`meets ${whole ? "a million" : "10,000"} broken PDUs without a throw`, () => {
    const runs = whole ? 1_000_000 : 10_000
    const samples = fc.sample(Pdus.pdu, 500).map(Codec.encode)
    // A linear congruential generator, so that a failure can be seen again.
    let state = 47
    const next = (below: number): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return state % below
    }
    let refused = 0
    const decoded = new Set<Pdu.Command>()
    for (let run = 0; run < runs; run++) {
      const broken = Uint8Array.from(samples[next(samples.length)]!)
      for (let flips = 1 + next(4); flips > 0; flips--) broken[next(broken.length)] = next(256)
      const read = Codec.decode(broken)
      if (Result.isFailure(read)) refused += 1
      else decoded.add(read.success.command)
    }
    expect(refused).toBeGreaterThan(runs / 100)
    expect(decoded.size).toBe(Object.keys(Pdu.bodies).length)
  })
})

describe("Framing", () => {
  prop(
    "finds the PDUs of a stream, wherever it is cut",
    fc.array(Pdus.pdu, { maxLength: 5 }),
    fc.array(fc.nat(), { maxLength: 8 }),
    (pdus, cuts) => {
      const encoded = pdus.map(Codec.encode)
      const framing = Framing.make()
      const found = chunked(Uint8Array.from(encoded.flatMap((each) => [...each])), cuts)
        .flatMap((chunk) => framing.push(chunk).pdus)
      expect(found).toEqual(encoded)
    }
  )

  it("finds a PDU that comes octet by octet", () => {
    const framing = Framing.make()
    const encoded = octets("00000010 00000015 00000000 00000001")
    const found = [...encoded].map((octet) => framing.push(Uint8Array.of(octet)).pdus.length)
    expect(found).toEqual([...Array.from({ length: 15 }, () => 0), 1])
  })

  it.each([[undefined, 66_560], [512, 512]])("told %j it takes PDUs of %i octets, and no longer ones", (told, most) => {
    const pdu = (length: number): Uint8Array => {
      const octets = new Uint8Array(length)
      new DataView(octets.buffer).setUint32(0, length)
      return octets
    }
    const { isBroken, pdus } = Framing.make(told).push(pdu(most))
    expect([isBroken, pdus.map(({ length }) => length)]).toEqual([false, [most]])
    expect(Framing.make(told).push(pdu(most + 1))).toEqual({ pdus: [], isBroken: true })
  })

  it("gives up at a length that no PDU has, and keeps the PDUs before it", () => {
    const good = octets("00000010 00000015 00000000 00000001")
    for (const length of ["0000000f", "00000000", "ffffffff", "00000201"]) {
      const framing = Framing.make(512)
      const stream = Uint8Array.from([...good, ...octets(length), ...good])
      expect(framing.push(stream)).toEqual({ pdus: [good], isBroken: true })
      expect(framing.push(good)).toEqual({ pdus: [], isBroken: true })
    }
  })
})
