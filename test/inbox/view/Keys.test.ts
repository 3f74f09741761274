/**
 * The keys of the page, and its search.
 */
import { app } from "@signalbox/inbox/internal/view/app"
import { search as searches } from "@signalbox/inbox/internal/view/search"
import { afterEach, describe, expect, it } from "vitest"
import * as Samples from "./Samples.ts"
import * as Shown from "./Shown.ts"
import { rows } from "./Shown.ts"

afterEach(Shown.forget)

const list = "GET v3/messages?page=1&page_size=100"

const messages = (...ids: ReadonlyArray<string>) => ({
  messages: ids.map((id) => ({ ...Samples.message, id })),
  pagination: { total_count: ids.length }
})

const answers: Shown.Answers = {
  [list]: messages("m1", "m2", "m3"),
  "GET v3/templates?page=1&page_size=100": { templates: [], pagination: { total_count: 0 } }
}

const open = (more: Shown.Options = {}) =>
  Shown.open(({ source }) => app({ source }), { hash: "#/messages", answers, ...more })

describe("the keys", () => {
  it("walk the messages, down and up, and no further than their ends", async () => {
    const page = await open()
    const pressed = async (...keys: ReadonlyArray<string>) => {
      for (const key of keys) await page.press(key)
      return page.document.activeElement?.attributes.get("href")
    }
    expect(await pressed("j")).toBe("#/messages/m1")
    expect(page.document.activeElement?.scrolls).toBe(1)
    expect(await pressed("ArrowDown")).toBe("#/messages/m2")
    expect(await pressed("j", "j")).toBe("#/messages/m3")
    expect(await pressed("k")).toBe("#/messages/m2")
    expect(await pressed("ArrowUp", "ArrowUp")).toBe("#/messages/m1")
    page.document.activeElement = null
    expect(await pressed("k")).toBe("#/messages/m3")
    await page.close()
  })

  it.each<readonly [key: string, hash: string, isPrevented: boolean]>([
    ["1", "#/phones", false],
    ["2", "#/messages", false],
    ["7", "#/send", false],
    ["8", "#/messages/m9", false],
    ["0", "#/messages/m9", false],
    ["x", "#/messages/m9", false],
    ["Escape", "#/messages", false],
    ["/", "#/messages/m9", true],
    ["ArrowUp", "#/messages/m9", true],
    ["ArrowRight", "#/messages/m9", false],
    ["j", "#/messages/m9", false]
  ])("%s leads to %s", async (key, hash, isPrevented) => {
    const page = await open({ hash: "#/messages/m9" })
    let prevented = false
    await page.press(key, { preventDefault: () => void (prevented = true) })
    expect([page.location.hash, prevented]).toStrictEqual([hash, isPrevented])
    await page.close()
  })

  it("close nothing where nothing is open, and lead on a console to its own views", async () => {
    const page = await open({ hash: "#/templates?x=1", isEmulator: false })
    await page.press("Escape")
    expect(page.location.hash).toBe("#/templates?x=1")
    await page.press("1")
    expect(page.location.hash).toBe("#/messages")
    await page.press("4")
    expect(page.location.hash).toBe("#/contacts")
    await page.close()
  })

  it("are not heard from whoever writes, walks tabs or holds another key", async () => {
    const page = await open({ hash: "#/messages/m1" })
    for (const more of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }]) await page.press("1", more)
    await page.press("/")
    expect(page.document.activeElement?.attributes.get("id")).toBe("search")
    await page.press("1")
    expect(page.location.hash).toBe("#/messages/m1")
    for (const tag of ["select", "textarea"]) {
      const field = page.document.createElement(tag)
      page.document.body.append(field)
      field.focus()
      await page.press("1")
    }
    expect(page.location.hash).toBe("#/messages/m1")
    page.document.activeElement = null
    await page.press("?")
    page.one("Close", 0, "button").focus()
    await page.press("1")
    expect(page.location.hash).toBe("#/messages/m1")
    await page.click("Close")
    await page.press("1")
    expect(page.location.hash).toBe("#/phones")
    await page.close()
  })

  it("are listed", async () => {
    const page = await open()
    await page.press("?")
    expect(page.within("Keys", "dialog")).toStrictEqual(rows(
      "Keys",
      ["/", "search", "↓ ↑", "walk the messages; j and k do as well", "Enter", "opens the one that is marked"],
      ["Esc", "closes what is open", "1 … 7", "goes to a view", "?", "shows these keys", "<Close>"]
    ))
    await page.click("Close")
    expect(page.sketch()).not.toContain("shows these keys")
    await page.close()
  })
})

