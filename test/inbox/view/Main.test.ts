/**
 * The page begins by its own source, says why it cannot, and its views stand nowhere else.
 */
import { el, view } from "@signalbox/inbox/internal/element"
import { control, useInbox } from "@signalbox/inbox/internal/inbox"
import { explain } from "@signalbox/inbox/internal/source/source"
import { afterEach, expect, it, vi } from "vitest"
import { Document } from "./Dom.ts"
import * as Shown from "./Shown.ts"

afterEach(Shown.forget)

// A module is loaded once for a process, so the emulator's page is left to the tests in a browser.
it("asks a console for its session, and says why there is none", async () => {
  const document = new Document()
  const root = document.createElement("div")
  root.setAttribute("id", "inbox")
  root.dataset["source"] = "console"
  document.body.append(root)
  const asked: Array<string> = []
  vi.stubGlobal("document", document)
  vi.stubGlobal("fetch", (url: string) => {
    asked.push(url)
    const error = { message: "You are not known here." }
    return Promise.resolve(new Response(JSON.stringify({ error }), { status: 401 }))
  })
  await import("@signalbox/inbox/internal/main")
  await vi.waitFor(() => expect(root.textContent).toBe("You are not known here."))
  expect(asked).toStrictEqual(["session"])
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
