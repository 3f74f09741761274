/**
 * The form that sends: its request says what somebody filled in and no more, its code is the same request, and its
 * explanation is of the same one.
 */
import type { Explained, Explanation } from "@signalbox/inbox/internal/source/explained"
import { send } from "@signalbox/inbox/internal/view/send"
import { afterEach, describe, expect, it } from "vitest"
import * as Samples from "./Samples.ts"
import * as Shown from "./Shown.ts"
import { rows } from "./Shown.ts"

afterEach(Shown.forget)

const all = "GET v3/templates?page=1&page_size=100"
const sends = "POST v3/messages"
const explains = "POST v3/messages/explain"

const paused = { ...Samples.template, id: "t0", name: "paused", status: "PAUSED" }
const plain = { ...Samples.template, id: "t2", name: "plain", definition: { body: { sms: { template: "Hi" } } } }
const automatic = { ...Samples.template, id: "t3", name: "stop", auto_reply_action: "STOP" }

const answers = { [all]: { templates: [automatic, paused, Samples.template, plain] } }

const open = (more: Shown.Options = {}) => Shown.view(send, { hash: "#/send", answers, ...more })

const to = ["+12015550123"]
const order = { name: "order", parameters: { name: "Ada" } }

describe("the form", () => {
  it("begins with a number and the first template that may be sent, and its samples", async () => {
    const page = await open()
    expect(page.asked()).toStrictEqual([all])
    const request = { to, template: order }
    expect(page.sketch()).toStrictEqual(rows(
      ["Send", "Fill the form in, and take its request with you."],
      ["To, one number a line", "[+12015550123]"],
      ["Template", "[order]", "Value of name", "[Ada]"],
      "Channels, in this order; none: the best one",
      ["[ ]", "SMS", "[ ]", "WhatsApp", "[ ]", "RCS", "[ ]", "MMS"],
      ["At, by this machine's time; empty: now", "[]", "<Send>"],
      ["<curl, on>", "<fetch>", "<SDK>", "<In your process>"],
      "curl -s 'http://emulator/v3/messages' -H 'x-api-key: 1234567890' -H 'content-type: application/json' " +
        `-d '${JSON.stringify(request)}'`,
      ["<Copy it>", "What would become of it", "<Explain, without sending it>"]
    ))
    const options = page.document.querySelectorAll("option").map((
      { attributes, textContent }
    ) => [attributes.get("value"), textContent])
    expect(options).toStrictEqual([
      ["paused", "paused, PAUSED"],
      ["order", "order"],
      ["plain", "plain"],
      ["", "none, a text"]
    ])
    await page.tell("message")
    await page.pass(40)
    expect(page.asked()).toStrictEqual([])
    await page.tell("template")
    await page.pass(40)
    expect(page.asked()).toStrictEqual([all])
    await page.close()
  })

  it("begins as its address says, else with any template, else with a text", async () => {
    const page = await open({ hash: "#/send?to=%2B12015550199&template=plain" })
    expect([page.field("To, one number a line", 0).value, page.field("Template", 0).value])
      .toStrictEqual(["+12015550199", "plain"])
    await page.close()
    const other = await open({ answers: { [all]: { templates: [paused] } } })
    expect(other.field("Template", 0).value).toBe("paused")
    await other.close()
    const none = await open({ answers: { [all]: { templates: [] }, [sends]: { recipients: [] } } })
    expect([none.field("Template", 0).value, none.field("Text", 0).value]).toStrictEqual(["", "Hello!"])
    none.asked()
    await none.click("Send")
    expect(none.asked()).toStrictEqual([[sends, { to, text: "Hello!" }]])
    await none.close()
  })

  it("sends all that is filled in, says how many, and leads to each phone", async () => {
    const page = await open()
    page.answers({
      [sends]: { recipients: [{ message_id: "m1", to: "+12015550123" }, { message_id: "m2", to: "+12015550124" }] }
    })
    page.asked()
    await page.fill("To, one number a line", " +12015550123,+12015550124;\n+12015550125 ")
    await page.fill("Value of name", "Grace")
    await page.check("RCS", true)
    await page.check("SMS", true)
    await page.check("MMS", true)
    await page.check("RCS", false)
    await page.fill("At, by this machine's time; empty: now", "2026-03-10T09:30")
    await page.click("Send")
    const asked = page.asked()
    expect(asked).toStrictEqual([[sends, {
      to: ["+12015550123", "+12015550124", "+12015550125"],
      template: { name: "order", parameters: { name: "Grace" } },
      channel: ["sms", "mms"],
      scheduled_at: Shown.wall(9, 30, 0, 0, 10)
    }]])
    expect(page.heard()).toStrictEqual(["2 messages accepted."])
    expect(page.sketch()).toContain("[x]")
    expect(page.within("Messages that were accepted", "ul")).toStrictEqual([
      "+12015550123: see it on the phone -> #/phones/+12015550123/m1",
      "+12015550124: see it on the phone -> #/phones/+12015550124/m2"
    ])
    await page.close()
  })

  it("leaves out what nobody filled in, and parameters of a template that has none", async () => {
    const page = await open({ hash: "#/send?template=plain" })
    page.asked()
    await page.fill("At, by this machine's time; empty: now", "tomorrow")
    await page.click("Send")
    await page.fill("Template", "")
    await page.fill("Text", "Hi there")
    await page.click("Send")
    expect(page.asked()).toStrictEqual([
      [sends, { to, template: { name: "plain" } }],
      [sends, { to, text: "Hi there" }]
    ])
    await page.close()
  })

  it("says beside it why it was refused, until it is accepted", async () => {
    const page = await open()
    page.answers({ [sends]: new Error("There is no money.") })
    await page.click("Send")
    expect([page.sketch().includes("There is no money."), page.heard()]).toStrictEqual([true, []])
    page.answers({ [sends]: { recipients: [{ message_id: "m1", to: "+12015550123" }] } })
    await page.click("Send")
    expect([page.sketch().includes("There is no money."), page.heard()]).toStrictEqual([
      false,
      ["1 message accepted."]
    ])
    await page.close()
  })

  it("tells the same request as code of each kind, which is copied", async () => {
    const page = await open()
    const body = JSON.stringify({ to, template: order }, null, 2)
    const code = () => page.within("Code", "pre").join("")
    await page.click("fetch")
    expect(code()).toContain(`await fetch("http://emulator/v3/messages"`)
    expect(code()).toContain(`"x-api-key": "1234567890"`)
    await page.click("SDK")
    expect(code()).toContain(`new Sent({ baseURL: "http://emulator", apiKey: "1234567890" })`)
    expect(code()).toContain(body)
    await page.click("In your process")
    expect(code()).toBe(`await box.as("acme").messages.send(${body})`)
    await page.click("Copy it")
    expect([page.copied, page.heard()]).toStrictEqual([[code()], ["Copied."]])
    await page.close()
    const keyless = await open({ accounts: [{ ...Shown.acme, api_key: null }] })
    expect(keyless.within("Code", "pre").join("")).toContain("-H 'x-api-key: $SIGNALBOX_KEY'")
    await keyless.close()
  })
})

