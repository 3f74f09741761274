/**
 * How the views hear of what happens: one tab reads the stream for all of them, and a load is made again when something
 * may have changed, and never twice beside each other.
 */
import { el, view } from "@signalbox/inbox/internal/element"
import type { Live, LiveEvent } from "@signalbox/inbox/internal/live/live"
import { fromStream } from "@signalbox/inbox/internal/live/live"
import type { Loaded } from "@signalbox/inbox/internal/live/loaded"
import { useLoaded } from "@signalbox/inbox/internal/live/loaded"
import { copy } from "@signalbox/inbox/internal/part/copy"
import { afterEach, describe, expect, it, vi } from "vitest"
import * as Shown from "./Shown.ts"

afterEach(Shown.forget)

type Hearer = (event: { readonly data: unknown }) => void

/** A tab with a stream and a channel that are played by hand. */
const tab = async () => {
  const page = await Shown.open(() => el("div", {}))
  const posted: Array<unknown> = []
  const channels: Array<Hearer> = []
  const streams: Array<{ readonly url: string; readonly hearers: Map<string, Hearer> }> = []
  const locks: Array<readonly [name: string, got: () => Promise<void>]> = []
  vi.stubGlobal(
    "BroadcastChannel",
    class {
      readonly name: string
      constructor(name: string) {
        this.name = name
      }
      addEventListener(type: string, told: Hearer): void {
        if (type === "message") channels.push(told)
      }
      postMessage(event: unknown): void {
        posted.push([this.name, event])
      }
    }
  )
  vi.stubGlobal(
    "EventSource",
    class {
      readonly hearers = new Map<string, Hearer>()
      constructor(url: string) {
        streams.push({ url, hearers: this.hearers })
      }
      addEventListener(type: string, told: Hearer): void {
        this.hearers.set(type, told)
      }
    }
  )
  vi.stubGlobal("navigator", {
    locks: {
      request: (name: string, got: () => Promise<void>) => {
        locks.push([name, got])
        return new Promise(() => {})
      }
    }
  })
  return { page, posted, channels, streams, locks }
}

describe("a stream of events", () => {
  it("is read by the tab that has the lock, which tells all others", async () => {
    const { channels, locks, page, posted, streams } = await tab()
    const heard: Array<LiveEvent> = []
    const leave = fromStream("emulator/events").listen((event) => heard.push(event))
    const { dataset } = page.document.documentElement
    expect([dataset["stream"], streams, locks.map(([name]) => name)]).toStrictEqual(["shared", [], ["signalbox-inbox"]])
    const other = { type: "message", data: { message_id: "m1" } }
    channels[0]?.({ data: other })
    expect([heard.splice(0), posted]).toStrictEqual([[other], []])

    let isGivenBack = false
    locks[0]?.[1]().then(() => isGivenBack = true, () => {})
    const [stream] = streams
    expect([dataset["stream"], stream?.url, [...stream?.hearers.keys() ?? []]]).toStrictEqual([
      "own",
      "emulator/events",
      ["message", "handset", "delivery", "template", "contact", "carrier", "clock", "reset", "open"]
    ])
    const reset = { type: "reset", data: {} }
    const told = (...events: ReadonlyArray<LiveEvent>) => {
      expect(posted.splice(0)).toStrictEqual(events.map((event) => ["signalbox-inbox", event]))
      expect(heard.splice(0)).toStrictEqual(events)
    }
    stream?.hearers.get("open")?.({ data: "" })
    told(reset)
    stream?.hearers.get("open")?.({ data: "" })
    told()
    stream?.hearers.get("contact")?.({ data: "{\"contact_id\":\"c1\"}" })
    told({ type: "contact", data: { contact_id: "c1" } })
    stream?.hearers.get("clock")?.({ data: "{" })
    told(reset)
    await page.settled()
    expect(isGivenBack).toBe(false)
    leave()
    stream?.hearers.get("clock")?.({ data: "{}" })
    expect(heard).toStrictEqual([])
    await page.close()
  })
})

