/**
 * The webhooks: how each stands, what was delivered to it with its bytes, and what its receiver answers.
 */
import type { Received } from "@signalbox/inbox/internal/source/source"
import { webhooks } from "@signalbox/inbox/internal/view/webhooks"
import { afterEach, describe, expect, it } from "vitest"
import * as Samples from "./Samples.ts"
import * as Shown from "./Shown.ts"
import { rows } from "./Shown.ts"

afterEach(Shown.forget)

const all = "GET v3/webhooks?page=1&page_size=100"
const one = "GET v3/webhooks/w1"
const events = "GET v3/webhooks/w1/events?page=1&page_size=50"
const receivers = "GET receivers"

const answers: Shown.Answers = {
  [all]: { webhooks: [Samples.webhook] },
  [one]: Samples.webhook,
  [events]: { events: [] },
  [receivers]: []
}

const open = (more: Shown.Options = {}) => Shown.view(webhooks, { hash: "#/webhooks", answers, ...more })

const openOne = (given: Shown.Answers = {}, more: Shown.Options = {}) =>
  open({ hash: "#/webhooks/w1", answers: { ...answers, ...given }, ...more })

const panel = (page: Shown.Shown) => page.within("Message", "aside")

describe("the webhooks", () => {
  it("tell of each whether it is on, and whether it answers", async () => {
    const of = (id: string, consecutive_failures: number, is_active = true) => ({
      ...Samples.webhook,
      id,
      display_name: id,
      consecutive_failures,
      is_active
    })
    const page = await open({
      answers: { ...answers, [all]: { webhooks: [of("w1", 0), of("w2", 1), of("w3", 2), of("w4", 3, false)] } },
      hash: "#/webhooks/w2"
    })
    const what = ["https://acme.example/hook", "message, contact"]
    expect(page.within("Message", "aside")).toStrictEqual(["Nobody answers GET v3/webhooks/w2"])
    expect(page.sketch(".stage")).toStrictEqual(rows(
      "Webhooks",
      "Everything that the service tells others: each attempt with its bytes, and what came back.",
      ["(go)", "w1 -> #/webhooks/w1", "answers", ...what],
      ["(wait)", "w2 -> #/webhooks/w2 *", "1 failure in a row", ...what],
      ["(wait)", "w3 -> #/webhooks/w3", "2 failures in a row", ...what],
      ["(stop)", "w4 -> #/webhooks/w4", "switched off", ...what]
    ))
    await page.close()
  })

  it("begin with one that tells the built-in receiver, where there is one", async () => {
    const none = { ...answers, [all]: { webhooks: [] } }
    const page = await open({ answers: none })
    expect(page.asked()).toStrictEqual([receivers, all])
    expect(page.sketch().slice(2)).toStrictEqual([
      "Nobody is told of anything yet",
      "The emulator has a receiver of its own, whose answers you can switch here.",
      "<Tell the built-in receiver>"
    ])
    page.answers({ "POST v3/webhooks": Samples.webhook, [all]: { webhooks: [Samples.webhook] } })
    await page.click("Tell the built-in receiver")
    expect(page.asked()).toStrictEqual([
      ["POST v3/webhooks", {
        display_name: "Inbox",
        endpoint_url: "http://emulator/emulator/receivers/inbox",
        event_types: ["message", "templates", "contact"]
      }],
      all
    ])
    expect(page.heard()).toStrictEqual(["The webhook is there. Whatever happens now is told to it."])
    expect(page.sketch()).toContain("Orders -> #/webhooks/w1")
    await page.close()

    const refused = await open({ answers: none })
    refused.answers({ "POST v3/webhooks": new Error("There are too many.") })
    await refused.click("Tell the built-in receiver")
    expect(refused.heard()).toStrictEqual(["There are too many."])
    await refused.close()

    for (const [more, left] of [[{ mayWrite: false }, 4], [{ isEmulator: false }, 3]] as const) {
      const read = await open({ answers: none, ...more })
      expect(read.sketch()).toHaveLength(left)
      await read.close()
    }
  })

  it("are read again when something was delivered, and say why they are not", async () => {
    const page = await open()
    page.asked()
    await page.tell("message")
    await page.pass(40)
    expect(page.asked()).toStrictEqual([])
    page.answers({ [all]: new Error("The service is away.") })
    await page.tell("delivery")
    await page.pass(40)
    expect(page.asked().toSorted()).toStrictEqual([receivers, all])
    expect(page.sketch()).toContain("The service is away.")
    await page.close()
  })
})