describe("the tabs", () => {
  it("are walked by arrows, around both ends, and the focus goes along", async () => {
    const page = await open()
    const press = async (key: string) => {
      const stopped: Array<string> = []
      await page.happen(page.one("curl", 0, "button"), "keydown", {
        key,
        preventDefault: () => void stopped.push("prevented")
      })
      const chosen = page.document.querySelectorAll("button[aria-selected=true]")
      expect(page.document.querySelectorAll("button[tabIndex=0]")).toStrictEqual(chosen)
      expect(page.document.querySelectorAll("[aria-labelledby=tab-curl]").length > 0)
        .toBe(chosen[0]?.textContent === "curl")
      return [chosen.map(({ textContent }) => textContent), page.document.activeElement?.textContent, stopped.length]
    }
    expect(await press("ArrowLeft")).toStrictEqual([["In your process"], "In your process", 1])
    expect(await press("ArrowRight")).toStrictEqual([["curl"], "curl", 1])
    expect(await press("ArrowRight")).toStrictEqual([["fetch"], "fetch", 1])
    expect(await press("ArrowDown")).toStrictEqual([["fetch"], "fetch", 0])
    await page.close()
  })
})

const explained: Explained = {
  to: "+12015550123",
  outcome: { status: "ROUTED", description: "It goes by SMS." },
  held_until: null,
  candidates: [
    { channel: "whatsapp", carrier: "meta", sender: "Acme", segments: 1, price: { amount: 0.01 } },
    { channel: "sms", carrier: "sms-a", sender: null, segments: 2, price: { amount: 0.0158 } }
  ],
  dropped: [],
  gates: []
}

