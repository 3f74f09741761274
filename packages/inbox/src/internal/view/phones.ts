import type { VNode } from "preact"
import { el, view } from "../element.ts"
import type { Inbox } from "../inbox.ts"
import { control, link, useInbox } from "../inbox.ts"
import { useLoaded } from "../live/loaded.ts"
import { flawNotice } from "../part/notice.ts"
import { page } from "../part/page.ts"
import { virtualList } from "../part/virtualList.ts"
import type { Handset } from "../source/shapes.ts"
import { plural, timeOfDay } from "../words.ts"
import { messagePanel } from "./messagePanel.ts"
import { noMessage } from "./noMessage.ts"
import { phone } from "./phone.ts"

/** So many phones are open beside each other; the others are a list. */
const open = 3
/** The most phones that are listed. */
const most = 200

const other = (inbox: Inbox, handset: Handset): VNode =>
  el(
    "a",
    { href: link(inbox, "phones", [handset.phone]) },
    el("span", { "aria-hidden": "true" }, ""),
    el("span", {}, timeOfDay(handset.last_at)),
    el("span.mono", {}, handset.phone),
    el("span.cut.soft", {}, plural(handset.count, "message"))
  )

const Phones = (): VNode => {
  const inbox = useInbox()
  const [asked, chosen = null] = inbox.address.parts
  const { flaw, reload, value } = useLoaded(inbox.live, {
    key: "handsets",
    load: () => control<ReadonlyArray<Handset>>(inbox, "GET", `handsets?limit=${most}`),
    wakes: ({ type }) => type === "handset" || type === "message"
  })
  const all = value ?? []
  const wanted = asked === undefined ? undefined : all.find((handset) => handset.phone === asked) ??
    { phone: asked, account: null, last_at: new Date(inbox.now()).toISOString(), count: 0, next: [] }
  // A phone that is asked for stays where it is when it is among those that are open.
  const latest = all.slice(0, open)
  const shown = wanted === undefined || latest.some((handset) => handset.phone === wanted.phone)
    ? latest
    : [wanted, ...latest.slice(0, open - 1)]
  const rest = all.filter((handset) => !shown.includes(handset))
  const row = (index: number): VNode | null => {
    const handset = rest[index]
    return handset === undefined ? null : other(inbox, handset)
  }
  const content = [
    el("h1", { key: "title" }, "Phones"),
    el(
      "p.lead",
      { key: "lead" },
      "Every number that you send to gets one. Write back, tap a button, or say what the next submission does."
    ),
    flawNotice(flaw),
    value !== null && shown.length === 0 ? noMessage() : null,
    el("div.phones", { key: "phones" }, ...shown.map((handset) => phone({ handset, chosen, onChange: reload }))),
    rest.length === 0 ? null : el(
      "section.others",
      { key: "others", "aria-labelledby": "other-phones" },
      el("h2", { id: "other-phones" }, `${plural(rest.length, "more phone")}${all.length === most ? " at least" : ""}`),
      virtualList({ label: "More phones", total: rest.length, row })
    )
  ]
  return page(content, chosen === null ? null : messagePanel({ id: chosen }))
}

export const phones = (): VNode => view(Phones, {})
