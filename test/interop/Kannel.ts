/**
 * Kannel as a client of our scripted message centre, so that the script is judged by a foreign one.
 */
import * as Incoming from "@signalbox/smpp/Incoming"
import * as Options from "@signalbox/smpp/Options"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { deepEqual, equal, match, ok } from "node:assert/strict"
import { writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import * as Bench from "../smpp/Bench.ts"
import type { Submitted } from "../smpp/Smsc.ts"
import * as Smscs from "../smpp/Smsc.ts"
import type { Run } from "./Run.ts"
import * as Runs from "./Run.ts"

const configuration = (ports: Readonly<Record<"admin" | "box" | "http" | "smpp" | "host", number>>, window: number) => `
group = core
admin-port = ${ports.admin}
admin-password = unused
admin-allow-ip = 127.0.0.1
smsbox-port = ${ports.box}
box-allow-ip = 127.0.0.1
log-level = 2

group = smsc
smsc = smpp
smsc-id = ours
host = 127.0.0.1
port = ${ports.smpp}
transceiver-mode = true
smsc-username = us
smsc-password = secret
system-type = ""
max-pending-submits = ${window}
enquire-link-interval = 1
reconnect-delay = 1

group = smsbox
bearerbox-host = 127.0.0.1
sendsms-port = ${ports.http}
log-level = 2

group = sendsms-user
username = us
password = secret
max-messages = 10
concatenation = true

group = sms-service
keyword = default
max-messages = 0
get-url = "http://127.0.0.1:${ports.host}/inbound?from=%p&text=%b"
`

export interface Kannel {
  /** Hands a message to it. */
  readonly send: (message: Readonly<Record<string, string>>) => Promise<string>
  /** The receipts and messages that it has told of, as paths. */
  readonly told: ReadonlyArray<string>
  readonly host: number
}

/** Starts Kannel as a client of the message centre on a port. */
export const start = (smpp: number, window: number): Effect.Effect<Kannel, never, Scope.Scope> =>
  Effect.gen(function*() {
    const path = yield* Runs.folder
    const told: Array<string> = []
    const host = yield* Effect.acquireRelease(
      Effect.callback<ReturnType<typeof createServer>>((resume) => {
        const server = createServer((request, response) => {
          told.push(request.url ?? "")
          response.setHeader("content-type", "text/plain")
          response.end()
        })
        server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
      }),
      (server) => Effect.sync(() => void server.close())
    )
    const ports = {
      admin: yield* Runs.freePort,
      box: yield* Runs.freePort,
      http: yield* Runs.freePort,
      host: (host.address() as AddressInfo).port,
      smpp
    }
    writeFileSync(join(path, "kannel.conf"), configuration(ports, window))
    const send: Kannel["send"] = async (message) => {
      const query = new URLSearchParams({ username: "us", password: "secret", ...message })
      const answer = await fetch(`http://127.0.0.1:${ports.http}/cgi-bin/sendsms?${query.toString()}`)
      return answer.text()
    }
    const bearerbox = yield* Runs.program("bearerbox", ["kannel.conf"], { cwd: path })
    yield* Bench.until(() => bearerbox.output().includes("MAIN: Start-up done"), "bearerbox starts")
    const smsbox = yield* Runs.program("smsbox", ["kannel.conf"], { cwd: path })
    yield* Effect.promise(async () => {
      for (let tries = 0; tries < 500; tries++) {
        const answer = await send({ to: "" }).catch(() => null)
        if (answer !== null) return
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      throw new Error(`smsbox does not start: ${smsbox.output()}`)
    })
    return { send, told, host: ports.host }
  })

const settings = Options.check({ host: "127.0.0.1", systemId: "us", password: "secret" })

const read = (pdu: Submitted): Incoming.OriginatedMessage => {
  const told = Incoming.read({ ...pdu, command: "deliver_sm" }, settings)
  if (told._tag !== "Message") throw new Error(`Kannel submits ${told._tag}`)
  return told
}

const octets = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, "latin1"))

const gsm = "Hello @_ \u{e0}\u{f1} {\u{20ac}}"
const unicode = "\u{41f}\u{440}\u{438}\u{432}\u{435}\u{442} \u{1f600}"
const long = "0123456789".repeat(20)

export const kannel: Run = {
  name: "Kannel binds, submits and receives at our scripted message centre",
  needs: ["kannel"],
  run: Effect.gen(function*() {
    const smsc = yield* Smscs.make({
      submit: (pdu, peer, smsc) => {
        const id = smsc.take(pdu, peer)
        void smsc.deliver({
          source: pdu.destination,
          sourceTon: 1,
          destination: pdu.source,
          esmClass: 4,
          shortMessage: octets(
            `id:${id} sub:001 dlvrd:001 submit date:2611031200 done date:2611031205 stat:DELIVRD err:000 text:`
          )
        })
      }
    })
    yield* Effect.scoped(Effect.gen(function*() {
      const client = yield* start(smsc.port, 10)
      yield* Bench.until(() => [...smsc.peers].some(({ boundAs }) => boundAs !== null), "Kannel binds")
      const common = { from: "12015550100", to: "+12015551001", "dlr-mask": "31" }
      const texts = [[gsm, "0"], [unicode, "2"], [long, "0"]] as const
      for (const [index, [text, coding]] of texts.entries()) {
        const answer = yield* Effect.promise(() =>
          client.send({
            ...common,
            text,
            coding,
            charset: "UTF-8",
            "dlr-url": `http://127.0.0.1:${client.host}/receipt/${index}?type=%d`
          })
        )
        match(answer, /Accepted/)
        // One after another, since Kannel may overtake itself.
        yield* Bench.until(
          () => client.told.some((path) => path.startsWith(`/receipt/${index}?type=1`)),
          `receipt ${index}`
        )
      }
      const [first, second, third, fourth] = smsc.submitted.map(read)
      deepEqual([first!.text, second!.text, third!.text + fourth!.text], [gsm, unicode, long])
      deepEqual([third!.part?.index, third!.part?.count, fourth!.part?.index], [1, 2, 2])
      equal(smsc.submitted[0]!.destination.replace(/^\+/, ""), "12015551001")
      const inbound = { source: "12015551001", sourceTon: 1, destination: "12015550100", shortMessage: octets("Hello") }
      equal(yield* Effect.promise(() => smsc.deliver(inbound)), 0)
      yield* Bench.until(
        () => client.told.some((path) => /^\/inbound\?from=.*12015551001&text=Hello$/.test(path)),
        "Hello"
      )
      yield* Bench.until(() => smsc.heard.some(({ command }) => command === "enquire_link"), "Kannel asks")
    }))
    ok(smsc.heard.some(({ command }) => command === "unbind"))
    return "bind, GSM, UCS-2, two parts, their receipts, a message of a recipient, enquire_link, unbind"
  })
}
