/**
 * Consent: what recipients write to opt out, to opt in again and to ask for help, what carriers report of it, and what
 * follows (specification "Message events", decisions 7.6, 7.7).
 */
import { describe, expect, it } from "vitest"
import type { Start } from "./HttpSubject.ts"
import { activities, message, resend, send } from "./internal/actions.ts"
import { aUuid, success } from "./internal/answers.ts"
import { update } from "./internal/contacts.ts"
import { eventually, inheritance, signals, suppression } from "./internal/given.ts"
import type { Setting } from "./internal/recipients.ts"
import { ended, recipient, setting, told } from "./internal/recipients.ts"
import type { Message } from "./internal/resources.ts"
import { greeted, phone } from "./internal/samples.ts"
import type { World } from "./internal/world.ts"
import { names, payloads, world } from "./internal/world.ts"
import * as Receivers from "./Receiver.ts"

/** The specification's ten. */
const stops = ["STOP", "CANCEL", "UNSUBSCRIBE", "QUIT", "END"]
const starts = ["START", "UNSTOP", "SUBSCRIBE"]
const helps = ["HELP", "INFO"]

interface Listed {
  readonly messages: ReadonlyArray<Message>
}

/** The messages that the account has with the recipient, the newest first. */
const conversation = async ({ client }: Setting): Promise<ReadonlyArray<Message>> => {
  const { messages } = success<Listed>(await client.get("/v3/conversations?page=1&page_size=100"), 200)
  return messages.filter((each) => each.phone === recipient)
}

const replies = async (setting: Setting): Promise<ReadonlyArray<Message>> =>
  (await conversation(setting)).filter(({ template_name }) => template_name?.startsWith("auto_reply_") === true)

