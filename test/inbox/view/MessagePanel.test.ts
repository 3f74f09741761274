/**
 * A message beside its list: its line, its facts, what it was told to, and what may be done with it.
 */
import type { Message } from "@signalbox/inbox/internal/source/shapes"
import { messages } from "@signalbox/inbox/internal/view/messages"
import { afterEach, describe, expect, it } from "vitest"
import * as Samples from "./Samples.ts"
import * as Shown from "./Shown.ts"
import { rows } from "./Shown.ts"

afterEach(Shown.forget)

const list = "GET v3/messages?page=1&page_size=100"
const one = "GET v3/messages/m1"
const steps = "GET v3/messages/m1/activities"
const hooks = "GET v3/webhooks?page=1&page_size=20"
const events = (id: string) => `GET v3/webhooks/${id}/events?page=1&page_size=100`

const activity = (status: string, description: string, second: number, price?: string | null) => ({
  status,
  description,
  timestamp: Shown.wall(11, 30, second),
  ...(price === undefined ? {} : { price })
})

const delivered = {
  activities: [
    activity("DELIVERED", "It arrived.", 7, "0.0079"),
    activity("SENT", "The carrier took it.", 6, null),
    activity("QUEUED", "It was accepted.", 5)
  ]
}

const answersOf = (message: Partial<Message> = {}, activities: object = delivered): Shown.Answers => ({
  [list]: { messages: [], pagination: { total_count: 1 } },
  [one]: { ...Samples.message, ...message },
  [steps]: activities
})

const open = (answers: Shown.Answers = answersOf(), more: Shown.Options = {}) =>
  Shown.view(messages, { hash: "#/messages/m1", answers, ...more })

const panel = (page: Shown.Shown) => page.within("Message", "aside")

const tabs = ["<Line, on>", "<Activities>", "<Webhooks>", "<JSON>", "<curl>"]

const acts = ["<Copy curl>", "<Copy id>"]

describe("a message", () => {
  it("has its line, from the first station on, and its facts", async () => {
    const page = await open()
    expect(page.asked()).toStrictEqual([list, one, steps])
    expect(panel(page)).toStrictEqual(rows(
      ["order", "DELIVERED (go)", "to", "+1 201-555-0123 -> #/phones/+12015550123/m1"],
      ["· accepted 11:30:05.250", ", last changed 2 s later"],
      tabs,
      ["QUEUED", "It was accepted.", "11:30:05.000", "SENT", "The carrier took it.", "+1 s"],
      ["DELIVERED", "It arrived.", "$0.0079", "+2 s"],
      ["Facts", "Channel", "SMS", "Price", "$0.0079", "Template", "order"],
      acts
    ))
    await page.close()
  })

  it("that somebody wrote is a reply, and one without a template a text; both have no price yet", async () => {
    const inbound = answersOf({
      direction: "INBOUND",
      template_name: null,
      status: "RECEIVED",
      price: null,
      channel: "rcs",
      reason: "They wrote back."
    }, { activities: [activity("RECEIVED", "It came.", 5)] })
    const page = await open(inbound)
    expect(panel(page)).toStrictEqual(rows(
      ["A reply", "RECEIVED (info)", "from", "+1 201-555-0123 -> #/phones/+12015550123/m1"],
      "· received 11:30:05.250",
      tabs,
      ["RECEIVED", "It came.", "11:30:05.000"],
      ["Facts", "Channel", "RCS", "Price", "none yet", "Template", "none, a text", "Reason", "They wrote back."],
      acts
    ))
    await page.close()
    const text = await open(answersOf({ template_name: null }, { activities: [] }))
    expect(panel(text).slice(0, 2)).toStrictEqual(["A text", "DELIVERED (go)"])
    await text.close()
  })

  it("that waits tells what would become of it", async () => {
    const explained = {
      to: "+12015550123",
      outcome: { status: "ROUTED", description: "It goes by SMS." },
      held_until: null,
      candidates: [],
      dropped: [],
      gates: []
    }
    const page = await open(answersOf({ status: "SCHEDULED" }, { ...delivered, explained }))
    const told = panel(page)
    expect(told.slice(told.indexOf("What would become of it now"), told.indexOf("Facts"))).toStrictEqual(
      ["What would become of it now", "(go)", "ROUTED", "It goes by SMS."]
    )
    expect(told).toContain("<Cancel>")
    await page.close()
  })

  it("is shown as its activities, as JSON and as a curl line, which are copied", async () => {
    const page = await open()
    await page.click("Activities")
    expect(panel(page).slice(11)).toStrictEqual(rows(
      ["(wait)", "QUEUED", "11:30:05.000 It was accepted."],
      ["(wait)", "SENT", "11:30:06.000 The carrier took it."],
      ["(go)", "DELIVERED", "11:30:07.000 It arrived. · $0.0079"]
    ))
    const json = JSON.stringify(Samples.message, null, 2)
    const curl = "curl -s 'http://emulator/v3/messages/m1' -H 'x-api-key: 1234567890'"
    await page.click("JSON")
    expect(panel(page).slice(11)).toStrictEqual(["<Copy JSON>", json])
    await page.click("Copy JSON")
    await page.click("curl")
    expect(panel(page).slice(11)).toStrictEqual(["<Copy curl>", curl])
    await page.click("Copy curl")
    await page.click("Line")
    await page.click("Copy curl")
    await page.click("Copy id")
    expect(page.copied).toStrictEqual([json, curl, curl, "m1"])
    expect(page.heard()).toStrictEqual(Array.from({ length: 4 }, () => "Copied."))
    await page.close()
    const keyless = await open(answersOf(), { accounts: [{ id: "acme", name: "Acme", type: "organization" }] })
    await keyless.click("Copy curl")
    await keyless.click("curl")
    await keyless.click("Copy curl")
    const without = "curl -s 'http://emulator/v3/messages/m1' -H 'x-api-key: $SIGNALBOX_KEY'"
    expect(keyless.copied).toStrictEqual([without, without])
    await keyless.close()
  })

  it("is read again for its own events, and tells when it cannot be", async () => {
    const page = await open()
    page.asked()
    await page.tell("message", { message_id: "m2" })
    await page.tell("delivery", { message_id: "m1" })
    await page.pass(40)
    expect(page.asked()).toStrictEqual([])
    await page.pass(1000)
    page.asked()
    await page.tell("message", { message_id: "m1" })
    await page.pass(40)
    expect(page.asked()).toStrictEqual([one, steps])
    await page.close()
    const unknown = await open({ [list]: { messages: [], pagination: { total_count: 1 } } })
    expect(panel(unknown)).toStrictEqual([`Nobody answers ${one}`])
    const never = () => new Promise(() => {})
    unknown.answers({ "GET v3/messages/m2": never, "GET v3/messages/m2/activities": never })
    await unknown.settled(() => unknown.location.hash = "#/messages/m2")
    expect(panel(unknown)).toStrictEqual(["Reading the message…"])
    await unknown.close()
  })
})

