/**
 * Tests hold what is said of an operator that is tried out.
 */
import * as Program from "@signalbox/command/Program"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import * as CommandStatus from "@signalbox/smpp/CommandStatus"
import type { Options } from "@signalbox/smpp/Options"
import * as SmppCheck from "@signalbox/smpp/SmppCheck"
import * as Effect from "effect/Effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { selfSigned } from "../egress/Certificate.ts"
import * as Bench from "./Bench.ts"
import type { Script } from "./Smsc.ts"
import * as Smscs from "./Smsc.ts"

const octets = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, "latin1"))

/** Takes messages, and tells of each what has become of it under a name. */
const telling = (state: string, named = (id: string) => id): Script => ({
  submit: (pdu, peer, smsc) => {
    const id = smsc.take(pdu, peer)
    const text = `id:${named(id)} sub:001 dlvrd:001 submit date:2611031200 done date:2611031205 stat:${state} err:001`
    void smsc.deliver({ source: pdu.destination, destination: pdu.source, esmClass: 4, shortMessage: octets(text) })
  }
})

const said = (script: Script, options: Partial<Options> = {}) =>
  Bench.run(Effect.gen(function*() {
    const smsc = yield* Smscs.make(script)
    const own = { host: "127.0.0.1", port: smsc.port, systemId: "us", password: "secret", responseTimeout: 200 }
    const steps = yield* SmppCheck.run({ ...own, ...options }, {
      from: "Acme",
      to: "+12015550123" as PhoneNumber,
      text: "Hello",
      patience: 300
    })
    yield* Bench.until(() => smsc.peers.size === 0)
    return steps.map(({ holds, name, words }) => `${name} ${holds ? "holds" : "fails"}: ${words}`).join("\n")
  }))

describe("a trial of an operator", () => {
  it("goes from the bind to the receipt", async () => {
    const text = await said(telling("DELIVRD"))
    expect(text).toMatch(/^bind holds: Bound to 127.0.0.1:\d+ as us.\nsubmit holds: Sent in 1 part, .* abc001.\n/)
    expect(text).toMatch(/\nreceipt holds: The message was delivered.$/)
    expect(await said(telling("DELIVRD"), { bindAs: "transmitter and receiver" })).toMatch(/\nreceipt holds/)
  })

  it.each<[string, Script, Partial<Options>, RegExp]>([
    ["a wrong password", {}, { password: "wrong" }, /^bind fails: ESME_RINVPASWD: the password is wrong. Look at the/],
    ["nobody who listens", {}, { port: 1 }, /^bind fails: ECONNREFUSED.* Nobody listens there/],
    [
      "a certificate of its own",
      { tls: selfSigned("localhost") },
      { tls: true },
      /^bind fails: .* Give the operator's/
    ],
    ["a silent bind", { other: () => true }, { connectTimeout: 100 }, /^bind fails: .*does not answer the bind/],
    [
      "a sender that is refused",
      { submit: (pdu, peer) => peer.reply(pdu, "submit_sm_resp", 0x0a, {}) },
      {},
      /\nsubmit fails: ESME_RINVSRCADR: .* does not take this sender, or not with this type/
    ],
    ["no answer", { submit: () => {} }, {}, /\nsubmit fails: the operator does not answer/],
    ["no receipt", {}, {}, /\nreceipt fails: No receipt has come in time/],
    [
      "a message that fails",
      telling("REJECTD"),
      {},
      /\nreceipt fails: The message failed: carrier_filtered \(REJECTED 001\).$/
    ],
    [
      "ids in two forms",
      telling("DELIVRD", (id) => BigInt(`0x${id}`).toString()),
      {},
      /\nreceipt fails: .* Set `ids` to {"answer":"hexadecimal","tlv":"decimal","text":"decimal"}/
    ],
    ["ids that differ", telling("DELIVRD", () => "zzz"), {}, /\nreceipt fails: .* No setting makes them one.$/]
  ])("says what is wrong with %s", async (_, script, options, words) => {
    expect(await said(script, options)).toMatch(words)
  })
})