const keywords = (world: World): void => {
  it.for(stops)("%s opts out [CNS-002, CNS-003, CNS-004, CNS-005, CNS-006]", async (word, context) => {
    const { contact, write } = await setting(world, context)
    await write(word)
    expect((await contact()).opt_out).toBe(true)
  })

  it.for(starts)("%s opts in again [CNS-007, CNS-008, CNS-009, CNS-020]", async (word, context) => {
    const { contact, send, write } = await setting(world, context)
    await write("STOP")
    expect(await send()).toMatchObject({ status: "FILTERED", reason_code: "BUSINESS_004" })
    await write(word)
    expect((await contact()).opt_out).toBe(false)
    expect(await send()).toMatchObject({ status: "DELIVERED" })
  })

  it.for(helps)("%s asks for help, and changes nothing else [CNS-010, CNS-011, CNS-015]", async (word, context) => {
    const made = await setting(world, context)
    for (const before of ["START", "STOP"]) {
      await made.write(before)
      const { opt_out } = await made.contact()
      await made.write(word)
      expect((await made.contact()).opt_out).toBe(opt_out)
    }
    const names = (await replies(made)).map(({ template_name }) => template_name)
    expect(names.filter((name) => name === "auto_reply_help")).toHaveLength(2)
  })

  it("are whole bodies in any case, with white space around them [CNS-012, CNS-013, CNS-018]", async (context) => {
    const { contact, write } = await setting(world, context, {
      keywords: [{ keyword: "Basta", action: "OPT_OUT", reply: null }, {
        keyword: "OK go",
        action: "OPT_IN",
        reply: null
      }]
    })
    for (const text of ["stop", " sToP\n", "\tUnSubscribe ", "\u00a0quit\u3000", "BASTA", " basta "]) {
      await write(text)
      expect([text, (await contact()).opt_out]).toEqual([text, true])
      await write(text === "stop" ? "ok GO" : " unstop ")
      expect([text, (await contact()).opt_out]).toEqual([text, false])
    }
  })

  it("are nothing less and nothing more than the whole body [CNS-014, CNS-016]", async (context) => {
    const made = await setting(world, context)
    const bodies = [
      "STOP please",
      "please stop",
      "STOP!",
      "STOPPED",
      "ST OP",
      "\"stop\"",
      "stop.",
      "END OF DAY",
      "",
      null
    ]
    for (const text of bodies) await made.write(text)
    expect((await made.contact()).opt_out).toBe(false)
    expect(await replies(made)).toEqual([])
    const found = await made.deliveries(bodies.length)
    expect(new Set(names(found))).toEqual(new Set(["message.received"]))
  })

  it("of the account's own do what the others do, and override none of them [CNS-017]", async (context) => {
    const { contact, deliveries, write } = await setting(world, context, {
      keywords: [
        { keyword: "arrêt", action: "OPT_OUT", reply: null },
        { keyword: "encore", action: "OPT_IN", reply: null },
        { keyword: "aide", action: "HELP", reply: null },
        { keyword: "stop", action: "OPT_IN", reply: null }
      ]
    })
    await write("ARRÊT")
    expect((await contact()).opt_out).toBe(true)
    await write("Encore")
    expect((await contact()).opt_out).toBe(false)
    await write("STOP")
    expect((await contact()).opt_out).toBe(true)
    await write("aide")
    expect((await contact()).opt_out).toBe(true)
    const found = await deliveries(4 * 2)
    expect(names(found).filter((name) => name.startsWith("contact."))).toEqual(
      expect.arrayContaining(["contact.opt_out", "contact.opt_in"])
    )
  })

  it("count on every channel, and for every channel [CNS-019, CNT-002]", async (context) => {
    const { contact, send, write } = await setting(world, context)
    for (const channel of ["sms", "whatsapp", "rcs", "mms"] as const) {
      await write("STOP", { channel })
      for (const other of ["sms", "whatsapp", "rcs", "auto_detect"]) {
        expect(await send(other)).toMatchObject({ status: "FILTERED", reason_code: "BUSINESS_004", channel: "auto" })
      }
      await write("START", { channel })
      expect((await contact()).opt_out).toBe(false)
    }
  })

  it("that tap the STOP chip of a message on RCS opt out, as a message [CNS-022, CNS-023, EVT-026, EVT-045]", async (context) => {
    const { client, contact, deliveries, send, write } = await setting(world, context)
    const sent = await send("rcs")
    const { message_body: body } = await message(client, sent.id) as Message & {
      readonly message_body: { readonly buttons: ReadonlyArray<{ readonly type: string; readonly text: string }> }
    }
    const chip = body.buttons.find(({ text }) => text === "STOP")!
    expect(chip).toMatchObject({ type: "QUICK_REPLY", value: "STOP" })
    await write(chip.text, { channel: "rcs" })
    expect((await contact()).opt_out).toBe(true)
    const found = await deliveries(4 + 2)
    expect(told(found)[4]).toEqual(["message.received", expect.objectContaining({ text: "STOP", channel: "rcs" })])
  })

  it("count for an inherited contact, too", async (context) => {
    const made = await setting(world, context)
    await inheritance(world.given(), context)(made.accountId, recipient)
    await made.write("STOP")
    expect(await made.contact()).toMatchObject({ is_inherited: true, opt_out: true })
    expect(await made.send()).toMatchObject({ status: "FILTERED", reason_code: "BUSINESS_004" })
  })
}

