/**
 * A trial of an operator in whole: the one message that it sends, how it answers whatever comes meanwhile, and each word that it
 * prints.
 */
import * as Program from "@signalbox/command/Program"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import type { Options } from "@signalbox/smpp/Options"
import * as SmppCheck from "@signalbox/smpp/SmppCheck"
import * as Effect from "effect/Effect"
import type { AddressInfo } from "node:net"
import { createServer } from "node:net"
import { describe, expect, it } from "vitest"
import * as Bench from "./Bench.ts"
import type { Script } from "./Smsc.ts"
import * as Smscs from "./Smsc.ts"

const octets = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, "latin1"))

/** Makes what comes in while a message is submitted, and keeps how each is answered. */
const bringing = (...brought: ReadonlyArray<readonly [esmClass: number, source: string, text: string]>) => {
  const answers: Array<number> = []
  const script: Script = {
    submit: (pdu, peer, smsc) => {
      if (smsc.submitted.length === 1) {
        for (const [index, [esmClass, source, text]] of brought.entries()) {
          void smsc.deliver({ source, destination: pdu.source, esmClass, shortMessage: octets(text) })
            .then((status) => void (answers[index] = status))
        }
      }
      smsc.take(pdu, peer)
    }
  }
  return { answers, script }
}

const run = (
  smsc: { readonly port: number },
  options: Partial<Options> = {},
  text = "Hello",
  patience = 5000,
  from = "Acme"
) =>
  SmppCheck.run({ host: "127.0.0.1", port: smsc.port, systemId: "us", password: "secret", ...options }, {
    from,
    to: "+12015550123" as PhoneNumber,
    text,
    patience
  })

const words = (steps: ReadonlyArray<SmppCheck.Step>) => steps.map((step) => [step.name, step.holds, step.words])

const receipt = 4
const ours = "12015550123"
const long = "0123456789".repeat(40)

describe("a trial", () => {
  it("sends one message, for which a receipt is asked and which is worth sending for an hour, and then takes leave", () =>
    Bench.run(Effect.gen(function*() {
      const { script } = bringing([receipt, ours, "id:abc001 stat:DELIVRD err:000"])
      const smsc = yield* Smscs.make(script)
      yield* run(smsc, { validity: "relative", tlvs: [{ tag: 0x1400, value: Uint8Array.of(7) }] })
      const submitted = smsc.submitted.map(({ shortMessage, tlvs, ...pdu }) => ({
        ...pdu,
        text: Buffer.from(shortMessage).toString("latin1"),
        tlvs: tlvs.map(({ tag, value }) => [tag, ...value])
      }))
      expect(submitted).toStrictEqual([{
        command: "submit_sm",
        status: 0,
        sequence: 2,
        tlvs: [[0x1400, 7]],
        serviceType: "",
        sourceTon: 5,
        sourceNpi: 0,
        source: "Acme",
        destinationTon: 1,
        destinationNpi: 1,
        destination: ours,
        esmClass: 0,
        protocolId: 0,
        priority: 0,
        scheduleDeliveryTime: "",
        validityPeriod: "000000010000000R",
        registeredDelivery: 1,
        replaceIfPresent: 0,
        dataCoding: 0,
        defaultMessageId: 0,
        text: "Hello"
      }])
      yield* Bench.until(() => smsc.peers.size === 0)
      const heard = smsc.heard.map(({ command }) => command)
      expect(heard).toEqual(["bind_transceiver", "deliver_sm_resp", "unbind"])
    })))

  it("takes receipts of its own alone, waits for the one that ends it, and leaves all else to whoever keeps it", () =>
    Bench.run(Effect.gen(function*() {
      const { answers, script } = bringing(
        [0, ours, "Hello to you"],
        [0x08, ours, "an acknowledgement of a handset"],
        [receipt, "12015550999", "id:77 stat:DELIVRD err:000"],
        [receipt, ours, "id:abc001 stat:ENROUTE err:000"],
        [receipt, "12015550999", "id:0ABC001 stat:REJECTD err:005"],
        [receipt, ours, "id:abc001 stat:UNDELIV err:007"],
        [receipt, ours, "id:abc001 stat:DELIVRD err:000"]
      )
      const smsc = yield* Smscs.make(script)
      expect(words(yield* run(smsc))).toEqual([
        ["bind", true, `Bound to 127.0.0.1:${smsc.port} as us.`],
        ["submit", true, "Sent in 1 part, the last of which is abc001."],
        ["receipt", false, "The message failed: undeliverable_by_route (UNDELIVERABLE 007)."]
      ])
      yield* Bench.until(() => answers.filter((status) => status !== undefined).length === 7)
      expect(answers).toEqual([0x64, 0, 0x64, 0, 0x64, 0, 0x64])
    })))

  it("of several parts ends by the receipt of the last one, whichever comes first", () =>
    Bench.run(Effect.gen(function*() {
      const { answers, script } = bringing(
        [receipt, ours, "id:abc001 stat:UNDELIV err:007"],
        [receipt, ours, "id:ABC002 stat:UNDELIV err:007"],
        [receipt, ours, "id:99 stat:UNDELIV err:007"],
        [receipt, ours, "id:abc003 stat:DELIVRD err:000"]
      )
      const smsc = yield* Smscs.make(script)
      expect(words(yield* run(smsc, {}, long)).slice(1)).toEqual([
        ["submit", true, "Sent in 3 parts, the last of which is abc003."],
        ["receipt", true, "The message was delivered."]
      ])
      yield* Bench.until(() => answers.filter((status) => status !== undefined).length === 4)
      expect(answers).toEqual([0, 0, 0x64, 0])
    })))

  it.each<[string, Script, Partial<Options>, string, ReadonlyArray<unknown>]>([
    [
      "no receipt",
      {},
      {},
      "Hello",
      [
        "receipt",
        false,
        "No receipt has come in time. The handset may be off, or the operator sends receipts on another bind."
      ]
    ],
    [
      "no answer",
      { submit: () => {} },
      { responseTimeout: 100 },
      "Hello",
      ["submit", false, "the operator does not answer the submit_sm."]
    ],
    [
      "the second part of a message",
      { submit: (pdu, peer, smsc) => void (smsc.submitted.length === 1 ? smsc.take(pdu, peer) : peer.socket.end()) },
      {},
      long,
      ["submit", false, "the session was lost before the submit_sm was answered."]
    ],
    [
      "an id in another form",
      bringing([receipt, ours, "id:11255809 stat:DELIVRD err:000"]).script,
      {},
      "Hello",
      [
        "receipt",
        false,
        "A receipt names 11255809, and the answer named abc001. Set `ids` to " +
        "{\"answer\":\"hexadecimal\",\"tlv\":\"decimal\",\"text\":\"decimal\"} " +
        "(--ids hexadecimal,decimal,decimal), and where TLV and text differ, one of them to the other form."
      ]
    ],
    [
      "a receipt that names nothing of ours",
      bringing([receipt, ours, "id:zzz stat:DELIVRD err:000"]).script,
      {},
      "Hello",
      ["receipt", false, "A receipt names zzz, and the answer named abc001. No setting makes them one."]
    ]
  ])("with %s says so in its last step", (_, script, options, text, last) =>
    Bench.run(Effect.gen(function*() {
      const smsc = yield* Smscs.make(script)
      const steps = words(yield* run(smsc, options, text, 200))
      expect(steps.at(-1)).toEqual(last)
      expect(steps.slice(0, -1).every(([, holds]) => holds === true)).toBe(true)
    })))

  it("of a sender for whom there is no room sends nothing", () =>
    Bench.run(Effect.gen(function*() {
      const smsc = yield* Smscs.make()
      expect(words(yield* run(smsc, {}, "Hello", 200, "A name that is much too long"))).toEqual([
        ["bind", true, `Bound to 127.0.0.1:${smsc.port} as us.`],
        ["submit", false, "SMPP has no room for this sender."]
      ])
      expect(smsc.submitted).toEqual([])
    })))

  it("that reaches nobody says where to look first", () =>
    Bench.run(Effect.gen(function*() {
      const host = "x".repeat(64)
      expect(words(yield* run({ port: 1 }, { host }))).toEqual([
        ["bind", false, `ENOTFOUND: getaddrinfo ENOTFOUND ${host}. The name of the host is not known.`]
      ])
      expect(words(yield* run({ port: 1 }))).toEqual([[
        "bind",
        false,
        "ECONNREFUSED: connect ECONNREFUSED 127.0.0.1:1. Nobody listens there: look at the host and the port, " +
        "and whether the operator wants TLS."
      ]])
      const server = yield* Effect.acquireRelease(
        Effect.callback<ReturnType<typeof createServer>>((resume) => {
          const server = createServer((socket) => void socket.on("error", () => {}).end("no TLS, whatever it is\n"))
          server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
        }),
        (server) => Effect.sync(() => server.close())
      )
      const [[, , plain]] = words(yield* run(server.address() as AddressInfo, { tls: true })) as [
        [string, boolean, string]
      ]
      expect(plain).toMatch(/\. The operator does not speak TLS on this port\.$/)
    })))
})