describe("the built-in receivers", () => {
  it("answer as somebody switches them", async () => {
    const slow = { status: 204, delay_ms: 3000 }
    const of = (name: string, answer: unknown, count: number) => ({ name, answer, got: Array.from({ length: count }) })
    const page = await open({
      answers: {
        ...answers,
        [receivers]: [of("a", 204, 1), of("b", 500, 2), of("c", "hang", 0), of("d", slow, 0)],
        "PUT receivers/b": null
      }
    })
    const names = ["takes it (204)", "fails (500)", "never answers", "takes it after 3 s"]
    const buttons = (on: number) => names.map((name, index) => index === on ? `<${name}, on>` : `<${name}>`)
    expect(page.within("Built-in receivers", "section")).toStrictEqual(rows(
      "Built-in receivers",
      ["(go)", "a", "1 request so far", ...buttons(0)],
      ["(stop)", "b", "2 requests so far", ...buttons(1)],
      ["(wait)", "c", "0 requests so far", ...buttons(2)],
      ["(wait)", "d", "0 requests so far", ...buttons(3)]
    ))
    page.asked()
    for (const name of names) await page.click(name, 1)
    expect(page.asked()).toStrictEqual(
      [204, 500, "hang", slow].flatMap((answer) => [["PUT receivers/b", { answer }], receivers])
    )
    page.answers({ "PUT receivers/b": new Error("It is gone.") })
    await page.click("never answers", 1)
    expect(page.heard()).toStrictEqual(["It is gone."])
    await page.close()
  })
})