const stopped: Explained = {
  to: "+12015550124",
  outcome: { status: "BLOCKED", description: "It is not sent.", reason: "They have opted out." },
  held_until: Shown.wall(8, 0, 0, 0, 10),
  look_up: { state: "pending", sentence: "The number is looked up." },
  candidates: [],
  dropped: [{ channel: "rcs", carrier: "rcs-a", reason: "unreachable", sentence: "the phone has no RCS" }],
  gates: [
    { gate: "opt_out_list", passes: false, sentence: "They wrote STOP." },
    { gate: "quiet_hours", passes: true, sentence: "It is day." },
    { gate: "spend", passes: false }
  ]
}

const explanation: Explanation = {
  messages: 2,
  outcomes: [
    { status: "ROUTED", messages: 1, amount: 0.01 },
    { status: "BLOCKED", messages: 1200, amount: 0, reason: "They have opted out." }
  ],
  recipients: [explained, stopped]
}

const asked = { to, template: order }

describe("the explanation", () => {
  it("counts the outcomes of several, and tells of each its end, what stops it, its routes and those dropped", async () => {
    const page = await open()
    page.answers({ [explains]: explanation })
    page.asked()
    await page.click("Explain, without sending it")
    expect(page.asked()).toStrictEqual([[explains, asked]])
    expect(page.within("What would become of it", "section")).toStrictEqual(rows(
      "What would become of it",
      ["(go)", "ROUTED", "1 message, $0.0100", "(stop)", "BLOCKED", "1,200 messages, $0.0000: They have opted out."],
      "+12015550123",
      ["(go)", "ROUTED", "It goes by SMS."],
      ["(go)", "WhatsApp", "first by meta, from Acme, 1 segment, $0.0100"],
      ["(go)", "SMS", "then by sms-a, 2 segments, $0.0158"],
      "+12015550124",
      ["(stop)", "BLOCKED", "They have opted out."],
      ["(wait)", "held", "until Tue 10 Mar, 08:00:00.000"],
      ["(wait)", "look-up", "The number is looked up."],
      ["(stop)", "opt out list", "They wrote STOP."],
      ["(stop)", "spend", "it stops the message"],
      ["(off)", "not RCS · rcs-a", "because the phone has no RCS"]
    ))
    await page.close()
  })

  it("has no sums of one message, and a look-up that is done waits for nothing", async () => {
    const page = await open()
    const done = { ...explained, look_up: { state: "known", sentence: "It is a mobile." } }
    page.answers({ [explains]: { ...explanation, messages: 1, recipients: [done] } })
    await page.click("Explain, without sending it")
    expect(page.within("What would become of it", "section").slice(0, 8)).toStrictEqual(rows(
      ["What would become of it", "+12015550123", "(go)", "ROUTED", "It goes by SMS."],
      ["(off)", "look-up", "It is a mobile."]
    ))
    await page.close()
  })

  it("goes when the request changes, and says why there is none", async () => {
    const page = await open()
    page.answers({ [explains]: explanation })
    await page.click("Explain, without sending it")
    await page.fill("Value of name", "Grace")
    page.answers({ [explains]: new Error("Nobody knows.") })
    await page.click("Explain, without sending it")
    expect(page.heard()).toStrictEqual(["Nobody knows."])
    await page.close()
  })
})
