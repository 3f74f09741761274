import type { ComponentChildren, VNode } from "preact"
import { useState } from "preact/hooks"
import type { Activity } from "../../Line.ts"
import * as Line from "../../Line.ts"
import { el, view } from "../element.ts"
import type { Inbox } from "../inbox.ts"
import { api, baseUrl, go, link, useInbox } from "../inbox.ts"
import { useLoaded } from "../live/loaded.ts"
import { copy } from "../part/copy.ts"
import { lamp, state } from "../part/lamp.ts"
import { flawNotice } from "../part/notice.ts"
import { tabs } from "../part/tabs.ts"
import { curl } from "../snippet.ts"
import type { Explained } from "../source/explained.ts"
import type { Message } from "../source/shapes.ts"
import { explain } from "../source/source.ts"
import { channelName, exactTime, lampOf, price, span } from "../words.ts"
import { explained as explainedFacts } from "./explained.ts"
import { lineList } from "./lineList.ts"
import { toldTo } from "./toldTo.ts"

interface Activities {
  readonly activities: ReadonlyArray<Activity>
  /** Of a message that waits for its dispatch. */
  readonly explained?: Explained
}

interface Whole {
  readonly message: Message
  /** Oldest first. */
  readonly activities: ReadonlyArray<Activity>
  readonly explained: Explained | null
}

const load = async (inbox: Inbox, id: string): Promise<Whole> => {
  const [message, { activities, explained = null }] = await Promise.all([
    api<Message>(inbox, "GET", `messages/${id}`),
    api<Activities>(inbox, "GET", `messages/${id}/activities`)
  ])
  return { message, activities: activities.toReversed(), explained }
}

const kinds = [
  { name: "line", label: "Line" },
  { name: "activities", label: "Activities" },
  { name: "webhooks", label: "Webhooks" },
  { name: "json", label: "JSON" },
  { name: "curl", label: "curl" }
]

/** A console is asked with the session of whoever sees it, and never with a key. */
const kindsOf = ({ source }: Inbox) => kinds.filter(({ name }) => source.control !== null || name !== "curl")

/** Tells by which channel it went, what it cost and why it ended. */
const facts = ({ message }: Whole): VNode =>
  el(
    "ul.facts",
    {},
    ...([
      ["Channel", channelName(message.channel)],
      ["Price", price(message.price) ?? "none yet"],
      ["Template", message.template_name ?? "none, a text"],
      ["Reason", message.reason ?? null]
    ] as const).flatMap(([name, value]) =>
      value === null ? [] : [el("li", { key: name }, el("span", {}), el("b", {}, name), el("span", {}, value))]
    )
  )

const activityList = (activities: ReadonlyArray<Activity>): VNode =>
  el(
    "ol.facts",
    {},
    ...activities.map(({ description, price: cost, status, timestamp }, index) =>
      el(
        "li",
        { key: index },
        lamp(lampOf(status)),
        el("b", {}, status),
        el(
          "span",
          {},
          `${exactTime(timestamp)} ${description}${cost === null || cost === undefined ? "" : ` · $${cost}`}`
        )
      )
    )
  )

const acts = (inbox: Inbox, { message }: Whole): VNode => {
  const act = (path: string, sentence: string) => (): void => {
    api<Message | null>(inbox, "POST", `messages/${message.id}/${path}`, {}).then((answer) => {
      inbox.say(sentence)
      const id = (answer as { readonly id?: string } | null)?.id
      if (id !== undefined && id !== message.id) go(link(inbox, "messages", [id]))
    }, (error: unknown) => inbox.say(explain(error)))
  }
  const { mayWrite } = inbox.source
  const hasFailed = lampOf(message.status) === "stop"
  return el(
    "div.acts",
    {},
    mayWrite && message.status === "SCHEDULED"
      ? el("button.chip", { type: "button", onClick: act("cancel", "The message is called off.") }, "Cancel")
      : null,
    mayWrite && hasFailed && message.direction === "OUTBOUND"
      ? el("button.chip", { type: "button", onClick: act("resend", "The message is on its way again.") }, "Send again")
      : null,
    inbox.source.control === null ? null : copy({
      text: curl(baseUrl(), inbox.account.api_key ?? "$SIGNALBOX_KEY", `messages/${message.id}`),
      label: "Copy curl"
    }),
    copy({ text: message.id, label: "Copy id" })
  )
}

const MessagePanel = ({ id }: { readonly id: string }): VNode => {
  const inbox = useInbox()
  const [kind, setKind] = useState("line")
  const { flaw, value } = useLoaded(inbox.live, {
    key: `message ${inbox.account.id} ${id}`,
    load: () => load(inbox, id),
    wakes: ({ data, type }) => type === "message" && data["message_id"] === id
  })
  if (value === null) return el("div", {}, flawNotice(flaw) ?? el("p.soft", {}, "Reading the message…"))
  const { activities, explained, message } = value
  const elements = Line.of(activities)
  const last = elements.at(-1)?.after ?? null
  const panel = (): ReadonlyArray<ComponentChildren> => {
    switch (kind) {
      case "activities":
        return [activityList(activities)]
      case "webhooks":
        return [toldTo({ message: id })]
      case "json": {
        const text = JSON.stringify(message, null, 2)
        return [copy({ text, label: "Copy JSON" }), el("pre", { tabIndex: 0, "aria-label": "JSON" }, text)]
      }
      case "curl": {
        const text = curl(baseUrl(), inbox.account.api_key ?? "$SIGNALBOX_KEY", `messages/${id}`)
        return [copy({ text, label: "Copy curl" }), el("pre", { tabIndex: 0, "aria-label": "curl" }, text)]
      }
      default:
        return [
          lineList(elements),
          ...(explained === null ? [] : [el("h3", {}, "What would become of it now"), explainedFacts(explained)]),
          el("h3", {}, "Facts"),
          facts(value),
          acts(inbox, value)
        ]
    }
  }
  return el(
    "div",
    {},
    el(
      "h2",
      {},
      message.template_name ?? (message.direction === "INBOUND" ? "A reply" : "A text"),
      state(message.status)
    ),
    el(
      "p.sub",
      {},
      message.direction === "INBOUND" ? "from " : "to ",
      el("a", { href: link(inbox, "phones", [message.phone, message.id]) }, message.phone_international),
      ` · ${message.direction === "INBOUND" ? "received" : "accepted"} ${exactTime(message.created_at)}`,
      last === null || elements.length < 2 ? "" : `, last changed ${span(last)} later`
    ),
    tabs({ label: "What to see of the message", tabs: kindsOf(inbox), chosen: kind, onChoose: setKind }, ...panel())
  )
}

/** A message with its line, and whatever else is known of it. */
export const messagePanel = (properties: { readonly id: string }): VNode =>
  view(MessagePanel, { ...properties, key: properties.id })
