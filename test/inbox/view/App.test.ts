/**
 * The whole page: its bar, its list of views, its keys and its sentences, on an emulator and on a console.
 */
import type { Account } from "@signalbox/inbox/internal/source/source"
import { app } from "@signalbox/inbox/internal/view/app"
import { afterEach, describe, expect, it, vi } from "vitest"
import * as Samples from "./Samples.ts"
import * as Shown from "./Shown.ts"
import { rows } from "./Shown.ts"

afterEach(Shown.forget)

const count = (name: string) => `GET v3/${name}?page=1&page_size=1`
const counts = ["messages", "webhooks", "templates", "contacts"].map(count)
const clock = "GET clock"
const travels = "POST clock"
const still = { now: Shown.wall(12), offset_ms: 0, idle: true, next: null }

const answers: Shown.Answers = {
  [clock]: still,
  [travels]: { ...still, now: Shown.wall(13, 5) },
  [count("messages")]: { pagination: { total_count: 1234 } },
  [count("webhooks")]: { pagination: { total_count: 0 } },
  "GET carriers": [],
  "GET faults": { store: "up", idempotency: "up" },
  "GET v3/contacts?page=1&page_size=100": { contacts: [Samples.contact], pagination: { total_count: 1 } },
  "POST reset": null
}

const beta: Account = { id: "beta", name: "Beta", type: "organization", api_key: "9999888877" }

const open = (more: Shown.Options = {}) => {
  const kept = new Map<string, string>()
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value)
  })
  return Shown.open(({ source }) => app({ source }), { hash: "#/carriers", answers, ...more })
}

/** The sentence that is shown for a moment. */
const toast = (page: Shown.Shown) => page.document.querySelectorAll(".toast").map(({ textContent }) => textContent)

const bar = (page: Shown.Shown) => page.sketch("header")

describe("the page", () => {
  it("has the bar, the views, and what a client needs to begin", async () => {
    const page = await open()
    expect(page.asked()).toStrictEqual(["GET accounts", clock, ...counts, "GET faults", "GET carriers"])
    const whole = page.sketch()
    expect(whole.slice(0, whole.indexOf("Carriers"))).toStrictEqual(rows(
      ["Skip to the view -> #main", "Signalbox -> #/phones", "Acme", "[]", "/"],
      ["(go)", "Mon 9 Mar 12:00", "<+1 min>", "<+1 h>", "<+1 day>", "<Quiet hours>", "<Reset>", "<Colours: system>"],
      ["(off) Phones -> #/phones", "(off) Messages 1,234 -> #/messages", "(off) Webhooks 0 -> #/webhooks"],
      ["(info) Carriers -> #/carriers *", "(off) Templates -> #/templates", "(off) Contacts -> #/contacts"],
      ["(off) Send -> #/send", "Base URL and key", "http://emulator", "1234…7890", "<Copy as environment>"],
      "API reference -> docs"
    ))
    expect(toast(page)).toStrictEqual([])
    await page.click("Copy as environment")
    expect(page.copied).toStrictEqual(["export SIGNALBOX_URL=http://emulator SIGNALBOX_KEY=1234567890"])
    expect(toast(page)).toStrictEqual(["The address and the key are copied, as variables of the environment."])
    await page.click("Skip to the view")
    expect([page.document.activeElement?.attributes.get("id"), page.location.hash]).toStrictEqual([
      "main",
      "#/carriers"
    ])
    await page.close()
    expect(page.hearers.get("hashchange")?.size).toBe(0)
    expect(page.hearers.get("keydown")?.size).toBe(0)
  })

  it("counts again what an event may have changed, and looks again every three seconds", async () => {
    const page = await open()
    page.asked()
    await page.pass(2999)
    expect(page.asked()).toStrictEqual([])
    await page.pass(1)
    await page.pass(40)
    expect(page.asked().toSorted()).toStrictEqual(
      ["GET accounts", clock, ...counts, "GET faults", "GET carriers"].toSorted()
    )
    page.document.visibilityState = "hidden"
    await page.pass(6100)
    expect(page.asked()).toStrictEqual([])
    await page.close()
  })

  it("is named after what it shows", async () => {
    const page = await open()
    const titles: Array<string> = []
    for (const hash of ["#/carriers", "#/messages/m1/m2", "#/send", "", "#/nothing"]) {
      await page.settled(() => page.location.hash = hash)
      titles.push(page.document.title)
    }
    expect(titles).toStrictEqual(rows(
      ["Carriers · Signalbox", "m1 · Messages · Signalbox", "Send · Signalbox"],
      ["Phones · Signalbox", "Phones · Signalbox"]
    ))
    await page.close()
  })

  it("shows a sentence for six seconds, each anew", async () => {
    const page = await open()
    await page.click("Copy as environment")
    await page.pass(5000)
    await page.click("+1 min")
    await page.pass(5999)
    expect(toast(page)).toStrictEqual(["It is 13:05 now."])
    await page.pass(1)
    expect(toast(page)).toStrictEqual([])
    await page.close()
  })

  it("says that it looks for the service, why it is not there, and that there is no account", async () => {
    const said = async (given: unknown) => {
      const page = await Shown.open(({ source }) => app({ source }), { answers: { ...answers, "GET accounts": given } })
      const found = page.sketch()
      await page.close()
      return found
    }
    expect(await said(() => new Promise(() => {}))).toStrictEqual(["Signalbox", "Looking for the service…"])
    expect(await said(new Error("It is away."))).toStrictEqual(["Signalbox", "It is away."])
    expect(await said([])).toStrictEqual(["Signalbox", "There is no account yet."])
  })

  it("offers on a console what a service has a say over, without a key", async () => {
    const page = await open({ isEmulator: false, accounts: [{ id: "acme", name: "Acme", type: "organization" }] })
    expect(page.asked().includes(clock)).toBe(false)
    expect(bar(page)).toStrictEqual(["Signalbox -> #/phones", "Acme", "[]", "/", "<Colours: system>"])
    expect(page.within("Views", "nav")).toStrictEqual([
      "(off) Messages 1,234 -> #/messages",
      "(off) Webhooks 0 -> #/webhooks",
      "(off) Templates -> #/templates",
      "(off) Contacts -> #/contacts"
    ])
    expect(page.sketch("main")[0]).toBe("Messages")
    await page.close()
  })

  it("shows the account of its address, keeps it in every link, and changes to another one", async () => {
    const page = await open({ accounts: [Shown.acme, beta], hash: "#/contacts/c1" })
    expect(page.field("Account", 0).value).toBe("acme")
    page.asked()
    await page.fill("Account", "beta")
    expect(page.location.hash).toBe("#/contacts?account=beta")
    expect(page.asked().toSorted()).toStrictEqual(
      ["GET v3/contacts?page=1&page_size=100", ...counts].map((each) => `${each} as beta`).toSorted()
    )
    expect(bar(page)[0]).toBe("Signalbox -> #/phones?account=beta")
    expect(page.sketch()).toContain("9999…8877")
    expect(page.within("Views", "nav")[1]).toBe("(off) Messages 1,234 -> #/messages?account=beta")
    await page.fill("Account", "nobody")
    expect(page.location.hash).toBe("#/contacts?account=beta")
    await page.fill("Account", "acme")
    expect(page.location.hash).toBe("#/contacts")
    await page.close()
  })
})

