/**
 * Over TLS only a message centre is believed that proves who it is.
 */
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import { selfSigned } from "../egress/Certificate.ts"
import * as Bench from "./Bench.ts"
import * as Smscs from "./Smsc.ts"

const own = selfSigned("localhost")

it("takes messages where its certificate is one that we believe", () =>
  Bench.run(Effect.gen(function*() {
    const tls = { ca: own.cert, servername: "localhost" }
    const bench = yield* Bench.make({ tls: own }, { tls })
    expect(yield* Bench.submitted(bench, Bench.sms(1))).toMatchObject({ _tag: "Accepted" })
  })))

it.each([
  ["nobody vouches for", true],
  ["is another host's", { ca: own.cert }],
  ["is not the one we believe", { ca: selfSigned("localhost").cert, servername: "localhost" }]
])("hears not even our name where its certificate %s", (_, tls) =>
  Bench.run(Effect.gen(function*() {
    const smsc = yield* Smscs.make({ tls: own })
    const kept = Bench.keep()
    const carrier = yield* Bench.carrierOf(smsc.port, kept, { tls })
    yield* Bench.until(() => kept.log.length > 0)
    expect(kept.log.join(" ")).toMatch(/cannot bind.*certificate|cannot bind.*CERT/i)
    expect((yield* Bench.submit({ carrier }, Bench.sms(1)))[0]).toMatchObject({ _tag: "Busy" })
    expect(smsc.heard).toEqual([])
  })))
