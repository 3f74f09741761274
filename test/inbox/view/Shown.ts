/**
 * A view before a source that answers by a table: whatever somebody does on the page is told as what was asked of the
 * source, what was said to them, and what stands there then.
 */
import type { Address } from "@signalbox/inbox/internal/address"
import { parse } from "@signalbox/inbox/internal/address"
import { view as viewOf } from "@signalbox/inbox/internal/element"
import type { Inbox } from "@signalbox/inbox/internal/inbox"
import { provided } from "@signalbox/inbox/internal/inbox"
import type { Listener, Live, LiveEvent } from "@signalbox/inbox/internal/live/live"
import type { Account, Received, Source } from "@signalbox/inbox/internal/source/source"
import { Refusal } from "@signalbox/inbox/internal/source/source"
import { setImmediate as turn } from "node:timers/promises"
import type { VNode } from "preact"
import { render } from "preact"
import { useEffect, useState } from "preact/hooks"
import { act } from "preact/test-utils"
import { vi } from "vitest"
import type { Happening, Hearer } from "./Dom.ts"
import { Document, Element, Field, Text } from "./Dom.ts"

/** By the method and the path: what is answered, or what answers a body. A path that begins with `v3/` is the API's. */
export type Answers = Readonly<Record<string, unknown>>

export interface Options {
  readonly hash?: string
  readonly answers?: Answers
  readonly accounts?: ReadonlyArray<Account>
  readonly mayWrite?: boolean
  /** False for a console, which has no control. */
  readonly isEmulator?: boolean
  readonly verify?: (received: Received) => Promise<boolean>
  readonly events?: string
}

export const acme: Account = { id: "acme", name: "Acme", type: "organization", api_key: "1234567890" }

/** The views' clock stands here, by the clock on the wall of whoever runs the tests. */
export const noon = new Date(2026, 2, 9, 12).getTime()

/** An instant of that day. */
export const wall = (hour: number, minute = 0, second = 0, millis = 0, day = 9): string =>
  new Date(2026, 2, day, hour, minute, second, millis).toISOString()

const colours = ["go", "wait", "stop", "info"]

const colourOf = (element: Element): string => colours.find((name) => element.classList.contains(name)) ?? "off"

/**
 * Returns what a person gets from an element, piece by piece: texts, lamps by their colour, links by where they lead,
 * fields by what stands in them, and buttons.
 */
export const sketch = (element: Element): ReadonlyArray<string> =>
  element.childNodes.flatMap((child): ReadonlyArray<string> => {
    if (child instanceof Text) return child.data.trim() === "" ? [] : [child.data.trim()]
    const { attributes, classList, localName } = child
    const told = sketch(child)
    const all = told.join(" ")
    if (localName === "dialog" && !attributes.has("open")) return []
    if (classList.contains("hidden")) return []
    if (classList.contains("lamp")) return [`(${colourOf(child)})`]
    if (classList.contains("state")) return [`${all} (${colourOf(child)})`]
    if (localName === "a") {
      return [`${all} -> ${attributes.get("href")}${attributes.has("aria-current") ? " *" : ""}`]
    }
    if (localName === "button") {
      const marks = [
        ...attributes.has("disabled") ? ["disabled"] : [],
        ...attributes.get("aria-pressed") === "true" || attributes.get("aria-selected") === "true" ? ["on"] : []
      ]
      return [`<${[all, ...marks].join(", ")}>`]
    }
    if (child instanceof Field) {
      return [attributes.get("type") === "checkbox" ? `[${child.checked ? "x" : " "}]` : `[${child.value}]`]
    }
    return told
  })

/** A sketch of which some pieces stand in one line of a test. */
export const rows = (...parts: ReadonlyArray<string | ReadonlyArray<string>>): ReadonlyArray<string> => parts.flat()

/** Lets everything happen that waits for nothing but its turn. */
const settled = async (work: () => void = () => {}): Promise<void> => {
  await act(work)
  for (let round = 0; round < 6; round++) await act(async () => void await turn())
}

export type Shown = Awaited<ReturnType<typeof open>>

