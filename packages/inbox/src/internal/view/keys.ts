import type { VNode } from "preact"
import { useEffect, useRef } from "preact/hooks"
import { views } from "../address.ts"
import { el, view } from "../element.ts"
import { go, link, useInbox } from "../inbox.ts"
import { offered } from "./side.ts"

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement && target.closest("input,textarea,select,dialog,[role=tablist]") !== null

/** Goes from one link of a list to its neighbour, and scrolls the list along. */
const walk = (step: number): void => {
  const links = [...document.querySelectorAll<HTMLElement>(".rows li > a, .talk .meta > a")]
  const place = links.findIndex((link) => link === document.activeElement)
  const next = links[place === -1 ? (step > 0 ? 0 : links.length - 1) : place + step]
  next?.focus()
  next?.scrollIntoView({ block: "nearest" })
}

const Keys = (): VNode => {
  const inbox = useInbox()
  const dialog = useRef<HTMLDialogElement>(null)
  const latest = useRef(inbox)
  latest.current = inbox
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return
      const place = Number(event.key) - 1
      const name = offered(latest.current)[place]
      if (event.key === "/") {
        event.preventDefault()
        document.getElementById("search")?.focus()
      } else if (event.key === "?") dialog.current?.showModal()
      else if (event.key === "ArrowDown" || event.key === "j") walk(1)
      else if (event.key === "ArrowUp" || event.key === "k") walk(-1)
      else if (event.key === "Escape" && latest.current.address.parts.length > 0) {
        go(link(latest.current, latest.current.address.view))
      } else if (name !== undefined) go(link(latest.current, name))
      else return
      if (event.key.startsWith("Arrow")) event.preventDefault()
    }
    addEventListener("keydown", pressed)
    return () => removeEventListener("keydown", pressed)
  }, [])
  const row = (key: string, text: string): ReadonlyArray<VNode> => [el("kbd", {}, key), el("span", {}, text)]
  return el(
    "dialog",
    { ref: dialog, "aria-label": "Keys" },
    el("h2", {}, "Keys"),
    el(
      "div.keys",
      {},
      ...row("/", "search"),
      ...row("↓ ↑", "walk the messages; j and k do as well"),
      ...row("Enter", "opens the one that is marked"),
      ...row("Esc", "closes what is open"),
      ...row(`1 … ${views.length}`, "goes to a view"),
      ...row("?", "shows these keys")
    ),
    el("div.acts", {}, el("button.chip", { type: "button", onClick: () => dialog.current?.close() }, "Close"))
  )
}

/** The keys of the page, and the list of them. */
export const keys = (): VNode => view(Keys, {})
