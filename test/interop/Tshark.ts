/**
 * Wireshark's dissector, as it reads the PDUs that we write.
 */
import * as Codec from "@signalbox/smpp/Codec"
import type { Pdu } from "@signalbox/smpp/Pdu"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { equal } from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Runs from "./Run.ts"

/** Returns the values of these fields in each PDU, as texts; empty where it has none. A malformed PDU throws. */
export const dissect = <Name extends string>(
  pdus: ReadonlyArray<Pdu>,
  fields: ReadonlyArray<Name>
): Effect.Effect<ReadonlyArray<Readonly<Record<Name, string>>>, never, Scope.Scope> =>
  Effect.map(Runs.folder, (path) => {
    // One packet for each PDU, as text2pcap reads them.
    const dump = pdus.map((pdu) => {
      const octets = [...Codec.encode(pdu)].map((octet) => octet.toString(16).padStart(2, "0"))
      return `000000 ${octets.join(" ")}\n`
    })
    writeFileSync(join(path, "pdus.txt"), dump.join(""))
    const options = { cwd: path, timeout: 60_000, stdio: "pipe" } as const
    execFileSync("text2pcap", ["-q", "-T", "40000,2775", "pdus.txt", "pdus.pcap"], options)
    const shown = execFileSync("tshark", [
      ..."-r pdus.pcap -d tcp.port==2775,smpp -o smpp.reassemble_smpp_over_tcp:FALSE".split(" "),
      ..."-o tcp.analyze_sequence_numbers:FALSE -T fields -E separator=|".split(" "),
      ...[...fields, "_ws.malformed"].flatMap((field) => ["-e", field])
    ], { ...options, encoding: "utf8", env: { ...process.env, TZ: "UTC" } })
    const rows = shown.replace(/\n$/, "").split("\n").map((line) => line.split("|"))
    equal(rows.length, pdus.length)
    return rows.map((values, index) => {
      equal(values[fields.length] ?? "", "", `PDU ${index} is malformed`)
      return Object.fromEntries(fields.map((field, at) => [field, values[at] ?? ""])) as Record<Name, string>
    })
  })