describe("a receipt that is another's", () => {
  /** Receipts that come before the answer, and what they are answered. */
  const bringing = (receipts: ReadonlyArray<readonly [id: string, from: string]>, take: boolean) => {
    const answers: Array<number> = []
    const script: Script = {
      submit: (pdu, peer, smsc) => {
        for (const [index, [id, source]] of receipts.entries()) {
          const text = `id:${id} stat:DELIVRD err:000`
          void smsc.deliver({ source, destination: pdu.source, esmClass: 4, shortMessage: octets(text) })
            .then((status) => void (answers[index] = status))
        }
        if (take) smsc.take(pdu, peer)
        else peer.reply(pdu, "submit_sm_resp", 0x45, {})
      }
    }
    return { answers, script }
  }

  it("comes again to whoever knows its message, and says nothing of ours", async () => {
    const { answers, script } = bringing([["77", "12015550999"], ["78", "12015550123"]], true)
    const text = await said(script)
    // Perhaps it is ours, in another form; but then nothing is lost when it comes again.
    expect(text).toMatch(/\nreceipt fails: A receipt names 78, and the answer named abc001. No setting/)
    expect(answers).toEqual([0x64, 0x64])
  })

  it("is told from ours by its id, whatever sender it names, and comes again also when we were refused", async () => {
    const ours = bringing([["77", "12015550999"], ["abc001", "12015550999"]], true)
    expect(await said(ours.script)).toMatch(/\nreceipt holds: The message was delivered.$/)
    expect(ours.answers).toEqual([0x64, 0])
    const refused = bringing([["77", "12015550999"]], false)
    expect(await said(refused.script)).toMatch(/\nsubmit fails: ESME_RSUBMITFAIL/)
    expect(refused.answers).toEqual([0x64])
  })
})

describe("the advice of a trial", () => {
  /** Nothing runs out here by itself, however crowded the machine is. */
  const patient = { responseTimeout: 10_000, answersWithin: 20_000 }

  const settings = "Look at the system id, the password, the system type and the kind of bind."
  const sender = "The operator does not take this sender, or not with this type of number (--from-type)."
  const recipient = "The operator does not take this number, or not with this type of number (--to-type)."

  it.each<[number, string]>([
    [0x0d, settings],
    [0x0e, settings],
    [0x0f, settings],
    [0x05, "All binds that the operator allows are taken: others may hold them."],
    [0x04, ""]
  ])("for a bind that is answered by %i is about what may be wrong", async (status, words) => {
    const { name, words: meant } = CommandStatus.of(status)
    const other: Script["other"] = (pdu, peer) => {
      if (pdu.command !== "bind_transceiver") return false
      peer.reply(pdu, "bind_transceiver_resp", status, {})
      peer.socket.end()
      return true
    }
    expect(await said({ other })).toBe(`bind fails: ${name}: ${meant}.${words === "" ? "" : ` ${words}`}`)
  })

  it.each<[number, string]>([
    [0x0a, sender],
    [0x48, sender],
    [0x49, sender],
    [0x0b, recipient],
    [0x50, recipient],
    [0x51, recipient],
    [0x58, "The operator takes fewer a second: set `pace`."],
    [0x45, ""]
  ])("for a message that is answered by %i is about what may be wrong", async (status, words) => {
    const { name, words: meant } = CommandStatus.of(status)
    const text = await said({ submit: (pdu, peer) => peer.reply(pdu, "submit_sm_resp", status, {}) }, patient)
    expect(text.split("\n").slice(1)).toEqual([`submit fails: ${name}: ${meant}.${words === "" ? "" : ` ${words}`}`])
  })

  it("for a session that ends is about TLS where the bind has no answer", async () => {
    const ends: Script["other"] = (_, peer) => {
      peer.socket.end()
      return true
    }
    expect(await said({ other: ends })).toBe(
      "bind fails: the operator has closed the connection. The operator may want TLS on this port, or another kind of bind."
    )
    expect(await said({ submit: (_, peer) => peer.socket.end() }, patient)).toMatch(
      /\nsubmit fails: the session was lost before the submit_sm was answered\.$/
    )
    // A message centre without TLS waits for what it can read.
    expect(await said({}, { tls: true, connectTimeout: 100 })).toBe(
      "bind fails: the operator cannot be reached in time. A firewall may be in between: " +
        "operators let in known addresses only."
    )
  })

  it("finds the forms in which two ids are one", () => {
    const pairs = [["abc001", "11255809"], ["11255809", "abc001"], ["0ABC", "abc"], ["10", "16"], ["x", "y"], [
      "7",
      "8"
    ]]
    expect(pairs.map(([answer, receipt]) => SmppCheck.formsOf(answer!, receipt!))).toEqual([
      { answer: "hexadecimal", receipt: "decimal" },
      { answer: "decimal", receipt: "hexadecimal" },
      { answer: "hexadecimal", receipt: "hexadecimal" },
      { answer: "hexadecimal", receipt: "decimal" },
      null,
      null
    ])
  })

  it("counts the parts, names the last one, and waits for its receipt", async () => {
    const text = "0123456789".repeat(40)
    const steps = await Bench.run(Effect.gen(function*() {
      const smsc = yield* Smscs.make(telling("DELIVRD"))
      const own = { host: "127.0.0.1", port: smsc.port, systemId: "us", password: "secret" }
      const trial = { from: null, to: "+12015550123" as PhoneNumber, text, patience: 5000 }
      return [yield* SmppCheck.run(own, trial), smsc.port] as const
    }))
    expect(steps[0]).toEqual([
      { name: "bind", holds: true, words: `Bound to 127.0.0.1:${steps[1]} as us.` },
      { name: "submit", holds: true, words: "Sent in 3 parts, the last of which is abc003." },
      { name: "receipt", holds: true, words: "The message was delivered." }
    ])
  })
})