const events = (world: World): void => {
  it("come in their order, and hold what they must [CNS-001, EVT-014, EVT-015, EVT-016, EVT-017, EVT-018]", async (context) => {
    const { accountId, contact, deliveries, number, write } = await setting(world, context)
    const stop = await write(" Stop ")
    const help = await write("help", { channel: "whatsapp" })
    const start = await write("START")
    const { id } = await contact()
    const found = await deliveries(3 * 6)
    const received = (message_id: string, text: string, channel: string) => ({
      message_id,
      updated_at: expect.any(String) as unknown,
      account_id: accountId,
      inbound_number: recipient,
      outbound_number: number,
      text,
      channel,
      received_at: expect.any(String) as unknown
    })
    const signal = (message_id: string, text: string, channel: string, opt_out: boolean) => ({
      account_id: accountId,
      contact_id: id,
      phone_number: recipient,
      channel,
      opt_out,
      source: "INBOUND_KEYWORD",
      message_id,
      text
    })
    const all = told(found)
    const of = (name: string) => all.findIndex(([event]) => event === name)
    const expected = [
      ["contact.opt_out", signal(stop, " Stop ", "sms", true), received(stop, " Stop ", "sms")],
      ["contact.help", signal(help, "help", "whatsapp", true), received(help, "help", "whatsapp")],
      ["contact.opt_in", signal(start, "START", "sms", false), received(start, "START", "sms")]
    ] as const
    for (const [name, payload, before] of expected) {
      const index = of(name)
      expect(all[index]).toStrictEqual([name, payload])
      expect(all[index - 1]).toStrictEqual(["message.received", before])
      // The automatic reply begins after the contact has been reported.
      expect(all[index + 1]).toEqual(["message.queued", expect.objectContaining({ account_id: accountId })])
      const { field, timestamp } = Receivers.event(found[index]!)
      expect([field, timestamp]).toEqual(["contact", expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)])
    }
  })

  it("report every signal, also one that changes nothing; the reply comes once per change", async (context) => {
    const made = await setting(world, context)
    for (const text of ["STOP", "stop", "START", "START", "HELP", "HELP"]) await made.write(text)
    await eventually(() => replies(made), (found) => found.length >= 4)
    const found = await made.deliveries(6 * 2 + 4 * 4)
    const contacts = found.filter((_, index) => names(found)[index]!.startsWith("contact."))
    expect(names(contacts)).toEqual([
      "contact.opt_out",
      "contact.opt_out",
      "contact.opt_in",
      "contact.opt_in",
      "contact.help",
      "contact.help"
    ])
    expect(payloads(contacts).map(({ opt_out }) => opt_out)).toEqual([true, true, false, false, false, false])
    const templates = (await replies(made)).map(({ template_name }) => template_name)
    expect(templates.toReversed()).toEqual([
      "auto_reply_opt_out",
      "auto_reply_opt_in",
      "auto_reply_help",
      "auto_reply_help"
    ])
  })

  it("are not made of what a client says [CNT-009]", async (context) => {
    const { client, contact, deliveries, write } = await setting(world, context)
    await write("Hello")
    const { id } = await contact()
    for (const opt_out of [true, false]) await update(client, id, { opt_out })
    await write("Hello again")
    expect(names(await deliveries(2))).toEqual(["message.received", "message.received"])
  })
}

const automatic = (world: World): void => {
  it("answer on the channel and from the number that was written to, and are paid for", async (context) => {
    const made = await setting(world, context)
    await made.send()
    await made.write("STOP", { channel: "whatsapp" })
    const [reply] = await eventually(() => replies(made), (found) => found[0]?.status === "DELIVERED")
    expect(reply).toMatchObject({ channel: "whatsapp", direction: "OUTBOUND", phone: recipient })
    expect(reply!.price).toBeGreaterThan(0)
    expect(await made.contact()).toMatchObject({ opt_out: true, id: reply!.contact_id })
    const lines = await activities(made.client, reply!.id)
    expect(lines.activities.find(({ status }) => status === "SENT")!.from).toBe(made.number)
  })

  it("are sent again by a client only to whom may be sent to", async (context) => {
    const made = await setting(world, context)
    await made.write("STOP")
    const [reply] = await eventually(() => replies(made), (found) => found[0]?.status === "DELIVERED")
    success(await resend(made.client, reply!.id), 202)
    expect(await eventually(() => message(made.client, reply!.id), ({ status }) => status === "FILTERED"))
      .toMatchObject({ reason_code: "BUSINESS_004" })
  })

  it("say what the account has chosen: a template of its own, or a text", async (context) => {
    const made = await setting(world, context, {
      keywords: [
        { keyword: "bye", action: "OPT_OUT", reply: "Farewell!" },
        { keyword: "hours", action: "HELP", reply: "auto_reply_opt_in" }
      ]
    })
    await made.write("BYE")
    await made.write("hours")
    const outbound = await eventually(
      async () => (await conversation(made)).filter(({ direction }) => direction === "OUTBOUND"),
      (found) => found.length === 2 && found.every(({ status }) => status === "DELIVERED")
    )
    expect(outbound.map(({ message_body, template_name }) => [template_name, message_body?.content])).toEqual([
      ["auto_reply_opt_in", expect.any(String)],
      [null, "Farewell!"]
    ])
  })

  it("are not sent to a number on the suppression list", async (context) => {
    const made = await setting(world, context)
    await suppression(world.given(), context)(made.accountId, recipient)
    await made.write("HELP")
    const [reply] = await eventually(() => replies(made), (found) => found[0]?.status === "FILTERED")
    expect(reply).toMatchObject({ status: "FILTERED", channel: "auto" })
    expect(await message(made.client, reply!.id)).toMatchObject({ reason_code: "BUSINESS_004" })
  })
}

