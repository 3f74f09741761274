import type { VNode } from "preact"
import { createContext } from "preact"
import { useContext } from "preact/hooks"
import type { Address, ViewName } from "./address.ts"
import { format } from "./address.ts"
import { view } from "./element.ts"
import type { Live } from "./live/live.ts"
import type { Account, Method, Source } from "./source/source.ts"

/** Everything that a view stands on. */
export interface Inbox {
  readonly source: Source
  readonly live: Live
  readonly address: Address
  readonly accounts: ReadonlyArray<Account>
  /** The account whose things are shown. */
  readonly account: Account
  /** The time of the service. */
  readonly now: () => number
  /** Shows a sentence for a moment, and reads it aloud. */
  readonly say: (sentence: string) => void
}

interface Given {
  readonly value: Inbox
  readonly children: VNode
}

const InboxContext = createContext<Inbox | null>(null)

/** Gives views what they stand on. */
export const provided = (inbox: Inbox, children: VNode): VNode =>
  view(InboxContext.Provider as (properties: Given) => VNode | null, { value: inbox, children })

export const useInbox = (): Inbox => {
  const inbox = useContext(InboxContext)
  if (inbox === null) throw new Error("A view stands within the inbox.")
  return inbox
}

/** Asks the API as the account whose things are shown. */
export const api = <A>({ account, source }: Inbox, method: Method, path: string, body?: unknown): Promise<A> =>
  source.api<A>(account, method, path, body)

/** Asks the emulator's control. Views that need it are not there without it. */
export const control = <A>({ source }: Inbox, method: Method, path: string, body?: unknown): Promise<A> =>
  source.control === null
    ? Promise.reject(new Error("There is no control here."))
    : source.control<A>(method, path, body)

/** Returns the address of a view, for the same account. */
export const link = (
  { account, accounts }: Inbox,
  view: ViewName,
  parts: ReadonlyArray<string> = [],
  settings: Readonly<Record<string, string>> = {}
): string => {
  const isFirst = account.id === accounts[0]?.id
  return format({ view, parts, settings: { ...settings, ...(isFirst ? {} : { account: account.id }) } })
}

export const go = (address: string): void => {
  location.hash = address
}

/** Returns the page's own origin with the path that it is served from, as clients name it. */
export const baseUrl = (): string => new URL(".", document.baseURI).href.replace(/\/$/, "")