describe("signalbox smpp-check", () => {
  it("prints each step, for people and for machines", () =>
    Bench.run(Effect.gen(function*() {
      const before = process.env["SMPP_PASSWORD"]
      process.env["SMPP_PASSWORD"] = "secret"
      const receipts = bringing([receipt, ours, "id:abc001 stat:REJECTD err:000"])
      const call = Effect.fnUntraced(function*(...argv: ReadonlyArray<string>) {
        const smsc = yield* Smscs.make(receipts.script)
        const told = { out: "", err: "" }
        const to = (where: "out" | "err") => (text: string) => Effect.sync(() => void (told[where] += `${text}\n`))
        const place = [`127.0.0.1:${smsc.port}`, "+12015550123", "--system-id", "us"]
        const code = yield* Program.run(["smpp-check", ...place, ...argv], { out: to("out"), err: to("err") })
        const sent = smsc.submitted.map(({ shortMessage, source }) => [source, Buffer.from(shortMessage).toString()])
        return { code, ...told, port: smsc.port, sent }
      })
      const bound = (port: number) => `Bound to 127.0.0.1:${port} as us.`
      const sent = "Sent in 1 part, the last of which is abc001."
      const failed = "The message failed: carrier_filtered (REJECTED 000)."
      const people = yield* call()
      expect(people).toEqual({
        code: 1,
        out: `bind     ok      ${bound(people.port)}\nsubmit   ok      ${sent}\nreceipt  FAILED  ${failed}\n`,
        err: "",
        port: people.port,
        sent: [["", "Signalbox asks whether this arrives."]]
      })
      const machine = yield* call("--from", "Acme", "--text", "Hello", "--pair", "--json")
      expect({ ...machine, out: JSON.parse(machine.out) as unknown }).toEqual({
        code: 1,
        out: {
          steps: [
            { name: "bind", holds: true, words: bound(machine.port) },
            { name: "submit", holds: true, words: sent },
            { name: "receipt", holds: false, words: failed }
          ]
        },
        err: "",
        port: machine.port,
        sent: [["Acme", "Hello"]]
      })
      if (before === undefined) delete process.env["SMPP_PASSWORD"]
      else process.env["SMPP_PASSWORD"] = before
    })))
})
