/**
 * The list of messages: read by pages as they are seen, again when something has changed, and never from another list.
 */
import type { Message } from "@signalbox/inbox/internal/source/shapes"
import { messages } from "@signalbox/inbox/internal/view/messages"
import { afterEach, expect, it } from "vitest"
import * as Samples from "./Samples.ts"
import * as Shown from "./Shown.ts"
import { rows } from "./Shown.ts"

afterEach(Shown.forget)

const pageOf = (number: number, query = "") => `GET v3/messages?page=${number}&page_size=100${query}`

const answer = (total_count: number, ...all: ReadonlyArray<Partial<Message>>) => ({
  messages: all.map((each) => ({ ...Samples.message, ...each })),
  pagination: { page: 1, total_count, has_more: false }
})

/** A page of a hundred, whose messages bear their place in the list. */
const full = (total: number, number: number, name = "m") =>
  answer(total, ...Array.from({ length: 100 }, (_, index) => ({ id: `${name}${(number - 1) * 100 + index}` })))

const open = (answers: Shown.Answers, more: Shown.Options = {}) =>
  Shown.view(messages, { hash: "#/messages", answers, ...more })

const lines = (page: Shown.Shown) =>
  page.document.querySelectorAll(".rows li").map((row) => [
    Number(row.attributes.get("aria-posinset")),
    row.style["top"],
    row.querySelectorAll("a")[0]?.attributes.get("href")
  ])

const scroll = async (page: Shown.Shown, top: number) => {
  const frame = page.one("Messages", 0, "div")
  frame.scrollTop = top
  await page.happen(frame, "scroll")
}

it("tells of each message its standing, its number, its channel and text, and when it was", async () => {
  const page = await open({
    [pageOf(1)]: answer(
      1234,
      {},
      { id: "m2", status: "FAILED", reason: "The phone is off.", channel: "rcs", phone: "+12015550124" },
      { id: "m3", status: "READ", message_body: { ...Samples.body, content: "", header: "Order" } },
      { id: "m4", status: "QUEUED", message_body: null, created_at: Shown.wall(9, 5) }
    )
  }, { hash: "#/messages/m2?status=&phone=" })
  expect(page.sketch().slice(0, 3)).toStrictEqual(["Messages", "1,234 messages, the newest first.", "Status"])
  expect(page.within("Messages", "div")).toStrictEqual([
    "(go) Delivered +12015550123 SMS · Hi Ada 11:30 -> #/messages/m1",
    "(stop) Failed +12015550124 RCS · The phone is off. 11:30 -> #/messages/m2 *",
    "(info) Read +12015550123 SMS · 11:30 -> #/messages/m3",
    "(wait) Queued +12015550123 SMS · 09:05 -> #/messages/m4"
  ])
  const options = page.document.querySelectorAll("option").map((
    { attributes, textContent }
  ) => [attributes.get("value"), textContent])
  const statuses = ["QUEUED", "SCHEDULED", "SENT", "DELIVERED", "READ", "FAILED", "BLOCKED", "FILTERED", "RECEIVED"]
  expect(options).toStrictEqual([
    ["", "any"],
    ...statuses.map((status) => [status, status.charAt(0) + status.slice(1).toLowerCase()])
  ])
  await page.close()
})

it("has the rows that are seen in the document, some more around them, and asks for their pages only", async () => {
  const page = await open({
    [pageOf(1)]: full(350, 1),
    [pageOf(2)]: full(350, 2),
    [pageOf(3)]: full(350, 3),
    [pageOf(4)]: full(350, 4)
  })
  const frame = page.one("Messages", 0, "div")
  expect(page.asked()).toStrictEqual([pageOf(1)])
  expect(lines(page)).toStrictEqual(
    Array.from({ length: 24 }, (_, index) => [index + 1, `${index * 44}px`, `#/messages/m${index}`])
  )
  expect([frame.style["minHeight"], frame.querySelectorAll("ul")[0]?.style["height"]]).toStrictEqual([
    "320px",
    "15400px"
  ])
  await scroll(page, 44 * 8)
  expect(lines(page)[0]?.[0]).toBe(1)
  await scroll(page, 44 * 9)
  expect(lines(page)[0]?.[0]).toBe(2)
  expect(page.asked()).toStrictEqual([])
  await scroll(page, 44 * 200)
  expect(page.asked()).toStrictEqual([pageOf(2), pageOf(3)])
  expect([lines(page)[0], lines(page).at(-1)]).toStrictEqual([
    [193, "8448px", "#/messages/m192"],
    [224, "9812px", "#/messages/m223"]
  ])
  await scroll(page, 44 * 350)
  expect(lines(page).at(-1)).toStrictEqual([350, "15356px", "#/messages/m349"])
  frame.clientHeight = 44
  frame.scrollTop = 0
  await page.settled(() => page.sizes.forEach((told) => told()))
  expect(lines(page)).toHaveLength(10)
  await page.close()
  expect(page.sizes.size).toBe(0)
})

it("is as high as its rows where these are few", async () => {
  const page = await open({ [pageOf(1)]: answer(2, {}, { id: "m2" }) })
  expect(page.one("Messages", 0, "div").style["minHeight"]).toBe("90px")
  await page.close()
})

