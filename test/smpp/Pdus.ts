/**
 * Generates PDUs.
 */
import * as Pdu from "@signalbox/smpp/Pdu"
import type { Tlv } from "@signalbox/smpp/Tlv"
import * as fc from "fast-check"

interface AnyField {
  readonly none: unknown
  readonly most: number
}

const valueOf = ({ most, none }: AnyField): fc.Arbitrary<unknown> => {
  if (typeof none === "number") return fc.nat({ max: most })
  if (typeof none === "string") {
    return fc.array(fc.integer({ min: 1, max: 255 }), { maxLength: most }).map((codes) => String.fromCharCode(...codes))
  }
  return fc.uint8Array({ maxLength: most })
}

export const tlv: fc.Arbitrary<Tlv> = fc.record({
  tag: fc.oneof(
    fc.constantFrom(0x001e, 0x0427, 0x0424),
    fc.integer({ min: 0x1400, max: 0x3fff }),
    fc.nat({ max: 0xffff })
  ),
  value: fc.uint8Array({ maxLength: 40 })
})

const commands = Object.keys(Pdu.bodies) as ReadonlyArray<Pdu.Command>

export const pdu: fc.Arbitrary<Pdu.Pdu> = fc.constantFrom(...commands).chain((command) =>
  fc.record({
    command: fc.constant(command),
    status: fc.nat({ max: 0xffff_ffff }),
    sequence: fc.nat({ max: 0x7fff_ffff }),
    tlvs: fc.array(tlv, { maxLength: 4 }),
    ...Object.fromEntries(
      Object.entries(Pdu.bodies[command]).map(([name, field]) => [name, valueOf(field as AnyField)])
    )
  }).map((made) => made as unknown as Pdu.Pdu)
)