const carriers = (world: World): void => {
  it("that report a recipient's consent are believed, as if it had been written", async (context) => {
    const made = await setting(world, context)
    const report = signals(world.given(), context)
    const signal = { carrier: "whatsapp-a", to: made.number, phone: recipient, channel: "whatsapp" } as const
    await made.write("Hello", { channel: "whatsapp" })
    expect(await report({ ...signal, consent: "opt_out" })).toBe("Taken")
    expect((await made.contact()).opt_out).toBe(true)
    expect(await made.send()).toMatchObject({ status: "FILTERED", reason_code: "BUSINESS_004" })
    expect(await report({ ...signal, consent: "opt_in" })).toBe("Taken")
    const { id, opt_out } = await made.contact()
    expect(opt_out).toBe(false)
    expect(await made.send()).toMatchObject({ status: "DELIVERED" })
    const found = await eventually(
      async () => world.receiver().at(made.path),
      (seen) => names(seen).includes("contact.opt_in")
    )
    const contacts = told(found).filter(([event]) => event.startsWith("contact."))
    const payload = {
      account_id: made.accountId,
      contact_id: id,
      phone_number: recipient,
      channel: "whatsapp",
      source: "PROVIDER_SIGNAL",
      message_id: null,
      text: null
    }
    expect(contacts).toStrictEqual([
      ["contact.opt_out", { ...payload, opt_out: true }],
      ["contact.opt_in", { ...payload, opt_out: false }]
    ])
  })

  it("that report of a number of nobody change nothing, and of an unknown recipient make a contact", async (context) => {
    const made = await setting(world, context)
    const report = signals(world.given(), context)
    const signal = { carrier: "sms-a", phone: phone(2), channel: "sms", consent: "opt_out" } as const
    expect(await report({ ...signal, to: phone(7777) })).toBe("UnknownNumber")
    expect(await report({ ...signal, to: made.number })).toBe("Taken")
    expect(await made.contact(phone(2))).toMatchObject({ opt_out: true })
  })
}

const reach = (world: World): void => {
  it("stops every later message, until it is taken back [CNS-019, STM-001]", async (context) => {
    const made = await setting(world, context)
    await made.write("STOP")
    expect(await made.send()).toMatchObject({ status: "FILTERED", reason_code: "BUSINESS_004" })
    const { recipients: [free] } = await send(made.client, { to: [recipient], text: "Hello", channel: ["sms"] })
    expect(await ended(made.client, free!.message_id)).toMatchObject({
      status: "FILTERED",
      reason_code: "BUSINESS_004"
    })
    await made.write("START")
    expect((await ended(made.client, (await made.send()).id)).message_body?.content).toBe(greeted)
  })

  it("of the suppression list stops every message, whatever the recipient says", async (context) => {
    const made = await setting(world, context)
    await suppression(world.given(), context)(made.accountId, recipient)
    for (const text of [null, "START"]) {
      if (text !== null) await made.write(text)
      expect(await made.send()).toMatchObject({ status: "FILTERED", reason_code: "BUSINESS_004", contact_id: aUuid })
    }
    expect(await made.contact()).toMatchObject({ opt_out: false })
  })
}

export const suite = (name: string, start: Start): void => {
  describe(`Consent (${name})`, () => {
    const prepared = world(start)
    describe("keywords", () => keywords(prepared))
    describe("contact events", () => events(prepared))
    describe("automatic replies", () => automatic(prepared))
    describe("carriers", () => carriers(prepared))
    describe("an opt-out", () => reach(prepared))
  })
}
