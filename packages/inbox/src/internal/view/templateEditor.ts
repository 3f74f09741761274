import type { VNode } from "preact"
import { useEffect, useState } from "preact/hooks"
import { readable, samples, stored, variables } from "../definition.ts"
import { el, view } from "../element.ts"
import { api, control, go, link, useInbox } from "../inbox.ts"
import { useLoaded } from "../live/loaded.ts"
import { areaField, choiceField, textField } from "../part/field.ts"
import { state } from "../part/lamp.ts"
import { flawNotice } from "../part/notice.ts"
import type { ChannelName, Definition, Template } from "../source/shapes.ts"
import { explain } from "../source/source.ts"
import { channelName, lampOfTemplate } from "../words.ts"
import { buttonFields } from "./buttonFields.ts"
import { previews } from "./previews.ts"
import { revisions } from "./revisions.ts"

type Place = "multiChannel" | ChannelName

interface Draft {
  readonly header: string
  readonly bodies: Partial<Readonly<Record<Place, string>>>
  readonly footer: string
  readonly buttons: Definition["buttons"]
  readonly values: Readonly<Record<string, string>>
  readonly category: string
}

const places: ReadonlyArray<Place> = ["multiChannel", "sms", "whatsapp", "rcs", "mms"]

const empty: Draft = {
  header: "",
  bodies: { multiChannel: "Hi {{name}}, your order {{number}} is on its way…" },
  footer: "",
  buttons: [],
  values: { name: "Ada", number: "4711" },
  category: ""
}

const draftOf = ({ category, definition }: Template): Draft => ({
  header: definition.header === undefined ? "" : readable(definition.header),
  bodies: Object.fromEntries(
    Object.entries(definition.body).map(([place, text]) => [place, text === undefined ? "" : readable(text)])
  ),
  footer: definition.footer?.template ?? "",
  buttons: definition.buttons ?? [],
  values: samples(definition),
  category
})

const definitionOf = ({ bodies, buttons = [], footer, header, values }: Draft): Definition => ({
  ...(header === "" ? {} : { header: { ...stored(header, values), type: "text" } }),
  body: Object.fromEntries(
    places.flatMap((place) => {
      const text = bodies[place]
      return text === undefined ? [] : [[place, stored(text, values)]]
    })
  ),
  ...(footer === "" ? {} : { footer: { type: "text", template: footer } }),
  ...(buttons.length === 0 ? {} : { buttons }),
  definitionVersion: "1.0"
})

