import type { VNode } from "preact"
import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks"
import type { Address } from "../address.ts"
import { parse } from "../address.ts"
import { el, view } from "../element.ts"
import type { Inbox } from "../inbox.ts"
import { provided } from "../inbox.ts"
import { fromLooks, fromStream } from "../live/live.ts"
import type { Live } from "../live/live.ts"
import { useLoaded } from "../live/loaded.ts"
import type { Clock } from "../source/shapes.ts"
import type { Source } from "../source/source.ts"
import { bar } from "./bar.ts"
import { carriers } from "./carriers.ts"
import { contacts } from "./contacts.ts"
import { keys } from "./keys.ts"
import { messages } from "./messages.ts"
import { phones } from "./phones.ts"
import { send } from "./send.ts"
import { offered, side } from "./side.ts"
import { templates } from "./templates.ts"
import { webhooks } from "./webhooks.ts"

const shown = { phones, messages, webhooks, carriers, templates, contacts, send }

/** A source without a stream is looked at so often, in milliseconds. */
const lookMillis = 3000
/** A sentence stays so long, in milliseconds. */
const toastMillis = 6000

const useAddress = (): Address => {
  const [address, setAddress] = useState(() => parse(location.hash))
  useEffect(() => {
    const changed = (): void => setAddress(parse(location.hash))
    addEventListener("hashchange", changed)
    return () => removeEventListener("hashchange", changed)
  }, [])
  return address
}

const useToast = (): readonly [string, (sentence: string) => void] => {
  const [toast, setToast] = useState("")
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const say = useCallback((sentence: string): void => {
    clearTimeout(timer.current)
    setToast(sentence)
    timer.current = setTimeout(() => setToast(""), toastMillis)
  }, [])
  return [toast, say]
}

const titleOf = ({ parts, view }: Address): string =>
  [...parts.slice(0, 1), view.charAt(0).toUpperCase() + view.slice(1), "Signalbox"].join(" · ")

interface Properties {
  readonly source: Source
}

const App = ({ source }: Properties): VNode => {
  const live = useMemo<Live>(() => source.events === null ? fromLooks(lookMillis) : fromStream(source.events), [source])
  const address = useAddress()
  const [toast, say] = useToast()
  const accounts = useLoaded(live, { key: "accounts", load: source.accounts, wakes: () => false })
  const time = useLoaded(live, {
    key: source.control === null ? null : "clock",
    load: () => source.control === null ? Promise.reject(new Error("no clock")) : source.control<Clock>("GET", "clock"),
    wakes: ({ type }) => type === "clock" || type === "message"
  }).value
  const offset = time?.offset_ms ?? 0
  useEffect(() => {
    document.title = titleOf(address)
  }, [address])

  const all = accounts.value ?? []
  const account = all.find(({ id }) => id === address.settings["account"]) ?? all[0]
  if (account === undefined) {
    const sentence = accounts.flaw ??
      (accounts.value === null ? "Looking for the service…" : "There is no account yet.")
    return el("main.main", { id: "main" }, el("h1", {}, "Signalbox"), el("p.lead", { role: "status" }, sentence))
  }
  const inbox: Inbox = { source, live, address, accounts: all, account, say, now: () => Date.now() + offset }
  const name = offered(inbox).includes(address.view) ? address.view : "messages"
  return provided(
    inbox,
    el(
      "div.frame",
      {},
      el("a.skip", {
        href: "#main",
        onClick: (event) => {
          // The address names a view, so the focus goes there by itself.
          event.preventDefault()
          document.getElementById("main")?.focus()
        }
      }, "Skip to the view"),
      bar({ time, onChange: accounts.reload }),
      side(),
      shown[name](),
      keys(),
      el("div", { role: "status", "aria-live": "polite" }, toast === "" ? null : el("div.toast", {}, toast))
    )
  )
}

/** The whole page, on a source. */
export const app = (properties: Properties): VNode => view(App, properties)