const id = "11111111-2222-4333-8444-aaaaaaaaaaaa"
const found = (text: string) => `GET v3/templates?page=1&page_size=1&search=${text}`

describe("the search", () => {
  const search = async (text: string, given: Shown.Answers = {}) => {
    const page = await Shown.view(searches, { hash: "#/nothing", answers: given })
    await page.fill("Search messages, numbers, ids", text)
    for (const form of page.document.querySelectorAll("form[role=search]")) await page.happen(form, "submit")
    const { hash } = page.location
    await page.close()
    return [hash === "#/nothing" ? null : hash, page.heard(), page.asked()]
  }

  it("goes to whatever bears an id, the likeliest first", async () => {
    const asked = ["messages", "contacts", "templates"].map((name) => `GET v3/${name}/${id.toUpperCase()}`)
    const [message = "", contact = "", template = ""] = asked
    expect(await search(id.toUpperCase(), { [message]: Samples.message }))
      .toStrictEqual([`#/messages/${id.toUpperCase()}`, [], [message]])
    expect(await search(id.toUpperCase(), { [contact]: Samples.contact }))
      .toStrictEqual([`#/contacts/${id.toUpperCase()}`, [], [message, contact]])
    expect(await search(id.toUpperCase(), { [template]: Samples.template }))
      .toStrictEqual([`#/templates/${id.toUpperCase()}`, [], asked])
    expect(await search(` ${id.toUpperCase()} `))
      .toStrictEqual([null, [`Nothing here is called "${id.toUpperCase()}".`], asked])
  })

  it.each([
    ["+1 (201) 555-01.23", "#/phones/+12015550123"],
    ["12015550123", "#/phones/+12015550123"],
    ["123456", "#/phones/+123456"],
    ["123456789012345", "#/phones/+123456789012345"]
  ])("goes from %s to its phone", async (text, hash) => {
    expect((await search(text)).slice(0, 2)).toStrictEqual([hash, []])
  })

  it.each(["12345", "1234567890123456", `x${id}`, `${id}0`])("takes %s for a text", async (text) => {
    expect((await search(text)).slice(0, 2)).toStrictEqual([null, ["The search found no answer."]])
  })

  it("finds a text in what a message says and is called, and else a template", async () => {
    const all = [
      { ...Samples.message, id: "m1", template_name: null, message_body: null },
      { ...Samples.message, id: "m2", template_name: "Invoice_Due", status: "READ" },
      { ...Samples.message, id: "m3", message_body: { ...Samples.body, content: "Your Parcel & more" } },
      { ...Samples.message, id: "m4", status: "FAILED", message_body: { ...Samples.body, header: "Big News" } }
    ]
    const given = {
      [list]: { messages: all },
      [found("invoice")]: { templates: [] },
      [found("PARCEL%20%26")]: { templates: [Samples.template] },
      [found("big%20n")]: { templates: [] },
      [found("failed")]: { templates: [] },
      [found("order-x")]: { templates: [Samples.template] },
      [found("nothing")]: { templates: [] }
    }
    const results: Array<unknown> = []
    for (const text of ["invoice", "PARCEL &", "big n", "failed", "order-x", "nothing", "  "]) {
      results.push((await search(text, given)).slice(0, 2))
    }
    expect(results).toStrictEqual([
      ["#/messages/m2", []],
      ["#/messages/m3", []],
      ["#/messages/m4", []],
      ["#/messages/m4", []],
      ["#/templates/t1", []],
      [null, ["Nothing here is called \"nothing\"."]],
      [null, []]
    ])
    expect((await search("invoice", given)).at(-1)).toStrictEqual([found("invoice"), list])
  })
})
