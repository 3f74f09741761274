import type { VNode } from "preact"
import { useCallback, useEffect, useRef, useState } from "preact/hooks"
import { el, view } from "../element.ts"
import type { Inbox } from "../inbox.ts"
import { api, go, link, useInbox } from "../inbox.ts"
import { lamp } from "../part/lamp.ts"
import { flawNotice } from "../part/notice.ts"
import { page } from "../part/page.ts"
import { virtualList } from "../part/virtualList.ts"
import type { Message, Messages as Answer } from "../source/shapes.ts"
import { explain } from "../source/source.ts"
import { channelName, lampOf, plural, statusWord, timeOfDay } from "../words.ts"
import { messagePanel } from "./messagePanel.ts"
import { noMessage } from "./noMessage.ts"

const size = 100

const statuses = ["QUEUED", "SCHEDULED", "SENT", "DELIVERED", "READ", "FAILED", "BLOCKED", "FILTERED", "RECEIVED"]

interface Pages {
  readonly total: number | null
  readonly pages: ReadonlyMap<number, ReadonlyArray<Message>>
  readonly flaw: string | null
}

/** The pages of a list that somebody looks at. What is not seen is forgotten when something has changed. */
const usePages = (inbox: Inbox, query: string) => {
  const [state, setState] = useState<Pages>({ total: null, pages: new Map(), flaw: null })
  const seen = useRef({ first: 0, last: 0 })
  const under = useRef(new Set<string>())

  const load = useCallback((number: number): void => {
    const key = `${query} ${number}`
    if (under.current.has(key)) return
    under.current.add(key)
    api<Answer>(inbox, "GET", `messages?page=${number + 1}&page_size=${size}${query}`).then(
      ({ messages, pagination }) =>
        setState(({ pages }) => ({
          total: pagination.total_count,
          pages: new Map(pages).set(number, messages),
          flaw: null
        })),
      (error: unknown) => setState((before) => ({ ...before, flaw: explain(error) }))
    ).finally(() => under.current.delete(key))
  }, [query, inbox.account.id])

  const show = (first: number, last: number): void => {
    seen.current = { first: Math.floor(first / size), last: Math.max(0, Math.floor(last / size)) }
    for (let number = seen.current.first; number <= seen.current.last; number++) {
      if (!state.pages.has(number)) load(number)
    }
  }
  const loadSeen = useCallback((): void => {
    const { first, last } = seen.current
    setState((before) => ({
      ...before,
      pages: new Map([...before.pages].filter(([number]) => number >= first && number <= last))
    }))
    for (let number = first; number <= last; number++) load(number)
  }, [load])

  useEffect(() => {
    setState({ total: null, pages: new Map(), flaw: null })
    loadSeen()
    let timer: ReturnType<typeof setTimeout> | undefined
    const leave = inbox.live.listen(({ type }) => {
      if (type !== "message" && type !== "reset") return
      timer ??= setTimeout(() => {
        timer = undefined
        loadSeen()
      }, 100)
    })
    return () => {
      clearTimeout(timer)
      leave()
    }
  }, [loadSeen])
  return { ...state, show, at: (index: number) => state.pages.get(Math.floor(index / size))?.[index % size] }
}

const textOf = ({ message_body: body, reason }: Message): string => reason ?? body?.content ?? body?.header ?? ""

const row = (inbox: Inbox, message: Message, chosen: string | undefined): VNode =>
  el(
    "a",
    {
      href: link(inbox, "messages", [message.id], inbox.address.settings),
      "aria-current": message.id === chosen ? "true" : undefined
    },
    lamp(lampOf(message.status)),
    el("span", {}, statusWord(message.status)),
    el("span.mono.number", {}, message.phone),
    el("span.cut", {}, `${channelName(message.channel)} · ${textOf(message)}`),
    el("time.soft", { dateTime: message.created_at }, timeOfDay(message.created_at))
  )

/** Returns the filters of an address as the API takes them. */
const queryOf = ({ phone = "", status = "" }: Readonly<Record<string, string>>): string =>
  `${status === "" ? "" : `&status=${encodeURIComponent(status)}`}${
    phone === "" ? "" : `&phone=${encodeURIComponent(phone)}`
  }`

const Messages = (): VNode => {
  const inbox = useInbox()
  const [chosen] = inbox.address.parts
  const { settings } = inbox.address
  const { at, flaw, show, total } = usePages(inbox, queryOf(settings))
  const filter = (name: string, value: string): void => go(link(inbox, "messages", [], { ...settings, [name]: value }))
  const isFiltered = (settings["status"] ?? "") !== "" || (settings["phone"] ?? "") !== ""
  const content = [
    el("h1", { key: "title" }, "Messages"),
    el("p.lead", { key: "lead" }, total === null ? "Reading…" : `${plural(total, "message")}, the newest first.`),
    el(
      "div.row",
      { key: "filters", style: { marginBottom: "12px" } },
      el(
        "label",
        {},
        "Status ",
        el(
          "select.chip",
          { value: settings["status"] ?? "", onChange: ({ currentTarget }) => filter("status", currentTarget.value) },
          el("option", { value: "" }, "any"),
          ...statuses.map((status) => el("option", { value: status, key: status }, statusWord(status)))
        )
      ),
      isFiltered ? el("a.chip", { href: link(inbox, "messages") }, "All messages") : null
    ),
    flawNotice(flaw),
    total === 0
      ? isFiltered ? el("p", { key: "none" }, "No message is like that.") : noMessage()
      : virtualList({
        label: "Messages",
        total: total ?? 0,
        onShow: show,
        row: (index) => {
          const message = at(index)
          return message === undefined ? null : row(inbox, message, chosen)
        }
      })
  ]
  return page(content, chosen === undefined ? null : messagePanel({ id: chosen }))
}

export const messages = (): VNode => view(Messages, {})