it("reads what is seen again when messages have changed, and forgets the rest", async () => {
  const page = await open({ [pageOf(1)]: full(250, 1), [pageOf(2)]: full(250, 2), [pageOf(3)]: full(250, 3) })
  await scroll(page, 44 * 150)
  page.asked()
  for (const type of ["contact", "delivery"]) await page.tell(type)
  await page.pass(1000)
  expect(page.asked()).toStrictEqual([])
  await page.tell("message")
  await page.tell("message")
  await page.pass(99)
  expect(page.asked()).toStrictEqual([])
  page.answers({ [pageOf(2)]: full(251, 2, "new") })
  await page.pass(1)
  expect(page.asked()).toStrictEqual([pageOf(2)])
  expect(page.sketch()[1]).toBe("251 messages, the newest first.")
  expect(lines(page)[0]?.[2]).toBe("#/messages/new142")
  await scroll(page, 0)
  expect(page.asked()).toStrictEqual([pageOf(1)])
  await page.tell("reset")
  await page.pass(100)
  expect(page.asked()).toStrictEqual([pageOf(1)])
  await page.tell("message")
  await page.close()
  await page.pass(1000)
  expect([page.asked(), page.listeners.size]).toStrictEqual([[], 0])
})

it("reads a page once more when something changed while it was read, and not otherwise", async () => {
  const waiting: Array<(given: unknown) => void> = []
  const page = await open({ [pageOf(1)]: () => new Promise((resolve) => waiting.push(resolve)) })
  await page.tell("message")
  await page.pass(100)
  await page.tell("message")
  await page.pass(100)
  expect(page.asked()).toStrictEqual([pageOf(1)])
  await page.settled(() => waiting[0]?.(answer(1, { id: "first" })))
  expect(page.asked()).toStrictEqual([pageOf(1)])
  await page.settled(() => waiting[1]?.(answer(1, { id: "second" })))
  expect([page.asked(), lines(page)]).toStrictEqual([[], [[1, "0px", "#/messages/second"]]])
  await page.close()
})

it("filters by its address, which its links keep, and shows nothing of another list", async () => {
  const filtered = "&status=FAILED&phone=%2B12015550123"
  let late: (given: unknown) => void = () => {}
  const page = await open({
    [pageOf(1)]: () => new Promise((resolve) => late = resolve),
    [pageOf(1, filtered)]: answer(1, { id: "m7", status: "FAILED" }),
    [pageOf(1, "&status=READ&phone=%2B12015550123")]: answer(0)
  })
  expect(page.sketch()).toStrictEqual(["Messages", "Reading…", "Status", "[]"])
  page.asked()
  await page.settled(() => page.location.hash = "#/messages?status=FAILED&phone=%2B12015550123")
  await page.settled(() => late(answer(1, { id: "late" })))
  expect(page.asked()).toStrictEqual([pageOf(1, filtered)])
  expect(page.sketch()).toStrictEqual(rows(
    ["Messages", "1 message, the newest first.", "Status", "[FAILED]", "All messages -> #/messages"],
    "(stop) Failed +12015550123 SMS · Hi Ada 11:30 -> #/messages/m7?status=FAILED&phone=%2B12015550123"
  ))
  await page.fill("Status", "READ")
  expect(page.location.hash).toBe("#/messages?status=READ&phone=%2B12015550123")
  expect(page.sketch()).toStrictEqual(rows(
    ["Messages", "0 messages, the newest first.", "Status", "[READ]", "All messages -> #/messages"],
    "No message is like that."
  ))
  page.answers({ [pageOf(1, "&status=READ")]: answer(0) })
  await page.settled(() => page.location.hash = "#/messages?status=READ")
  expect(page.sketch().slice(3)).toStrictEqual(["[READ]", "All messages -> #/messages", "No message is like that."])
  await page.settled(() => page.location.hash = "#/messages?status=READ&phone=%2B12015550123")
  await page.fill("Status", "")
  expect(page.location.hash).toBe("#/messages?phone=%2B12015550123")
  expect(page.sketch()).toContain("All messages -> #/messages")
  await page.close()
})

it("teaches the first message where there is none, keeps what it has when it cannot read, and says so", async () => {
  const page = await open({ [pageOf(1)]: answer(0) })
  expect(page.sketch()).toContain("Nobody has got a message yet")
  page.answers({ [pageOf(1)]: answer(1, {}) })
  await page.tell("message")
  await page.pass(100)
  page.answers({ [pageOf(1)]: new Error("The service is away.") })
  await page.tell("message")
  await page.pass(100)
  expect(page.sketch()).toContain("The service is away.")
  expect(page.sketch()[1]).toBe("1 message, the newest first.")
  page.answers({ [pageOf(1)]: answer(1, {}) })
  await page.tell("message")
  await page.pass(100)
  expect(page.sketch()).not.toContain("The service is away.")
  await page.close()
  const console = await open({ [pageOf(1)]: answer(0) }, { isEmulator: false })
  expect(console.sketch().slice(4)).toStrictEqual(["Nobody has got a message yet"])
  await console.close()
})