describe("the clock", () => {
  const minutes = 60_000

  it("goes on by itself, and further by each jump or to what is due next", async () => {
    const next = { name: "quiet_hours_end", at: Shown.wall(12, 30, 0, 500) }
    const page = await open({ answers: { ...answers, [clock]: { ...still, offset_ms: 90 * minutes, next } } })
    expect(bar(page).slice(4, 11)).toStrictEqual(rows(
      ["(wait)", "Mon 9 Mar 13:30", "90 min ahead", "<+1 min>", "<+1 h>", "<+1 day>"],
      "<Next due: 12:30 quiet hours end>"
    ))
    await page.pass(61_000)
    expect(bar(page)[5]).toBe("Mon 9 Mar 13:31")
    page.answers({ [clock]: { ...still, next } })
    await page.pass(3100)
    page.asked()
    for (const name of ["+1 min", "+1 h", "+1 day"]) await page.click(name)
    await page.click("Next due: 12:30 quiet hours end")
    const passed = Date.now() - Shown.noon
    const jumps = [minutes, 60 * minutes, 1440 * minutes, 30 * minutes + 500 - passed]
    expect(page.asked()).toStrictEqual(jumps.map((advance_ms) => [travels, { advance_ms }]))
    expect(toast(page)).toStrictEqual(["It is 13:05 now."])
    expect(bar(page).slice(4, 6)).toStrictEqual(["(go)", "Mon 9 Mar 12:01"])
    await page.close()
  })

  it("does not go back, and cannot be pressed while it travels", async () => {
    let answer: (given: unknown) => void = () => {}
    const page = await open({
      answers: {
        ...answers,
        [clock]: { ...still, next: { name: "retry", at: Shown.wall(11) } },
        [travels]: () => new Promise((resolve) => answer = resolve)
      }
    })
    page.asked()
    await page.click("Next due: 11:00 retry")
    expect(page.asked()).toStrictEqual([[travels, { advance_ms: 0 }]])
    expect(bar(page).slice(6, 10)).toStrictEqual(rows(
      ["<+1 min, disabled>", "<+1 h, disabled>", "<+1 day, disabled>", "<Next due: 11:00 retry, disabled>"]
    ))
    await page.settled(() => answer(still))
    expect(bar(page).slice(6, 9)).toStrictEqual(["<+1 min>", "<+1 h>", "<+1 day>"])
    page.answers({ [travels]: new Error("Time stands still.") })
    await page.click("+1 h")
    expect([toast(page), bar(page)[7]]).toStrictEqual([["Time stands still."], "<+1 h>"])
    await page.close()
  })

  it("has no lamp before it is known", async () => {
    const page = await open({ answers: { ...answers, [clock]: () => new Promise(() => {}) } })
    expect(bar(page).slice(4, 7)).toStrictEqual(["(off)", "Mon 9 Mar 12:00", "<+1 min>"])
    await page.close()
  })
})

