import type { VNode } from "preact"
import { useState } from "preact/hooks"
import { samples, variables } from "../definition.ts"
import { el, view } from "../element.ts"
import type { Inbox } from "../inbox.ts"
import { api, baseUrl, link, useInbox } from "../inbox.ts"
import { useLoaded } from "../live/loaded.ts"
import { copy } from "../part/copy.ts"
import { areaField, choiceField, textField } from "../part/field.ts"
import { flawNotice } from "../part/notice.ts"
import { page } from "../part/page.ts"
import { tabs } from "../part/tabs.ts"
import * as Snippet from "../snippet.ts"
import type { ChannelName, Template } from "../source/shapes.ts"
import { channels } from "../source/shapes.ts"
import { explain } from "../source/source.ts"
import { channelName, plural } from "../words.ts"
import { explanation } from "./explanation.ts"

interface Sent {
  readonly recipients: ReadonlyArray<{ readonly message_id: string; readonly to: string }>
}

interface Draft {
  readonly to: string
  /** The name of a template; empty: a text is sent. */
  readonly template: string
  readonly text: string
  readonly values: Readonly<Record<string, string>>
  readonly channels: ReadonlyArray<ChannelName>
  /** A local time as the browser's field has it; empty: now. */
  readonly at: string
}

const numbers = (to: string): ReadonlyArray<string> => to.split(/[\s,;]+/).filter((number) => number !== "")

/** Returns the body of the request. Fields that nobody has filled in are left out. */
const bodyOf = ({ at, channels: chosen, template, text, to, values }: Draft, used: Template | undefined): object => {
  const names = used === undefined ? [] : variables(used.definition).map(({ name }) => name)
  const known = used === undefined ? {} : samples(used.definition)
  const parameters = Object.fromEntries(names.map((name) => [name, values[name] ?? known[name] ?? ""]))
  const time = new Date(at)
  return {
    to: numbers(to),
    ...(template === "" ? { text } : { template: { name: template, ...(names.length === 0 ? {} : { parameters }) } }),
    ...(chosen.length === 0 ? {} : { channel: chosen }),
    ...(at === "" || Number.isNaN(time.getTime()) ? {} : { scheduled_at: time.toISOString() })
  }
}

const snippets = [
  { name: "curl", label: "curl" },
  { name: "fetch", label: "fetch" },
  { name: "sdk", label: "SDK" },
  { name: "embedded", label: "In your process" }
]

const snippetOf = (kind: string, inbox: Inbox, body: object): string => {
  const key = inbox.account.api_key ?? "$SIGNALBOX_KEY"
  switch (kind) {
    case "fetch":
      return Snippet.fetched(baseUrl(), key, "messages", body)
    case "sdk":
      return Snippet.client(baseUrl(), key, body)
    case "embedded":
      return Snippet.embedded(inbox.account.id, body)
    default:
      return Snippet.curl(baseUrl(), key, "messages", body)
  }
}

const Send = (): VNode => {
  const inbox = useInbox()
  const { settings } = inbox.address
  const templates = useLoaded(inbox.live, {
    key: `send ${inbox.account.id}`,
    load: () =>
      api<{ readonly templates: ReadonlyArray<Template> }>(inbox, "GET", "templates?page=1&page_size=100")
        .then(({ templates }) => templates.filter(({ auto_reply_action: action }) => action === undefined)),
    wakes: ({ type }) => type === "template"
  }).value ?? []
  const [given, setDraft] = useState<Partial<Draft>>({})
  const draft: Draft = {
    to: settings["to"] ?? "+12015550123",
    template: settings["template"] ?? templates[0]?.name ?? "",
    text: "Hello!",
    values: {},
    channels: [],
    at: "",
    ...given
  }
  const [kind, setKind] = useState("curl")
  const [sent, setSent] = useState<Sent | null>(null)
  const [flaw, setFlaw] = useState<string | null>(null)
  const change = (part: Partial<Draft>): void => setDraft({ ...given, ...part })
  const used = templates.find(({ name }) => name === draft.template)
  const body = bodyOf(draft, used)
  const snippet = snippetOf(kind, inbox, body)

  const submit = (event: Event): void => {
    event.preventDefault()
    api<Sent>(inbox, "POST", "messages", body).then((answer) => {
      setSent(answer)
      setFlaw(null)
      inbox.say(`${plural(answer.recipients.length, "message")} accepted.`)
    }, (error: unknown) => setFlaw(explain(error)))
  }

  const form = el(
    "form.panel",
    { onSubmit: submit, "aria-label": "Send a message" },
    areaField({ id: "send-to", label: "To, one number a line", value: draft.to, onChange: (to) => change({ to }) }),
    choiceField(
      { id: "send-template", label: "Template", value: draft.template, onChange: (template) => change({ template }) },
      [...templates.map(({ name, status }) => [name, status === "APPROVED" ? name : `${name}, ${status}`] as const), [
        "",
        "none, a text"
      ]]
    ),
    ...(used === undefined
      ? [areaField({ id: "send-text", label: "Text", value: draft.text, onChange: (text) => change({ text }) })]
      : variables(used.definition).map(({ name, props }) =>
        textField({
          id: `send-value-${name}`,
          label: `Value of ${name}`,
          value: draft.values[name] ?? props.sample ?? "",
          onChange: (value) => change({ values: { ...draft.values, [name]: value } })
        })
      )),
    el(
      "fieldset.field",
      {},
      el("legend.legend", {}, "Channels, in this order; none: the best one"),
      el(
        "div.checks",
        {},
        ...channels.map((channel) =>
          el(
            "label",
            { key: channel },
            el("input", {
              type: "checkbox",
              checked: draft.channels.includes(channel),
              onChange: ({ currentTarget }) =>
                change({
                  channels: currentTarget.checked
                    ? [...draft.channels, channel]
                    : draft.channels.filter((each) => each !== channel)
                })
            }),
            channelName(channel)
          )
        )
      )
    ),
    el(
      "div.field",
      {},
      el("label", { for: "send-at" }, "At, by this machine's time; empty: now"),
      el("input", {
        id: "send-at",
        type: "datetime-local",
        value: draft.at,
        onInput: ({ currentTarget }) => change({ at: currentTarget.value })
      })
    ),
    flawNotice(flaw),
    el("button.chip.primary", { type: "submit" }, "Send"),
    sent === null ? null : el(
      "ul",
      { "aria-label": "Messages that were accepted" },
      ...sent.recipients.map(({ message_id: id, to }) =>
        el(
          "li",
          { key: id, style: { marginTop: "8px" } },
          el("a", { href: link(inbox, "phones", [to, id]) }, `${to}: see it on the phone`)
        )
      )
    )
  )
  return page([
    el("h1", {}, "Send"),
    el("p.lead", {}, "Fill the form in, and take its request with you."),
    el(
      "div.columns",
      {},
      form,
      el(
        "div",
        {},
        el(
          "section.panel",
          { "aria-label": "The same request as code" },
          tabs(
            { label: "The same request as code", tabs: snippets, chosen: kind, onChoose: setKind },
            el("pre", { tabIndex: 0, "aria-label": "Code" }, snippet),
            el("div.acts", {}, copy({ text: snippet, label: "Copy it" }))
          )
        ),
        explanation({ body })
      )
    )
  ])
}

/** A form that sends a message, and shows its request as code. */
export const send = (): VNode => view(Send, {})