describe("signalbox smpp-check", () => {
  const call = (...argv: ReadonlyArray<string>) =>
    Effect.gen(function*() {
      const told = { out: "", err: "" }
      const to = (where: "out" | "err") => (text: string) => Effect.sync(() => void (told[where] += `${text}\n`))
      const code = yield* Program.run(["smpp-check", ...argv], { out: to("out"), err: to("err") })
      return { code, ...told }
    })

  it("prints the steps, and ends with 1 unless all of them hold", () =>
    Bench.run(Effect.gen(function*() {
      process.env["SMPP_PASSWORD"] = "secret"
      const smsc = yield* Smscs.make(telling("DELIVRD"))
      const place = `127.0.0.1:${smsc.port}`
      const good = yield* call(place, "+12015550123", "--system-id", "us", "--from", "Acme", "--wait", "5s")
      expect(good).toMatchObject({ code: 0, out: expect.stringMatching(/^bind +ok[^]*submit +ok[^]*receipt +ok/) })
      process.env["SMPP_PASSWORD"] = "wr0ng"
      const bad = yield* call(place, "+12015550123", "--system-id", "us", "--json")
      expect(bad.code).toBe(1)
      expect(bad.out + bad.err).not.toContain("wr0ng")
      expect(JSON.parse(bad.out)).toEqual({ steps: [expect.objectContaining({ name: "bind", holds: false })] })
      delete process.env["SMPP_PASSWORD"]
    })))

  it("has the settings that it advises", () =>
    Bench.run(Effect.gen(function*() {
      process.env["SMPP_PASSWORD"] = "secret"
      const certificate = selfSigned("smpp.acme.example")
      const decimal = telling("DELIVRD", (id) => BigInt(`0x${id}`).toString())
      const smsc = yield* Smscs.make({ ...decimal, tls: certificate })
      const folder = yield* Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(join(tmpdir(), "signalbox-smpp-"))),
        (path) => Effect.sync(() => rmSync(path, { recursive: true }))
      )
      const ca = join(folder, "ca.pem")
      writeFileSync(ca, certificate.cert)
      const place = [`127.0.0.1:${smsc.port}`, "+12015550123", "--system-id", "us"]
      const secure = ["--tls", "--ca", ca, "--servername", "smpp.acme.example"]
      const untrusted = yield* call(...place, "--tls")
      expect(untrusted).toMatchObject({ code: 1, out: expect.stringMatching(/--ca/) })
      const known = yield* call(...place, ...secure, "--from", "Acme", "--from-type", "5/1", "--to-type", "2/8")
      expect(known).toMatchObject({ code: 1, out: expect.stringMatching(/--ids hexadecimal,decimal,decimal/) })
      expect(smsc.submitted[0]).toMatchObject({
        sourceTon: 5,
        sourceNpi: 1,
        destinationTon: 2,
        destinationNpi: 8
      })
      const settings = ["--ids", "hexadecimal,decimal,decimal", "--system-type", "VMA"]
      const all = yield* call(...place, ...secure, ...settings)
      expect(all).toMatchObject({ code: 0, out: expect.stringMatching(/receipt +ok/) })
      const binds = smsc.heard.flatMap((pdu) => pdu.command === "bind_transceiver" ? [pdu.systemType] : [])
      expect(binds).toEqual(["", "VMA"])
      delete process.env["SMPP_PASSWORD"]
    })))

  it("does nothing that it does not understand", () =>
    Bench.run(Effect.gen(function*() {
      const calls = [
        ["127.0.0.1", "12"],
        ["127.0.0.1:x", "+12015550123", "--system-id", "us"],
        ["127.0.0.1", "+12015550123"],
        ["127.0.0.1", "+12015550123", "--system-id", "a name that is too long"],
        ["127.0.0.1", "+12015550123", "--system-id", "us", "--ca", "ca.pem"],
        ["127.0.0.1", "+12015550123", "--system-id", "us", "--servername", "acme"],
        ["127.0.0.1", "+12015550123", "--system-id", "us", "--from-type", "5"],
        ["127.0.0.1", "+12015550123", "--system-id", "us", "--to-type", "1/256"],
        ["127.0.0.1", "+12015550123", "--system-id", "us", "--ids", "hexadecimal"],
        ["127.0.0.1", "+12015550123", "--system-id", "us", "--ids", "hexadecimal,octal,decimal"],
        ["127.0.0.1", "+12015550123", "--system-id", "us", "--system-type", "longer than twelve"]
      ]
      for (const argv of calls) expect((yield* call(...argv)).code, argv.join(" ")).toBe(2)
    })))
})
