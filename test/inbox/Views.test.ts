/**
 * Every view with one of everything in it, element for element as it was agreed on: `npm test -- test/inbox/Views.test.ts
 * -u` accepts what is shown now.
 */
import type { Request } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Chromium from "../browser/Chromium.ts"
import * as Markup from "./Markup.ts"
import type { Inbox, Shown } from "./Page.ts"
import * as Page from "./Page.ts"
import * as Scene from "./Scene.ts"

type Place = readonly [name: string, address: (scene: Scene.Scene) => string, sight: string]

/** Each view by its name, its address, and what is there when it is shown whole. */
const places: ReadonlyArray<Place> = [
  ["phones", () => "#/phones", "text=Order 4711"],
  ["phone", () => "#/phones/+33612345678", "text=Between ten and noon."],
  ["phone-of-rerouted", ({ rerouted }) => `#/phones/+12015550123/${rerouted}`, "main .line b >> text=DELIVERED"],
  ["phone-opted-out", () => "#/phones/+31611223344", "text=opted out"],
  ["phone-with-script", () => "#/phones/+12015550125", "text=Next submission"],
  ["messages", () => "#/messages", "text=the newest first"],
  ["messages-failed", () => "#/messages?status=FAILED", "text=the newest first"],
  ["message-delivered", ({ delivered }) => `#/messages/${delivered}`, "aside .line b >> text=DELIVERED"],
  ["message-rerouted", ({ rerouted }) => `#/messages/${rerouted}`, "aside .line b >> text=DELIVERED"],
  ["message-failed", ({ failed }) => `#/messages/${failed}`, "aside .line b >> text=FAILED"],
  ["message-scheduled", ({ scheduled }) => `#/messages/${scheduled}`, "text=What would become of it now"],
  ["webhooks", () => "#/webhooks", "text=Orders"],
  ["webhook", ({ webhook }) => `#/webhooks/${webhook}`, "text=message.delivered"],
  ["carriers", () => "#/carriers", "text=As by default"],
  ["templates", () => "#/templates", "text=hello_welcome_to_signalbox"],
  ["template", ({ template }) => `#/templates/${template}`, ".previews .bubble >> nth=2"],
  ["template-new", () => "#/templates/new", ".previews .meter"],
  ["contacts", () => "#/contacts", "text=+1 201-555-0123"],
  ["send", () => "#/send?to=%2B12015550127", "[aria-label=Code]"],
  ["unknown", () => "#/nothing", "text=Order 4711"]
]

describe.runIf(Chromium.isThere)("the views of the inbox", () => {
  let inbox: Inbox
  let scene: Scene.Scene
  let shown: Shown
  /** Answers for which the page waits; its stream of events never ends. */
  const awaited = new Set<Request>()

  beforeAll(async () => {
    inbox = await Page.start()
    scene = await Scene.play(inbox)
    shown = await inbox.open("#/phones")
    const { page } = shown
    page.on("request", (request) => {
      if (!new URL(request.url()).pathname.endsWith("/events")) awaited.add(request)
    })
    page.on("requestfinished", (request) => awaited.delete(request))
    page.on("requestfailed", (request) => awaited.delete(request))
  }, 300_000)

  afterAll(async () => {
    await inbox?.stop()
  })

  it.each(places)("%s", async (name, address, sight) => {
    const { page, wrong } = shown
    await page.goto(`${inbox.url}/${address(scene)}`)
    await page.locator(sight).first().waitFor()
    await expect(await Markup.of(page, () => awaited.size > 0)).toMatchFileSnapshot(`views/${name}.txt`)
    expect(wrong).toEqual([])
  })
})