describe("a webhook", () => {
  it("is tested, switched off and on, and tells when it is not", async () => {
    const page = await openOne()
    expect(panel(page)).toStrictEqual(rows(
      ["Orders", "ACTIVE (go)", "https://acme.example/hook", "<Send a test>", "<Switch off>", "<Copy id>"],
      "Deliveries, the latest 50",
      "Nothing was delivered yet. Send a message, and see it here."
    ))
    const [tests, toggles] = ["POST v3/webhooks/w1/test", "PATCH v3/webhooks/w1/toggle-status"]
    page.answers({ [tests]: null, [toggles]: null })
    page.asked()
    await page.click("Send a test")
    expect(page.asked()).toStrictEqual([[tests, { event_type: "message.sent" }], one, events])
    page.answers({ [one]: { ...Samples.webhook, is_active: false } })
    await page.click("Switch off")
    expect(page.asked()).toStrictEqual([[toggles, { is_active: false }], one, events])
    expect(panel(page).slice(1, 5)).toStrictEqual(rows(
      ["SWITCHED OFF (stop)", "https://acme.example/hook", "<Send a test>", "<Switch on>"]
    ))
    await page.click("Switch on")
    expect(page.asked()[0]).toStrictEqual([toggles, { is_active: true }])
    await page.click("Copy id")
    page.answers({ [tests]: new Error("It is switched off.") })
    await page.click("Send a test")
    expect(page.heard()).toStrictEqual([
      "A test event is on its way.",
      "The webhook is switched off.",
      "The webhook is switched on.",
      "Copied.",
      "It is switched off."
    ])
    expect(page.copied).toStrictEqual(["w1"])
    await page.close()
    const read = await openOne({}, { mayWrite: false })
    expect(panel(read).filter((each) => each.startsWith("<"))).toStrictEqual([])
    await read.close()
    const slow = await openOne({ [one]: () => new Promise(() => {}) })
    expect(panel(slow)).toStrictEqual(["Reading the webhook…"])
    await slow.close()
  })

  const attempted = (
    attempt: number,
    at: string,
    duration_ms: number,
    status: number | null,
    error: string | null
  ) => ({
    attempt,
    started_at: at,
    duration_ms,
    http_status_code: status,
    response_body: null,
    error_message: error
  })
  const attempts = [
    attempted(1, Shown.wall(11, 30, 6), 12, null, "no connection"),
    attempted(2, Shown.wall(11, 31), 3000, null, null),
    attempted(3, Shown.wall(11, 32), 20, 204, null)
  ]
  const delivery = { ...Samples.delivery, delivery_attempts: 3, attempts }
  const table = rows(
    ["Attempt", "At", "Answer", "Took", "1", "11:30:06.000", "no connection", "12 ms"],
    ["2", "11:31:00.000", "no answer", "3 s", "3", "11:32:00.000", "204", "20 ms"]
  )
  const summary = ["(go)", "message.delivered · 204, attempt 3 · 11:30:06.000"]

  it("has each delivery with its attempts and its bytes, and delivers it again", async () => {
    const bytes = "GET deliveries/d1"
    const again = "POST deliveries/d1/redeliver"
    const page = await openOne({
      [events]: { events: [delivery] },
      [again]: null,
      [bytes]: {
        next_retry_at: Shown.wall(12, 30),
        attempts: [
          { attempt: 1, headers: { "x-webhook-id": "d1", "x-a": "b" }, body: "{}", verified: true },
          { attempt: 2, headers: { "x-a": "b" }, body: null, verified: null },
          { attempt: 3, headers: null, body: "{}", verified: false }
        ]
      }
    })
    expect(panel(page).slice(7)).toStrictEqual(rows(
      summary,
      table,
      ["The bytes of attempt 1", "x-webhook-id: d1\nx-a: b\n\n{}", "(go)"],
      "Verified: the signature is by the webhook's secret.",
      ["The bytes of attempt 2", "They are kept no more."],
      ["The bytes of attempt 3", "They are kept no more.", "(stop)"],
      "Not verified: the signature is by another secret than the webhook has now, or of another request.",
      "It is tried again at 12:30:00.000.",
      ["<Deliver again>", "<Copy JSON>"]
    ))
    page.asked()
    await page.click("Deliver again")
    expect([page.asked(), page.heard()]).toStrictEqual([[[again, {}]], ["It is delivered again."]])
    page.answers({ [again]: new Error("It is under way.") })
    await page.click("Deliver again")
    await page.click("Copy JSON")
    expect(page.heard()).toStrictEqual(["It is under way.", "Copied."])
    expect(page.copied).toStrictEqual([JSON.stringify({ message_id: "m1" }, null, 2)])
    page.asked()
    const heard = async (data: Readonly<Record<string, unknown>>, type = "delivery") => {
      await page.tell(type, data)
      await page.pass(40)
      return page.asked().filter((each) => each !== receivers && each !== all)
    }
    expect(await heard({ webhook_id: "w2", delivery_id: "d2" })).toStrictEqual([])
    expect(await heard({ webhook_id: "w1", delivery_id: "d1" }, "message")).toStrictEqual([])
    expect((await heard({ webhook_id: "w1", delivery_id: "d2" })).toSorted()).toStrictEqual([one, events].toSorted())
    page.answers({ [bytes]: { next_retry_at: null, attempts: [] } })
    expect((await heard({ webhook_id: "w2", delivery_id: "d1" })).toSorted()).toStrictEqual([bytes])
    expect(panel(page).slice(9 + table.length)).toStrictEqual(["<Deliver again>", "<Copy JSON>"])
    await page.close()
  })

  it("shows on a console the event that was delivered, and no bytes", async () => {
    const page = await openOne({ [events]: { events: [delivery] } }, { isEmulator: false })
    expect(panel(page).slice(7)).toStrictEqual(rows(
      summary,
      table,
      [JSON.stringify({ message_id: "m1" }, null, 2), "<Copy JSON>"]
    ))
    await page.close()
  })
})

describe("a signature", () => {
  it("is verified where the secret is, for what somebody pastes", async () => {
    const received: Array<Received> = []
    let answer: () => Promise<boolean> = () => Promise.resolve(true)
    const page = await openOne({}, {
      verify: (each) => {
        received.push(each)
        return answer()
      }
    })
    const verdict = () => {
      const told = panel(page)
      return told.slice(told.indexOf("<Verify>") + 1, told.indexOf("Deliveries, the latest 50"))
    }
    await page.fill("x-webhook-timestamp", "1")
    await page.fill("x-webhook-signature", "v1,a")
    await page.fill("Body, byte for byte", "{}")
    expect(verdict()).toStrictEqual([])
    await page.click("Verify")
    expect(received).toStrictEqual([{ webhook_id: "w1", timestamp: "1", signature: "v1,a", body: "{}" }])
    expect(verdict()).toStrictEqual(["(go)", "Verified: the signature is by the webhook's secret."])
    await page.fill("x-webhook-timestamp", "2")
    expect(verdict()).toStrictEqual([])
    answer = () => Promise.resolve(false)
    await page.click("Verify")
    expect(verdict()[0]).toBe("(stop)")
    answer = () => Promise.reject(new Error("The session is over."))
    await page.click("Verify")
    expect(page.heard()).toStrictEqual(["The session is over."])
    await page.close()
  })
})