/** The field of the editor in which a flaw's path lies. */
const fieldOf = (path: string): string => {
  const [, place] = /\bbody\.(\w+)/.exec(path) ?? []
  const [, button] = /\bbuttons\[?\.?(\d+)/.exec(path) ?? []
  if (button !== undefined) return `button-${button}`
  if (path.includes("header")) return "header"
  if (path.includes("footer")) return "footer"
  return `body-${place ?? "multiChannel"}`
}

const labelOf = (place: Place): string =>
  place === "multiChannel" ? "Body, all channels" : `Body, ${channelName(place)}`

const TemplateEditor = ({ id }: { readonly id: string }): VNode => {
  const inbox = useInbox()
  const isNew = id === "new"
  const { flaw, value: template } = useLoaded(inbox.live, {
    key: isNew ? null : `template ${inbox.account.id} ${id}`,
    load: () => api<Template>(inbox, "GET", `templates/${id}`),
    wakes: ({ data, type }) => type === "template" && data["template_id"] === id
  })
  const [draft, setDraft] = useState<Draft | null>(isNew ? empty : null)
  const [refused, setRefused] = useState<string | null>(null)
  useEffect(() => {
    if (draft === null && template !== null) setDraft(draftOf(template))
  }, [draft, template])
  if (draft === null) {
    return el("main.main", { id: "main", tabIndex: -1 }, el("h1", {}, "Template"), flawNotice(flaw))
  }
  const change = (part: Partial<Draft>): void => setDraft({ ...draft, ...part })
  const definition = definitionOf(draft)
  const { mayWrite } = inbox.source

  const save = (isSubmitted: boolean): void => {
    const body = {
      definition,
      ...(draft.category === "" ? {} : { category: draft.category }),
      ...(isSubmitted ? { submit_for_review: true } : {})
    }
    const saved = isNew
      ? api<Template>(inbox, "POST", "templates", body)
      : api<Template>(inbox, "PUT", `templates/${id}`, body)
    saved.then((answer) => {
      setRefused(null)
      inbox.say(isSubmitted ? `${answer.name} is being reviewed.` : `${answer.name} is saved.`)
      go(link(inbox, "templates", [answer.id]))
    }, (error: unknown) => setRefused(explain(error)))
  }
  const review = (outcome: string, sentence: string) => (): void => {
    control(inbox, "PUT", "reviews", { template: id, outcome }).then(
      () => inbox.say(sentence),
      (error: unknown) => inbox.say(explain(error))
    )
  }
  const replace = (from: string, to: string): void =>
    change({
      header: draft.header.replaceAll(from, to),
      footer: draft.footer.replaceAll(from, to),
      bodies: Object.fromEntries(
        Object.entries(draft.bodies).map(([place, text]) => [place, text.replaceAll(from, to)])
      )
    })
  const addable = (["rcs", "mms"] as const).filter((place) => draft.bodies[place] === undefined)

  const editor = el(
    "section.panel",
    { "aria-label": "Editor" },
    textField({ id: "header", label: "Header, text", value: draft.header, onChange: (header) => change({ header }) }),
    ...places.flatMap((place) => {
      const text = draft.bodies[place]
      return text === undefined ? [] : [areaField({
        id: `body-${place}`,
        label: labelOf(place),
        value: text,
        onChange: (to) => change({ bodies: { ...draft.bodies, [place]: to } })
      })]
    }),
    addable.length === 0 ? null : el(
      "div.row",
      { style: { marginBottom: "12px" } },
      ...addable.map((place) =>
        el("button.chip", {
          type: "button",
          key: place,
          onClick: () =>
            change({ bodies: { ...draft.bodies, [place]: draft.bodies.multiChannel ?? draft.bodies.sms ?? "" } })
        }, `Another body for ${channelName(place)}`)
      )
    ),
    textField({ id: "footer", label: "Footer", value: draft.footer, onChange: (footer) => change({ footer }) }),
    buttonFields({ buttons: draft.buttons ?? [], onChange: (buttons) => change({ buttons }) }),
    ...variables(definition).map(({ name }) =>
      textField({
        id: `value-${name}`,
        label: `With this value of ${name}`,
        value: draft.values[name] ?? "",
        onChange: (value) => change({ values: { ...draft.values, [name]: value } })
      })
    ),
    choiceField(
      { id: "category", label: "Category", value: draft.category, onChange: (category) => change({ category }) },
      [["", "found from the text"], ["MARKETING", "MARKETING"], ["UTILITY", "UTILITY"], [
        "AUTHENTICATION",
        "AUTHENTICATION"
      ]]
    ),
    flawNotice(refused),
    mayWrite
      ? el(
        "div.row",
        {},
        el("button.chip.primary", { type: "button", onClick: () => save(true) }, "Submit for review"),
        el("button.chip", { type: "button", onClick: () => save(false) }, "Save")
      )
      : null,
    inbox.source.control === null || isNew ? null : el(
      "div",
      {},
      el("h2.small", {}, "As the reviewer"),
      el(
        "div.row",
        {},
        el("button.chip", { type: "button", onClick: review("approve", "The template is approved.") }, "Approve"),
        el("button.chip", { type: "button", onClick: review("reject", "The template is rejected.") }, "Reject"),
        el("button.chip", { type: "button", onClick: review("pause", "The template is paused.") }, "Pause"),
        el("button.chip", { type: "button", onClick: review("lift", "The pause is over.") }, "Lift")
      )
    ),
    isNew ? null : revisions({ id })
  )
  return el(
    "main.main",
    { id: "main", tabIndex: -1 },
    el(
      "div.row",
      {},
      el("h1", {}, template?.name ?? "New template"),
      template === null ? null : state(template.status, lampOfTemplate(template.status)),
      el("a.push", { href: link(inbox, "templates") }, "All templates")
    ),
    el(
      "p.lead",
      {},
      template === null
        ? "Write {{name}} where a value belongs."
        : `${template.category} · ${template.language} · write {{name}} where a value belongs.`
    ),
    flawNotice(flaw),
    el(
      "div.columns",
      {},
      editor,
      previews({
        definition,
        category: draft.category,
        values: draft.values,
        onReplace: replace,
        onGo: (path) => document.getElementById(fieldOf(path))?.focus()
      })
    )
  )
}

/** A template in its editor, with what each channel makes of it. */
export const templateEditor = (properties: { readonly id: string }): VNode =>
  view(TemplateEditor, { ...properties, key: properties.id })
