/**
 * The page begins by its own source, says why it cannot, and its views stand nowhere else.
 */
import { el, view } from "@signalbox/inbox/internal/element"
import { control, useInbox } from "@signalbox/inbox/internal/inbox"
import { explain } from "@signalbox/inbox/internal/source/source"
import { afterEach, expect, it, vi } from "vitest"
import type { Element } from "./Dom.ts"
import { Document } from "./Dom.ts"
import * as Shown from "./Shown.ts"

afterEach(Shown.forget)

const main = new URL("../../../packages/inbox/src/internal/main.ts", import.meta.url).href

/** Loads the page's module anew for a document, and returns what it asked and what stands there then. */
const begin = async (name: string, root: (document: Document) => Element | null) => {
  const document = new Document()
  const asked: Array<string> = []
  vi.stubGlobal("document", document)
  vi.stubGlobal("location", { hash: "" })
  vi.stubGlobal("addEventListener", () => {})
  vi.stubGlobal(
    "EventSource",
    class {
      addEventListener(): void {}
    }
  )
  vi.stubGlobal(
    "BroadcastChannel",
    class {
      addEventListener(): void {}
    }
  )
  vi.stubGlobal("navigator", { locks: { request: () => new Promise(() => {}) } })
  vi.stubGlobal("fetch", (url: string) => {
    asked.push(url)
    return Promise.resolve(
      new Response(JSON.stringify({ error: { message: "You are not known here." } }), { status: 401 })
    )
  })
  const place = root(document)
  if (place !== null) document.body.append(place)
  await import(`${main}?${name}`)
  const text = () => place?.textContent
  return { asked, text }
}

const rootOf = (source: string) => (document: Document): Element => {
  const root = document.createElement("div")
  root.setAttribute("id", "inbox")
  root.dataset["source"] = source
  return root
}

it("asks a console for its session, and says why there is none", async () => {
  const { asked, text } = await begin("console", rootOf("console"))
  await vi.waitFor(() => expect(text()).toBe("You are not known here."))
  expect(asked).toStrictEqual(["session"])
})

it("asks an emulator for its accounts and its clock", async () => {
  const { asked, text } = await begin("emulator", rootOf("emulator"))
  expect(text()).toBe("SignalboxLooking for the service…")
  await vi.waitFor(() => expect(text()).toBe("SignalboxYou are not known here."))
  expect(asked).toStrictEqual(["emulator/accounts", "emulator/clock"])
})

it("does nothing without its place", async () => {
  const { asked } = await begin("nowhere", () => null)
  expect(asked).toStrictEqual([])
})

it("has no view outside of the inbox, and no control where there is none", async () => {
  const Part = () => el("p", {}, useInbox().account.name)
  await expect(Shown.open(() => view(Part, {}))).rejects.toThrow("A view stands within the inbox.")
  const said: Array<Promise<string>> = []
  const Other = () => {
    const inbox = useInbox()
    if (said.length === 0) said.push(control(inbox, "GET", "clock").then(() => "answered", explain))
    return el("p", {})
  }
  const page = await Shown.view(() => view(Other, {}), { isEmulator: false })
  expect(await said[0]).toBe("There is no control here.")
  await page.close()
})