const nameOf = (element: Element): string => {
  const { attributes } = element
  const label = attributes.get("aria-label")
  if (label !== undefined) return label
  const by = attributes.get("aria-labelledby")
  if (by !== undefined) return element.ownerDocument.getElementById(by)?.textContent ?? ""
  if (!(element instanceof Field)) return element.textContent.trim()
  const id = attributes.get("id")
  const labels = element.ownerDocument.querySelectorAll("label")
  const found = labels.find((each) => id !== undefined && each.attributes.get("for") === id) ??
    element.closest("label")
  return found?.childNodes.map((child) => child instanceof Text ? child.data : "").join("").trim() ?? ""
}

/** A question, with its body where it has one. */
export type Asked = string | readonly [question: string, body: unknown]

/** All that a view stands on, but its place. */
type Given = Pick<Inbox, "source" | "live" | "say">

/** Shows what is made; `close` ends it. */
export const open = async (
  content: (given: Given) => VNode,
  { accounts = [acme], answers = {}, events, hash = "", isEmulator = true, mayWrite = true, verify }: Options = {}
) => {
  vi.useFakeTimers({ now: noon, toFake: ["Date", "setTimeout", "clearTimeout", "setInterval", "clearInterval"] })
  const document = new Document()
  const hearers = new Map<string, Set<Hearer>>()
  const asked: Array<Asked> = []
  const said: Array<string> = []
  const listeners = new Set<Listener>()
  const table = new Map(Object.entries(answers))
  const copied: Array<string> = []
  const root = document.createElement("div")
  document.body.append(root)

  const tellAll = (type: string, happening: Happening): void => {
    for (const hearer of hearers.get(type) ?? []) hearer(happening)
  }
  /** Lets an event happen on an element and on all around it; returns whether somebody has prevented what follows. */
  const happen = (target: Element, type: string, more: Partial<Happening> = {}): boolean => {
    let [isPrevented, isStopped] = [false, false]
    const of = (currentTarget: Element): Happening => ({
      type,
      key: "",
      ctrlKey: false,
      metaKey: false,
      altKey: false,
      preventDefault: () => void (isPrevented = true),
      stopPropagation: () => void (isStopped = true),
      ...more,
      target,
      currentTarget
    })
    for (let each: Element | null = target; each !== null; each = each.parentNode) {
      if (!isStopped) each.hear(of(each))
    }
    if (!isStopped) tellAll(type, of(document.documentElement))
    return isPrevented
  }
  let place = hash
  const location = {
    get hash() {
      return place
    },
    set hash(to: string) {
      place = to
      happen(document.documentElement, "hashchange")
    }
  }
  vi.stubGlobal("document", document)
  vi.stubGlobal("location", location)
  vi.stubGlobal("HTMLElement", Element)
  vi.stubGlobal(
    "addEventListener",
    (type: string, hearer: Hearer) => hearers.set(type, (hearers.get(type) ?? new Set()).add(hearer))
  )
  vi.stubGlobal("removeEventListener", (type: string, hearer: Hearer) => hearers.get(type)?.delete(hearer))
  vi.stubGlobal("navigator", {
    clipboard: {
      writeText: (text: string) => {
        copied.push(text)
        return Promise.resolve()
      }
    }
  })
  const sizes = new Set<() => void>()
  vi.stubGlobal(
    "ResizeObserver",
    class {
      readonly #told: () => void
      constructor(told: () => void) {
        this.#told = told
      }
      observe(): void {
        sizes.add(this.#told)
      }
      disconnect(): void {
        sizes.delete(this.#told)
      }
    }
  )

  const answer = async <A>(who: string, method: string, path: string, body?: unknown): Promise<A> => {
    const question = `${method} ${path}`
    asked.push(body === undefined ? `${question}${who}` : [`${question}${who}`, JSON.parse(JSON.stringify(body))])
    const found = table.get(question)
    const given: unknown = typeof found === "function" ? await found(body) : found
    if (given instanceof Error) throw given
    if (!table.has(question)) throw new Refusal(`Nobody answers ${question}`, 404, "NOBODY", [])
    return given as A
  }
  const source: Source = {
    mayWrite,
    accounts: () => answer("", "GET", "accounts"),
    api: (account, method, path, body) =>
      answer(account.id === "acme" ? "" : ` as ${account.id}`, method, `v3/${path}`, body),
    control: isEmulator ? (method, path, body) => answer("", method, path, body) : null,
    verify: verify ?? null,
    events: events ?? null
  }
  if (!table.has("GET accounts")) table.set("GET accounts", accounts)
  const live: Live = {
    listen: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    }
  }
  await settled(() => render(content({ source, live, say: (sentence) => void said.push(sentence) }), root))

  /** Returns those elements of some tags that bear a name, in the order in which they stand. */
  const all = (name: string, ...tags: ReadonlyArray<string>): ReadonlyArray<Element> =>
    root.within().filter((element) => tags.includes(element.localName) && nameOf(element) === name)
  const one = (name: string, place: number, ...tags: ReadonlyArray<string>): Element => {
    const found = all(name, ...tags).at(place)
    if (found === undefined) {
      const names = root.within().filter(({ localName }) => tags.includes(localName)).map(nameOf)
      throw new Error(`There is no ${tags.join(" or ")} named ${name}, but ${names.join(", ")}`)
    }
    return found
  }
  const field = (name: string, place: number): Field => {
    const found = one(name, place, "input", "textarea", "select")
    if (!(found instanceof Field)) throw new Error(`${name} takes nothing`)
    return found
  }
  return {
    document,
    location,
    source,
    listeners,
    hearers,
    sizes,
    said,
    copied,
    settled,
    one,
    field,
    happen: (target: Element, type: string, more: Partial<Happening> = {}) =>
      settled(() => void happen(target, type, more)),
    /** Other answers from now on. */
    answers: (more: Answers) => {
      for (const [question, given] of Object.entries(more)) table.set(question, given)
    },
    /** Returns what was asked since this was called last. */
    asked: (): ReadonlyArray<Asked> => asked.splice(0),
    heard: (): ReadonlyArray<string> => said.splice(0),
    /** Returns the sketch of all, or of the first that a selector finds. */
    sketch: (selector?: string) => {
      const element = selector === undefined ? root : root.querySelectorAll(selector)[0]
      return element === undefined ? [] : sketch(element)
    },
    /** Returns the sketch of the element of this name. */
    within: (name: string, ...tags: ReadonlyArray<string>) => sketch(one(name, 0, ...tags)),
    click: (name: string, place = 0) =>
      settled(() => {
        const element = one(name, place, "button", "a")
        const isPrevented = happen(element, "click")
        const form = element.closest("form")
        if (element.attributes.get("type") === "submit" && form !== null) happen(form, "submit")
        const href = element.attributes.get("href")
        if (!isPrevented && href?.startsWith("#/") === true) location.hash = href
      }),
    fill: (name: string, value: string, place = 0) =>
      settled(() => {
        const found = field(name, place)
        found.value = value
        happen(found, "input")
        happen(found, "change")
      }),
    check: (name: string, checked: boolean) =>
      settled(() => {
        const found = field(name, 0)
        found.checked = checked
        happen(found, "change")
      }),
    press: (key: string, more: Partial<Happening> = {}) =>
      settled(() => void happen(document.activeElement ?? document.body, "keydown", { ...more, key })),
    tell: (type: string, data: LiveEvent["data"] = {}) =>
      settled(() => {
        for (const listener of listeners) listener({ type, data })
      }),
    pass: (millis: number) => settled(() => void vi.advanceTimersByTime(millis)),
    show: (other: VNode | null) => settled(() => render(other, root)),
    close: () => settled(() => render(null, root))
  }
}

/** Takes away what `open` has put. */
export const forget = (): void => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
}

interface Standing {
  readonly given: Given
  readonly accounts: ReadonlyArray<Account>
  readonly content: () => VNode
}

const Place = ({ accounts, content, given }: Standing): VNode => {
  const [address, setAddress] = useState<Address>(() => parse(location.hash))
  useEffect(() => {
    addEventListener("hashchange", () => setAddress(parse(location.hash)))
  }, [])
  const account = accounts.find(({ id }) => id === address.settings["account"]) ?? accounts[0] ?? acme
  return provided({ ...given, address, accounts, account, now: () => Date.now() }, content())
}

/** Shows one view for an account, at an address that changes as the view's links say. */
export const view = (content: () => VNode, options: Options = {}): Promise<Shown> =>
  open((given) => viewOf(Place, { given, content, accounts: options.accounts ?? [acme] }), options)