/** A load that is answered by hand, and what is shown of it. */
const loading = async () => {
  const waiting: Array<readonly [resolve: (value: string) => void, reject: (error: unknown) => void]> = []
  const listeners = new Set<(event: LiveEvent) => void>()
  const live: Live = {
    listen: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    }
  }
  let latest: Loaded<string> | undefined
  const Part = ({ name }: { readonly name: string | null }) => {
    latest = useLoaded(live, {
      key: name,
      load: () => new Promise<string>((resolve, reject) => waiting.push([resolve, reject])),
      wakes: ({ type }) => type === "mine"
    })
    return el("div", {}, latest.value, latest.flaw)
  }
  const page = await Shown.open(() => view(Part, { name: "a" }))
  return {
    page,
    waiting,
    listeners,
    tell: (type: string) =>
      page.settled(() => {
        for (const listener of listeners) listener({ type, data: {} })
      }),
    show: (name: string | null) => page.show(view(Part, { name })),
    reload: () => page.settled(() => latest?.reload()),
    answer: (place: number, value: string) => page.settled(() => waiting[place]?.[0](value)),
    refuse: (place: number, error: unknown) => page.settled(() => waiting[place]?.[1](error)),
    shown: () => [latest?.value, latest?.flaw, waiting.length]
  }
}

describe("a load", () => {
  it("is made once for events of one burst, and for each burst", async () => {
    const { answer, page, shown, tell } = await loading()
    expect(shown()).toStrictEqual([null, null, 1])
    await answer(0, "one")
    expect(shown()).toStrictEqual(["one", null, 1])
    await tell("other")
    await page.pass(100)
    expect(shown()).toStrictEqual(["one", null, 1])
    await tell("mine")
    await page.pass(39)
    await tell("reset")
    expect(shown()).toStrictEqual(["one", null, 1])
    await page.pass(1)
    await page.pass(100)
    expect(shown()).toStrictEqual(["one", null, 2])
    await answer(1, "two")
    await tell("reset")
    await page.pass(40)
    expect(shown()).toStrictEqual(["two", null, 3])
    await page.close()
  })

  it("that is under way is followed by one more when something has changed meanwhile", async () => {
    const { answer, page, reload, shown } = await loading()
    await reload()
    await reload()
    expect(shown()).toStrictEqual([null, null, 1])
    await answer(0, "one")
    expect(shown()).toStrictEqual(["one", null, 2])
    await answer(1, "two")
    expect(shown()).toStrictEqual(["two", null, 2])
    await reload()
    expect(shown()).toStrictEqual(["two", null, 3])
    await page.close()
  })

  it("that is refused says so beside what was there, until it is answered", async () => {
    const { answer, page, refuse, reload, shown } = await loading()
    await refuse(0, new Error("no"))
    expect(shown()).toStrictEqual([null, "no", 1])
    await reload()
    await answer(1, "one")
    expect(shown()).toStrictEqual(["one", null, 2])
    await reload()
    await refuse(2, "never")
    expect(shown()).toStrictEqual(["one", "never", 3])
    await page.close()
  })

  it("of another thing forgets the first, and hears nothing of it any more", async () => {
    const { answer, listeners, page, refuse, shown, show, tell } = await loading()
    await answer(0, "one")
    await tell("mine")
    await show("b")
    expect(shown()).toStrictEqual([null, null, 2])
    await page.pass(100)
    expect(shown()).toStrictEqual([null, null, 2])
    await refuse(1, new Error("no"))
    expect(shown()).toStrictEqual([null, "no", 2])
    await show("a")
    expect(shown()).toStrictEqual([null, null, 3])
    await show("c")
    await refuse(2, new Error("late"))
    expect(shown()).toStrictEqual([null, null, 4])
    await show("d")
    await answer(3, "late")
    expect(shown()).toStrictEqual([null, null, 5])
    await show(null)
    expect([shown(), listeners.size]).toStrictEqual([[null, null, 5], 0])
    await page.close()
  })
})

describe("a copy", () => {
  const copying = () => Shown.view(() => copy({ text: "the text", label: "Copy", done: "Done." }))

  it("is made by a selection where there is no clipboard, of which nothing stays", async () => {
    const page = await copying()
    vi.stubGlobal("navigator", {})
    await page.click("Copy")
    expect([page.document.copied, page.heard()]).toStrictEqual([["the text"], ["Done."]])
    expect(page.document.querySelectorAll("textarea")).toStrictEqual([])
    await page.close()
  })

  it("says that the browser does not allow it", async () => {
    const page = await copying()
    vi.stubGlobal("navigator", { clipboard: { writeText: () => Promise.reject(new Error("no")) } })
    await page.click("Copy")
    expect(page.heard()).toStrictEqual(["The browser does not let this page copy."])
    await page.close()
  })
})
