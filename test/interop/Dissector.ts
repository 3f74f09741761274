/**
 * Asks Wireshark's dissector what it makes of the octets that we write.
 */
import * as Codec from "@signalbox/smpp/Codec"
import * as Pdu from "@signalbox/smpp/Pdu"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { deepEqual, equal } from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Pdus from "../smpp/Pdus.ts"
import type { Run } from "./Run.ts"
import * as Runs from "./Run.ts"

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

const fields = ["command_id", "command_status", "sequence_number", "source_addr", "destination_addr", "message"]

export const dissector: Run = {
  name: "tshark reads what we write",
  needs: ["tshark"],
  run: Effect.gen(function*() {
    const path = yield* Runs.folder
    const samples = fc.sample(pdus, { numRuns: count, seed: 47 }).map((pdu) =>
      Pdu.isResponse(pdu) ? pdu : { ...pdu, status: 0 }
    )
    // One packet for each PDU, as text2pcap reads them.
    const dump = samples.map((pdu) => {
      const octets = [...Codec.encode(pdu)].map((octet) => octet.toString(16).padStart(2, "0"))
      return `000000 ${octets.join(" ")}\n`
    })
    writeFileSync(join(path, "pdus.txt"), dump.join(""))
    const options = { cwd: path, timeout: 60_000, stdio: "pipe" } as const
    execFileSync("text2pcap", ["-q", "-T", "40000,2775", "pdus.txt", "pdus.pcap"], options)
    const shown = execFileSync("tshark", [
      ..."-r pdus.pcap -d tcp.port==2775,smpp -o smpp.reassemble_smpp_over_tcp:FALSE".split(" "),
      ..."-o tcp.analyze_sequence_numbers:FALSE -T fields -E separator=|".split(" "),
      ...fields.flatMap((field) => ["-e", `smpp.${field}`]),
      "-e",
      "_ws.malformed"
    ], { ...options, encoding: "utf8" })
    const seen = shown.replace(/\n$/, "").split("\n").map((line): Seen & { malformed: string } => {
      const [command, status, sequence, source = "", destination = "", message = "", malformed = ""] = line.split("|")
      return {
        command: Number(command),
        status: Number(status || 0),
        sequence: Number(sequence),
        source,
        destination,
        message: message.replaceAll(":", ""),
        malformed
      }
    })
    equal(seen.length, count)
    for (const [index, pdu] of samples.entries()) deepEqual(seen[index], { ...ours(pdu), malformed: "" })
    return `${count} PDUs of all kinds, none malformed, with the numbers, addresses and messages that were written`
  })
}