describe("whoever may write", () => {
  it("calls off a message that waits, and hears why not", async () => {
    const page = await open(answersOf({ status: "SCHEDULED" }))
    page.answers({ "POST v3/messages/m1/cancel": { id: "m1" } })
    page.asked()
    await page.click("Cancel")
    expect([page.asked(), page.heard(), page.location.hash]).toStrictEqual([
      [["POST v3/messages/m1/cancel", {}]],
      ["The message is called off."],
      "#/messages/m1"
    ])
    page.answers({ "POST v3/messages/m1/cancel": new Error("It has gone.") })
    await page.click("Cancel")
    expect(page.heard()).toStrictEqual(["It has gone."])
    page.answers({ "POST v3/messages/m1/cancel": null })
    await page.click("Cancel")
    expect([page.heard(), page.location.hash]).toStrictEqual([["The message is called off."], "#/messages/m1"])
    await page.close()
  })

  it("sends again what has failed, and goes to the new one", async () => {
    const page = await open(answersOf({ status: "FAILED" }))
    page.answers({ "POST v3/messages/m1/resend": { id: "m2" } })
    page.asked()
    await page.click("Send again")
    expect([page.asked()[0], page.heard(), page.location.hash]).toStrictEqual([
      ["POST v3/messages/m1/resend", {}],
      ["The message is on its way again."],
      "#/messages/m2"
    ])
    await page.close()
  })

  it.each<readonly [Partial<Message>, Shown.Options, ReadonlyArray<string>]>([
    [{ status: "SCHEDULED" }, {}, ["<Cancel>", ...acts]],
    [{ status: "BLOCKED" }, {}, ["<Send again>", ...acts]],
    [{ status: "FAILED", direction: "INBOUND" }, {}, acts],
    [{ status: "SENT" }, {}, acts],
    [{ status: "SCHEDULED" }, { mayWrite: false }, acts],
    [{ status: "FAILED" }, { mayWrite: false, isEmulator: false }, ["<Copy id>"]]
  ])("of %j with %j has these to press", async (message, more, buttons) => {
    const page = await open(answersOf(message), more)
    expect(panel(page).filter((each) => each.startsWith("<"))).toStrictEqual([
      ...tabs.filter((name) => more.isEmulator !== false || name !== "<curl>"),
      ...buttons
    ])
    await page.close()
  })
})

describe("the webhooks that were told", () => {
  it("are those with an event of the message, the oldest first, and how they answered", async () => {
    const other = { ...Samples.webhook, id: "w2", display_name: "Other" }
    const page = await open({
      ...answersOf(),
      [hooks]: { webhooks: [Samples.webhook, other] },
      [events("w1")]: {
        events: [
          { ...Samples.delivery, id: "d3", http_status_code: 500, delivery_status: "FAILED" },
          { ...Samples.delivery, id: "d2", event_type: "contact.updated", event_data: { message_id: "m2" } },
          { ...Samples.delivery, id: "d1", event_type: "message.sent" },
          { ...Samples.delivery, id: "d0", event_data: null }
        ]
      },
      [events("w2")]: { events: [{ ...Samples.delivery, event_data: null }] }
    })
    page.asked()
    await page.click("Webhooks")
    expect(page.asked()).toStrictEqual([hooks, events("w1"), events("w2")])
    expect(panel(page).slice(11)).toStrictEqual(rows(
      "Orders -> #/webhooks/w1",
      ["(go)", "sent", "204", "(stop)", "delivered", "500"]
    ))
    await page.tell("message")
    await page.pass(40)
    expect(page.asked().includes(hooks)).toBe(false)
    await page.tell("delivery")
    await page.pass(40)
    expect(page.asked()[0]).toBe(hooks)
    await page.close()
  })

  it("are none, are looked for, or cannot be", async () => {
    const page = await open({
      ...answersOf(),
      [hooks]: { webhooks: [Samples.webhook] },
      [events("w1")]: { events: [] }
    })
    await page.click("Webhooks")
    expect(panel(page).slice(11)).toStrictEqual([
      "No webhook was told of this message.",
      "Make one. -> #/webhooks"
    ])
    await page.close()
    const broken = await open()
    await broken.click("Webhooks")
    expect(panel(broken).slice(11)).toStrictEqual([`Nobody answers ${hooks}`])
    await broken.close()
    const slow = await open({ ...answersOf(), [hooks]: () => new Promise(() => {}) })
    await slow.click("Webhooks")
    expect(panel(slow).slice(11)).toStrictEqual(["Looking…"])
    await slow.close()
  })
})
