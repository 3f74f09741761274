/**
 * A real message centre, Osmocom's: it binds us and refuses us, and keeps in SQLite what a handset would get.
 */
import * as DataCoding from "@signalbox/smpp/DataCoding"
import * as GsmAlphabet from "@signalbox/smpp/GsmAlphabet"
import * as UserDataHeader from "@signalbox/smpp/UserDataHeader"
import * as Effect from "effect/Effect"
import { deepEqual, equal, match } from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { copyFileSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Bench from "../smpp/Bench.ts"
import type { Run } from "./Run.ts"
import * as Runs from "./Run.ts"

const here = import.meta.dirname

interface Stored {
  readonly to: string
  readonly text: string
  readonly part: UserDataHeader.Part | null
}

/** Unpacks septets, seven bits each, from octets. @param fill how many bits before the first one mean nothing */
const unpacked = (octets: Uint8Array, count: number, fill: number): Uint8Array =>
  Uint8Array.from({ length: count }, (_, index) => {
    const bit = fill + index * 7
    const pair = (octets[bit >> 3] ?? 0) | ((octets[(bit >> 3) + 1] ?? 0) << 8)
    return (pair >> (bit & 7)) & 0x7f
  })

const stored = (row: string): Stored => {
  const [to = "", coding, hasHeader, hexadecimal = "", units] = row.split("|")
  const octets = Uint8Array.from(Buffer.from(hexadecimal, "hex"))
  const header = hasHeader === "1" ? 1 + octets[0]! : 0
  const { part, rest } = header === 0 ? { part: null, rest: octets } : UserDataHeader.read(octets)
  const headerSeptets = Math.ceil(header * 8 / 7)
  const text = coding === "8"
    ? DataCoding.decodeUcs2(rest.slice(0, Number(units) - header))
    : GsmAlphabet.decode(unpacked(rest, Number(units) - headerSeptets, headerSeptets * 7 - header * 8))
  return { to, text, part }
}

/** The messages that the message centre keeps for handsets. @param lengths how many septets or octets each text has */
const kept = (path: string, lengths: ReadonlyArray<number>): ReadonlyArray<Stored> => {
  const query = "select dest_addr, data_coding_scheme, ud_hdr_ind, hex(user_data) from SMS order by id"
  const rows = execFileSync("sqlite3", [join(path, "sms.db"), query], { encoding: "utf8", timeout: 10_000 })
  return rows.trim().split("\n").map((row, index) => stored(`${row}|${lengths[index]}`))
}

const gsm = "Hello @_ \u{e0}\u{f1}\u{df} {\u{20ac}} [~]"
const unicode = "\u{41f}\u{440}\u{438}\u{432}\u{435}\u{442} \u{1f600}"
const long = "0123456789".repeat(20)

export const osmo: Run = {
  name: "our client binds, submits and unbinds at osmo-msc",
  needs: ["osmo-msc", "sqlite3", "gcc"],
  run: Effect.gen(function*() {
    const path = yield* Runs.folder
    const port = yield* Runs.freePort
    const preload = join(path, "nosctp.so")
    execFileSync("gcc", ["-shared", "-fPIC", "-o", preload, join(here, "nosctp.c"), "-ldl"], { timeout: 30_000 })
    copyFileSync(join(here, "msc.cfg"), join(path, "msc.cfg"))
    const config = readFileSync(join(path, "msc.cfg"), "utf8").replace("32775", String(port))
    writeFileSync(join(path, "msc.cfg"), config)
    const centre = yield* Runs.program("osmo-msc", ["-c", "msc.cfg"], { cwd: path, env: { LD_PRELOAD: preload } })
    const own = { systemId: "sbox", reconnect: { shortest: 50, longest: 500 } }

    const refused = Bench.keep()
    yield* Effect.scoped(Effect.gen(function*() {
      yield* Bench.carrierOf(port, refused, { ...own, password: "wrong" })
      yield* Bench.until(() => refused.log.some((line) => line.includes("ESME_")), "osmo-msc refuses")
    }))
    match(refused.log.at(-1)!, /ESME_RINVPASWD|ESME_RBINDFAIL|ESME_RINVSYSID/)

    const bound = Bench.keep()
    yield* Effect.scoped(Effect.gen(function*() {
      const carrier = yield* Bench.carrierOf(port, bound, own)
      yield* Bench.isReady(bound, 1)
      const texts = [gsm, unicode, long]
      const outcomes = yield* Effect.forEach(
        texts,
        (text, index) => Bench.submitted({ carrier }, Bench.sms(index, text))
      )
      // It gives all messages one name, which is what `references: "with recipient"` is for.
      const accepted = { _tag: "Accepted", references: ["msg_id_not_implemented"] }
      deepEqual(outcomes, [accepted, accepted, accepted])
    }))
    const lengths = [GsmAlphabet.encode(gsm)!.length, unicode.length * 2, 160, 7 + 200 - 153]
    const [first, second, third, fourth] = kept(path, lengths)
    deepEqual([first!.text, second!.text, third!.text + fourth!.text], [gsm, unicode, long])
    deepEqual([first!.to, second!.to, third!.to], ["12015551000", "12015551001", "12015551002"])
    deepEqual([third!.part, fourth!.part].map((part) => [part?.index, part?.count]), [[1, 2], [2, 2]])
    equal(third!.part!.reference, fourth!.part!.reference)
    yield* Bench.until(() => /UNBIND/i.test(centre.output()), "osmo-msc hears the unbind")
    return "bind, wrong password, GSM with its extension, UCS-2 with surrogates, two parts, unbind"
  })
}