describe("the quiet hours", () => {
  it.each<readonly [unknown, name: string, to: string, sentence: string]>([
    [undefined, "<Quiet hours>", "us-tcpa", "Messages to the United States wait from 21:00 to 08:00."],
    [null, "<Quiet hours>", "us-tcpa", "Messages to the United States wait from 21:00 to 08:00."],
    ["off", "<Quiet hours>", "us-tcpa", "Messages to the United States wait from 21:00 to 08:00."],
    ["us-tcpa", "<Quiet hours, on>", "off", "No message waits for the morning."],
    [{ from: "21:00" }, "<Quiet hours, on>", "off", "No message waits for the morning."]
  ])("of %j are switched", async (quiet_hours, name, to, sentence) => {
    const page = await open({ accounts: [{ ...Shown.acme, quiet_hours }] })
    expect(bar(page)).toContain(name)
    page.answers({ "PATCH accounts/acme": null })
    page.asked()
    await page.click("Quiet hours")
    expect(page.asked()).toStrictEqual([["PATCH accounts/acme", { quiet_hours: to }], "GET accounts"])
    expect(toast(page)).toStrictEqual([sentence])
    page.answers({ "PATCH accounts/acme": new Error("It has no quiet.") })
    await page.click("Quiet hours")
    expect([page.asked().includes("GET accounts"), toast(page)]).toStrictEqual([false, ["It has no quiet."]])
    await page.close()
  })
})

describe("the reset", () => {
  it("asks first, begins anew, and goes to the phones", async () => {
    const page = await open()
    await page.click("Reset")
    expect(page.within("Reset", "dialog")).toStrictEqual([
      "Begin anew?",
      "Every message, contact and template goes, the clock comes back, and the seed is sown again.",
      "<Begin anew>",
      "<Keep all>"
    ])
    page.asked()
    await page.click("Keep all")
    expect([page.asked(), bar(page).includes("Begin anew?")]).toStrictEqual([[], false])
    page.answers({ "POST reset": new Error("It is busy.") })
    await page.click("Reset")
    await page.click("Begin anew")
    expect([toast(page), page.location.hash]).toStrictEqual([["It is busy."], "#/carriers"])
    page.answers({ "POST reset": null })
    page.asked()
    await page.click("Begin anew")
    expect([page.asked()[0], toast(page), page.location.hash, bar(page).includes("Begin anew?")]).toStrictEqual([
      ["POST reset", {}],
      ["The emulator has begun anew."],
      "#/phones",
      false
    ])
    await page.close()
  })
})

describe("the colours", () => {
  it("go around, are kept, and are the system's without a choice", async () => {
    const page = await open()
    const { dataset } = page.document.documentElement
    const seen: Array<unknown> = []
    for (const name of ["system", "light", "dark", "system"]) {
      const button = page.one(`Colours: ${name}`, 0, "button")
      seen.push([dataset["theme"], localStorage.getItem("signalbox-theme"), button.attributes.get("title")])
      await page.click(`Colours: ${name}`)
    }
    expect(seen).toStrictEqual([
      [undefined, "system", "Change to light"],
      ["light", "light", "Change to dark"],
      ["dark", "dark", "Change to system"],
      [undefined, "system", "Change to light"]
    ])
    await page.close()
  })

  it("last as long as the page where nothing is kept, and nobody knows another", async () => {
    const page = await open()
    localStorage.setItem("signalbox-theme", "dark")
    await page.show(null)
    await page.show(app({ source: page.source }))
    expect(bar(page).at(-1)).toBe("<Colours: dark>")
    localStorage.setItem("signalbox-theme", "pink")
    await page.show(null)
    await page.show(app({ source: page.source }))
    expect(bar(page).at(-1)).toBe("<Colours: system>")
    await page.show(null)
    const never = () => {
      throw new Error("Nothing is kept.")
    }
    vi.stubGlobal("localStorage", { getItem: never, setItem: never })
    await page.show(app({ source: page.source }))
    await page.click("Colours: system")
    expect(bar(page).at(-1)).toBe("<Colours: light>")
    await page.close()
  })
})
