import type { VNode } from "preact"
import { el, view } from "../element.ts"
import { control, useInbox } from "../inbox.ts"
import { useLoaded } from "../live/loaded.ts"
import { flawNotice } from "../part/notice.ts"
import { page } from "../part/page.ts"
import type { Behaviour } from "./carrier.ts"
import { carrier } from "./carrier.ts"
import { outages } from "./outages.ts"

const Carriers = (): VNode => {
  const inbox = useInbox()
  const { flaw, reload, value } = useLoaded(inbox.live, {
    key: "carriers",
    load: () => control<ReadonlyArray<Behaviour>>(inbox, "GET", "carriers"),
    wakes: ({ type }) => type === "carrier" || type === "message"
  })
  return page([
    el("h1", {}, "Carriers"),
    el(
      "p.lead",
      {},
      "They take what the service hands over. Make one refuse, hang or be slow, and see what the service does."
    ),
    flawNotice(flaw),
    el(
      "div.panels",
      {},
      ...(value ?? []).map((behaviour) => carrier({ behaviour, onChange: reload })),
      outages()
    )
  ])
}

export const carriers = (): VNode => view(Carriers, {})
