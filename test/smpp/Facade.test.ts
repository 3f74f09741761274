/**
 * A whole service with an operator: messages go out in parts, their receipts come back, and what recipients write arrives.
 */
import { smpp } from "@signalbox/smpp"
import type { Options } from "@signalbox/smpp/Options"
import * as Effect from "effect/Effect"
import { createSignalbox, memory, postgres } from "signalbox"
import { describe, expect, it, vi } from "vitest"
import { order, start, to } from "../facade/Acme.ts"
import * as Matrix from "../http/Matrix.ts"
import * as Bench from "./Bench.ts"
import type { Script, Smsc } from "./Smsc.ts"
import * as Smscs from "./Smsc.ts"

const patience = { timeout: 20_000, interval: 10 }

const long = { name: "order", definition: { body: { multiChannel: { template: "On its way. ".repeat(30) } } } } as const

const octets = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, "latin1"))

const receipt = (id: string, state: string) => ({
  source: to.slice(1),
  sourceTon: 1,
  destination: "12015559000",
  esmClass: 4,
  shortMessage: octets(
    `id:${id} sub:001 dlvrd:001 submit date:2611031200 done date:2611031205 stat:${state} err:000 text:`
  )
})

interface Given {
  readonly operator?: Partial<Options>
  readonly storage?: "memory" | "postgres"
}

const storages = Matrix.storages(["memory", "postgres"] as const)

/** Runs a service whose only carrier is a scripted message centre. */
const run = (
  script: Script,
  test: (service: Awaited<ReturnType<typeof start>>, smsc: Smsc) => Promise<void>,
  given: Given = {}
): Promise<void> =>
  Bench.run(Effect.gen(function*() {
    const smsc = yield* Smscs.make(script)
    const own = { host: "127.0.0.1", port: smsc.port, systemId: "us", password: "secret", id: "operator" }
    const operator = smpp({ ...own, ...given.operator })
    const storage = given.storage === "postgres"
      ? {
        storage: postgres((yield* Bench.database).url, { maxConnections: 4 }),
        secretKeys: `test:${Buffer.alloc(32, 7).toString("base64")}`
      }
      : {}
    yield* Effect.promise(async () => {
      await using service = await start({}, { carriers: [operator], ...storage })
      await vi.waitFor(() => expect(smsc.heard.length).toBeGreaterThan(0), patience)
      await test(service, smsc)
    })
  }))

