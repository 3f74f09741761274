/**
 * A whole service with an operator: messages go out in parts, their receipts come back, and what recipients write arrives.
 */
import { smpp } from "@signalbox/smpp"
import * as Effect from "effect/Effect"
import { createSignalbox, memory } from "signalbox"
import { describe, expect, it, vi } from "vitest"
import { order, start, to } from "../facade/Acme.ts"
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

/** Runs a service whose only carrier is a scripted message centre. */
const run = (
  script: Script,
  test: (service: Awaited<ReturnType<typeof start>>, smsc: Smsc) => Promise<void>
): Promise<void> =>
  Bench.run(Effect.gen(function*() {
    const smsc = yield* Smscs.make(script)
    const operator = smpp({ host: "127.0.0.1", port: smsc.port, systemId: "us", password: "secret", id: "operator" })
    yield* Effect.promise(async () => {
      await using service = await start({}, { carriers: [operator] })
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
