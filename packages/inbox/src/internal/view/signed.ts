import type { VNode } from "preact"
import { el, view } from "../element.ts"
import { control, useInbox } from "../inbox.ts"
import { useLoaded } from "../live/loaded.ts"
import { flawNotice } from "../part/notice.ts"

interface Sent {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly verified?: boolean | null
  readonly next_attempt_at?: string | null
}

const Signed = ({ id }: { readonly id: string }): VNode => {
  const inbox = useInbox()
  const { flaw, value } = useLoaded(inbox.live, {
    key: `signed ${id}`,
    load: () => control<Sent>(inbox, "GET", `deliveries/${id}`),
    wakes: ({ data, type }) => type === "delivery" && data["delivery_id"] === id
  })
  if (value === null) return el("div", {}, flawNotice(flaw))
  const { body, headers = {}, next_attempt_at: next, verified } = value
  const lines = Object.entries(headers).map(([name, text]) => `${name}: ${text}`)
  const text = typeof body === "string" ? body : JSON.stringify(body, null, 2)
  return el(
    "div",
    {},
    el("pre", { tabIndex: 0, "aria-label": "The bytes of the request" }, [...lines, "", text].join("\n")),
    verified === undefined || verified === null
      ? null
      : el(
        "p.notice",
        { class: verified ? "go" : "stop" },
        verified ? "Its signature is right." : "Its signature is wrong."
      ),
    next === undefined || next === null ? null : el("p.soft", {}, `It is tried again at ${next}.`)
  )
}

/** The bytes of a delivery with their signature, as the endpoint got them. */
export const signed = (properties: { readonly id: string }): VNode => view(Signed, properties)
