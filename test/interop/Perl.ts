/**
 * A message centre that somebody else's library makes, Perl's Net::SMPP: it throttles, and writes its ids now in one form
 * and now in another.
 */
import * as Effect from "effect/Effect"
import { deepEqual, equal, match, ok } from "node:assert/strict"
import { join } from "node:path"
import * as Bench from "../smpp/Bench.ts"
import type { Run } from "./Run.ts"
import * as Runs from "./Run.ts"

const long = "0123456789".repeat(40)
const unicode = "\u{41f}\u{440}\u{438}\u{432}\u{435}\u{442} \u{1f600}"

/** Four short messages beside a long one and one in UCS-2, several times. */
const texts = Array.from(
  { length: 24 },
  (_, index) => index % 6 === 4 ? long : index % 6 === 5 ? unicode : "Hello {\u20ac}"
)
const parts = texts.reduce((sum, text) => sum + (text === long ? 3 : 1), 0)

const times = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length

export const perl: Run = {
  name: "our client binds, is throttled and has its receipts at a message centre of Perl's Net::SMPP",
  needs: ["libnet-smpp-perl"],
  run: Effect.gen(function*() {
    const path = yield* Runs.folder
    const port = yield* Runs.freePort
    const centre = yield* Runs.program("perl", [join(import.meta.dirname, "smsc.pl"), String(port)], { cwd: path })
    yield* Bench.until(() => centre.output().includes("listening"), "Perl listens")
    const own = { ids: { answer: "hexadecimal", tlv: "hexadecimal", text: "decimal" } } as const

    const refused = Bench.keep()
    yield* Effect.scoped(Effect.gen(function*() {
      yield* Bench.carrierOf(port, refused, { ...own, password: "wrong" })
      yield* Bench.until(() => refused.log.some((line) => line.includes("ESME_")), "it refuses")
    }))
    match(refused.log[0]!, /ESME_RINVPASWD/)

    const kept = Bench.keep()
    yield* Effect.scoped(Effect.gen(function*() {
      const carrier = yield* Bench.carrierOf(port, kept, own)
      yield* Bench.isReady(kept, 1)
      const outcomes = yield* Effect.forEach(
        texts,
        (text, index) => Bench.submitted({ carrier }, Bench.sms(index, text)),
        { concurrency: 8 }
      )
      const references = outcomes.flatMap((outcome) => outcome._tag === "Accepted" ? outcome.references : [])
      equal(references.length, parts)
      yield* Bench.until(() => kept.receipts.length === parts, "receipts")
      const named = kept.receipts.map(({ subject }) => subject._tag === "Reference" ? subject.reference : "")
      deepEqual(named.toSorted(), references.toSorted())
      ok(kept.receipts.every(({ reported }) => reported._tag === "Delivered"))
    }))
    yield* Bench.until(() => centre.output().includes("unbind"), "Perl hears the unbind")
    const output = centre.output()
    equal(times(output, /^submit #.* receipt=1$/gm), parts)
    equal(times(output, /^answered 0$/gm), parts)
    const throttled = times(output, /^throttled /gm)
    ok(throttled >= Math.floor(parts / 5))
    equal(times(output, /dc=8 esm=0 len=18 /g), texts.filter((text) => text === unicode).length)
    equal(times(output, /dc=0 esm=64 len=\d+ /g), 3 * texts.filter((text) => text === long).length)
    return `wrong password, ${parts} parts, ${throttled} of them throttled first, receipts by TLV and by text, unbind`
  })
}