describe("a service with an operator", () => {
  it("has a message of several parts DELIVERED when each of them is, and ends its sessions with itself", () =>
    run({
      submit: (pdu, peer, smsc) => {
        // The receipt comes before the answer.
        void smsc.deliver(receipt((0xabc001 + smsc.submitted.length - 1).toString(16), "DELIVRD"))
        smsc.take(pdu, peer)
      }
    }, async ({ account, box }, smsc) => {
      const own = box.as(account)
      await own.templates.ensure({ ...long, name: "long" }, { reviewedWithinMs: 20_000 })
      const sent = await own.messages.send({ ...order, template: { name: "long" } })
      const { message_id } = sent.recipients[0]!
      await vi.waitFor(async () => expect((await own.messages.get(message_id)).status).toBe("DELIVERED"), patience)
      expect(smsc.submitted.map(({ shortMessage }) => `${shortMessage[4]}, ${shortMessage[5]}`)).toEqual([
        "3, 1",
        "3, 2",
        "3, 3"
      ])
      expect(smsc.submitted.map(({ registeredDelivery }) => registeredDelivery)).toEqual([1, 1, 1])
      await box.close({ graceMs: 5000 })
      expect(smsc.heard.at(-1)?.command).toBe("unbind")
    }))

  it("has a message of several parts SENT as long as one of them is not delivered", () =>
    run({}, async ({ account, box }, smsc) => {
      const own = box.as(account)
      await own.templates.ensure({ ...long, name: "long" }, { reviewedWithinMs: 20_000 })
      const sent = await own.messages.send({ ...order, template: { name: "long" } })
      const { message_id } = sent.recipients[0]!
      const status = async () => (await own.messages.get(message_id)).status
      await vi.waitFor(async () => expect(await status()).toBe("SENT"), patience)
      for (const id of ["abc003", "abc001"]) {
        expect(await smsc.deliver(receipt(id, "DELIVRD"))).toBe(0)
        expect(await status()).toBe("SENT")
      }
      expect(await smsc.deliver(receipt("abc002", "DELIVRD"))).toBe(0)
      expect(await status()).toBe("DELIVERED")
    }))

  it.each(storages)("on %s knows the parts that were taken of a message that was not", (storage) =>
    run({
      submit: (pdu, peer, smsc) => {
        if (pdu.shortMessage[5] === 3) peer.reply(pdu, "submit_sm_resp", 0x45, {})
        else smsc.take(pdu, peer)
      }
    }, async ({ account, box }, smsc) => {
      const own = box.as(account)
      await own.templates.ensure({ ...long, name: "long" }, { reviewedWithinMs: 20_000 })
      const sent = await own.messages.send({ ...order, template: { name: "long" } })
      const { message_id } = sent.recipients[0]!
      const status = async () => (await own.messages.get(message_id)).status
      await vi.waitFor(async () => expect(await status()).toBe("FAILED"), patience)
      for (const id of ["abc001", "abc002"]) expect(await smsc.deliver(receipt(id, "DELIVRD"))).toBe(0)
      expect(await smsc.deliver(receipt("abc003", "DELIVRD"))).toBe(0x64)
      expect(await status()).toBe("FAILED")
    }, { storage }))

  it.each(storages)("on %s knows the parts that were taken of a message of which it knows no more", (storage) =>
    run({
      submit: (pdu, peer, smsc) => {
        if (pdu.shortMessage[5] !== 3) smsc.take(pdu, peer)
      }
    }, async ({ account, box }, smsc) => {
      const own = box.as(account)
      await own.templates.ensure({ ...long, name: "long" }, { reviewedWithinMs: 20_000 })
      const sent = await own.messages.send({ ...order, template: { name: "long" } })
      const { message_id } = sent.recipients[0]!
      // An honest message centre brings a receipt again until it is known.
      await vi.waitFor(async () => expect(await smsc.deliver(receipt("abc001", "DELIVRD"))).toBe(0), patience)
      expect(await smsc.deliver(receipt("abc002", "DELIVRD"))).toBe(0)
      expect(await smsc.deliver(receipt("abc003", "DELIVRD"))).toBe(0x64)
      const status = async () => (await own.messages.get(message_id)).status
      await vi.waitFor(async () => expect(await status()).toBe("FAILED"), patience)
    }, { storage, operator: { responseTimeout: 700, answersWithin: 1500 } }))

  it("writes its password nowhere, whatever goes wrong", () =>
    run({
      other: (pdu, peer, { heard }) => {
        // The first bind is refused, the next one hears rubbish, and the third one is cut off.
        const binds = heard.filter(({ command }) => command === "bind_transceiver").length
        if (pdu.command !== "bind_transceiver" || binds > 3) return false
        if (binds === 1) peer.reply(pdu, "bind_transceiver_resp", 0x0e, {})
        else if (binds === 2) peer.socket.end(Uint8Array.from([0, 0, 0, 1, ...octets("no header of a PDU")]))
        else peer.socket.destroy()
        return true
      },
      password: "s3cr:t;w"
    }, async ({ account, box, logged }, smsc) => {
      const own = box.as(account)
      await own.messages.send(order)
      await vi.waitFor(() => expect(smsc.submitted.length).toBe(1), patience)
      smsc.cut()
      const lost = () => logged.filter(({ message }) => message === "SMPP has lost a session").length
      await vi.waitFor(() => expect(lost()).toBeGreaterThan(0), patience)
      await box.close({ graceMs: 1000 })
      const told = JSON.stringify(logged)
      expect(told).toMatch(/ESME_RINVPASWD[^]*no PDU[^]*SMPP is bound[^]*lost a session/)
      expect(told).not.toContain("s3cr")
      const wrong = () => smpp({ host: "", systemId: "us", password: "s3cr:t;w-too-long" })
      expect(wrong).toThrow(/password must/)
      expect(wrong).not.toThrow(/s3cr/)
    }, { operator: { password: "s3cr:t;w", reconnect: { shortest: 20, longest: 40 } } }))

  it("has a message FAILED as soon as one of its parts is", () =>
    run({}, async ({ account, box }, smsc) => {
      const own = box.as(account)
      await own.templates.ensure({ ...long, name: "long" }, { reviewedWithinMs: 20_000 })
      const sent = await own.messages.send({ ...order, template: { name: "long" } })
      await vi.waitFor(() => expect(smsc.submitted.length).toBe(3), patience)
      const status = await smsc.deliver(receipt("abc002", "EXPIRED"))
      expect([0, 0x64]).toContain(status)
      if (status !== 0) expect(await smsc.deliver(receipt("abc002", "EXPIRED"))).toBe(0)
      const { message_id } = sent.recipients[0]!
      await vi.waitFor(async () => expect((await own.messages.get(message_id)).status).toBe("FAILED"), patience)
    }))

  it("hears what recipients write, in parts", () =>
    run({}, async ({ account, box }, smsc) => {
      const part = (index: number, text: string) => ({
        source: to.slice(1),
        sourceTon: 1,
        destination: "12015559000",
        esmClass: 0x40,
        shortMessage: Uint8Array.from([5, 0, 3, 9, 2, index, ...octets(text)])
      })
      expect(await smsc.deliver(part(2, "OP"))).toBe(0)
      expect(await smsc.deliver(part(1, "ST"))).toBe(0)
      const own = box.as(account)
      const contacts = async () => (await own.contacts.list({ page: 1, page_size: 10 })).contacts
      await vi.waitFor(async () => {
        expect((await contacts()).map(({ opt_out, phone_number }) => [phone_number, opt_out])).toEqual([[to, true]])
      }, patience)
    }))

  it("refuses options that are no operator", () => {
    const made = (carrier: object) => () => createSignalbox({ storage: memory(), carriers: [carrier as never] })
    expect(made({ kind: "carrier-layer", id: "Acme", channels: ["sms"], layer: {} })).toThrow(
      /carriers\[0\]\.id must[^]*carriers\[0\]\.layer must be a Layer/
    )
    expect(() => smpp({ host: "127.0.0.1", systemId: "", password: "secret" })).toThrow(/systemId must/)
  })
})
