/**
 * Asks Wireshark's dissector what it makes of the octets that we write.
 */
import * as Pdu from "@signalbox/smpp/Pdu"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { deepEqual } from "node:assert/strict"
import * as Pdus from "../smpp/Pdus.ts"
import type { Run } from "./Run.ts"
import * as Tshark from "./Tshark.ts"

const count = 300

/** Texts of printable ASCII, since the dissector writes others in ways of its own. */
const plain = fc.stringMatching(/^[A-Za-z0-9]{0,12}$/)

const pdus: fc.Arbitrary<Pdu.Pdu> = fc.tuple(Pdus.pdu, plain, plain, fc.uint8Array({ maxLength: 254 })).map(
  ([pdu, first, second, content]) =>
    Object.fromEntries(
      Object.entries(pdu).map(([name, value]) => [
        name,
        typeof value === "string" && name !== "command"
          ? ["serviceType", "scheduleDeliveryTime", "validityPeriod"].includes(name)
            ? ""
            : name === "source"
            ? first
            : second.slice(0, 8)
          : name === "tlvs"
          ? []
          : name === "dataCoding" || name === "esmClass"
          ? 0
          : name === "shortMessage"
          ? content
          : value
      ])
    ) as unknown as Pdu.Pdu
)

interface Seen {
  readonly command: number
  readonly status: number
  readonly sequence: number
  readonly source: string
  readonly destination: string
  readonly message: string
}

const ours = (pdu: Pdu.Pdu): Seen => ({
  command: Pdu.commandIds[pdu.command],
  status: Pdu.isResponse(pdu) ? pdu.status : 0,
  sequence: pdu.sequence,
  source: "source" in pdu ? pdu.source : "",
  destination: "destination" in pdu ? pdu.destination : "",
  message: "shortMessage" in pdu ? Buffer.from(pdu.shortMessage).toString("hex") : ""
})

const fields = [
  "smpp.command_id",
  "smpp.command_status",
  "smpp.sequence_number",
  "smpp.source_addr",
  "smpp.destination_addr",
  "smpp.message"
] as const

export const dissector: Run = {
  name: "tshark reads what we write",
  needs: ["tshark"],
  run: Effect.gen(function*() {
    const samples = fc.sample(pdus, { numRuns: count, seed: 47 }).map((pdu) =>
      Pdu.isResponse(pdu) ? pdu : { ...pdu, status: 0 }
    )
    const seen = (yield* Tshark.dissect(samples, fields)).map((row): Seen => ({
      command: Number(row["smpp.command_id"]),
      status: Number(row["smpp.command_status"] || 0),
      sequence: Number(row["smpp.sequence_number"]),
      source: row["smpp.source_addr"],
      destination: row["smpp.destination_addr"],
      message: row["smpp.message"].replaceAll(":", "")
    }))
    for (const [index, pdu] of samples.entries()) deepEqual(seen[index], ours(pdu))
    return `${count} PDUs of all kinds, none malformed, with the numbers, addresses and messages that were written`
  })
}
