import type { VNode } from "preact"
import { el, view } from "../element.ts"
import { control, useInbox } from "../inbox.ts"
import { useLoaded } from "../live/loaded.ts"
import { flawNotice } from "../part/notice.ts"
import { exactTime } from "../words.ts"
import { verdict } from "./verification.ts"

interface Sent {
  readonly next_retry_at: string | null
  readonly attempts: ReadonlyArray<{
    readonly attempt: number
    readonly headers: Readonly<Record<string, string>> | null
    readonly body: string | null
    /** Null where the bytes are kept no more. */
    readonly verified: boolean | null
  }>
}

const Signed = ({ id }: { readonly id: string }): VNode => {
  const inbox = useInbox()
  const { flaw, value } = useLoaded(inbox.live, {
    key: `signed ${id}`,
    load: () => control<Sent>(inbox, "GET", `deliveries/${id}`),
    wakes: ({ data, type }) => type === "delivery" && data["delivery_id"] === id
  })
  if (value === null) return el("div", {}, flawNotice(flaw))
  const { attempts, next_retry_at: next } = value
  return el(
    "div",
    {},
    ...attempts.map(({ attempt, body, headers, verified }) =>
      el(
        "div",
        { key: attempt },
        el("h3", {}, `The bytes of attempt ${attempt}`),
        headers === null || body === null
          ? el("p.soft", {}, "They are kept no more.")
          : el(
            "pre",
            { tabIndex: 0, "aria-label": `The bytes of attempt ${attempt}` },
            [...Object.entries(headers).map(([name, text]) => `${name}: ${text}`), "", body].join("\n")
          ),
        verified === null ? null : verdict(verified)
      )
    ),
    next === null ? null : el("p.soft", {}, `It is tried again at ${exactTime(next)}.`)
  )
}

/** The bytes of a delivery with their signature, attempt by attempt, as the endpoint got them. */
export const signed = (properties: { readonly id: string }): VNode => view(Signed, properties)
