import type { VNode } from "preact"
import { useState } from "preact/hooks"
import { el, view } from "../element.ts"
import type { Inbox } from "../inbox.ts"
import { api, go, link, useInbox } from "../inbox.ts"
import type { Contact, Message, Messages, Template } from "../source/shapes.ts"

/** So many of the latest messages are searched for a text, which the API has no filter for. */
const searched = 100

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

const holds = (message: Message, text: string): boolean =>
  [message.template_name, message.message_body?.content, message.message_body?.header, message.status]
    .some((part) => part?.toLowerCase().includes(text) === true)

/** Returns the address of what a text names: an id, a number, a template or a text; null when nothing is like that. */
const find = async (inbox: Inbox, text: string): Promise<string | null> => {
  const orNull = <A>(work: Promise<A>): Promise<A | null> => work.catch(() => null)
  if (uuid.test(text)) {
    const message = await orNull(api<Message>(inbox, "GET", `messages/${text}`))
    if (message !== null) return link(inbox, "messages", [text])
    const contact = await orNull(api<Contact>(inbox, "GET", `contacts/${text}`))
    if (contact !== null) return link(inbox, "contacts", [text])
    const template = await orNull(api<Template>(inbox, "GET", `templates/${text}`))
    return template === null ? null : link(inbox, "templates", [text])
  }
  const digits = text.replaceAll(/[\s().-]/g, "")
  if (/^\+?\d{6,15}$/.test(digits)) return link(inbox, "phones", [digits.startsWith("+") ? digits : `+${digits}`])
  const { templates } = await api<{ readonly templates: ReadonlyArray<Template> }>(
    inbox,
    "GET",
    `templates?page=1&page_size=1&search=${encodeURIComponent(text)}`
  )
  const { messages } = await api<Messages>(inbox, "GET", `messages?page=1&page_size=${searched}`)
  const message = messages.find((each) => holds(each, text.toLowerCase()))
  if (message !== undefined) return link(inbox, "messages", [message.id])
  return templates[0] === undefined ? null : link(inbox, "templates", [templates[0].id])
}

const Search = (): VNode => {
  const inbox = useInbox()
  const [text, setText] = useState("")
  const submit = (event: Event): void => {
    event.preventDefault()
    const wanted = text.trim()
    if (wanted === "") return
    find(inbox, wanted).then((address) => {
      if (address === null) inbox.say(`Nothing here is called "${wanted}".`)
      else go(address)
    }, () => inbox.say("The search found no answer."))
  }
  return el(
    "form.search",
    { role: "search", onSubmit: submit },
    el("input", {
      id: "search",
      type: "search",
      value: text,
      "aria-label": "Search messages, numbers, ids",
      placeholder: "Search messages, numbers, ids",
      maxLength: 200,
      onInput: ({ currentTarget }) => setText(currentTarget.value)
    }),
    el("kbd", { "aria-hidden": "true" }, "/")
  )
}

/** Goes to the thing that a text names. */
export const search = (): VNode => view(Search, {})
