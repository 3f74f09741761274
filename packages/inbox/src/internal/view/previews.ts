import type { VNode } from "preact"
import { useEffect, useState } from "preact/hooks"
import { el, view } from "../element.ts"
import { api, useInbox } from "../inbox.ts"
import { bubble } from "../part/bubble.ts"
import { lamp } from "../part/lamp.ts"
import { flawNotice } from "../part/notice.ts"
import type { ChannelName, ChannelPreview, Definition, Preview } from "../source/shapes.ts"
import { channels } from "../source/shapes.ts"
import { explain } from "../source/source.ts"
import { channelName, plural, price } from "../words.ts"
import { meter } from "./meter.ts"

interface Properties {
  readonly definition: Definition
  readonly category: string
  readonly values: Readonly<Record<string, string>>
  readonly onReplace: (from: string, to: string) => void
  /** Called with the path of a flaw, to go where it is. */
  readonly onGo: (path: string) => void
}

/** Somebody who types gets the preview when the keys rest for so long, in milliseconds. */
const restMillis = 150

/** The country whose prices are shown. */
const country = "US"

/** Names what GSM-7 has in the place of a character that looks better. */
const plain: Readonly<Record<string, string>> = {
  "…": "...",
  "’": "'",
  "‘": "'",
  "“": "\"",
  "”": "\"",
  "–": "-",
  "—": "-",
  "\u00a0": " "
}

/** Marks each of these characters in a text. */
const marked = (text: string, forcing: ReadonlyArray<string>): ReadonlyArray<VNode | string> => {
  let parts: ReadonlyArray<VNode | string> = [text]
  for (const character of new Set(forcing)) {
    parts = parts.flatMap((part) =>
      typeof part === "string"
        ? part.split(character).flatMap((piece, index) =>
          index === 0 ? [piece] : [el("mark.bad", {}, character), piece]
        )
        : [part]
    )
  }
  return parts
}

const costOf = ({ prices }: ChannelPreview): string => price(prices[0]?.price) ?? `no price for ${country}`

const weight = (preview: ChannelPreview): VNode =>
  el(
    "div.weigh",
    {},
    preview.encoding === null ? null : el("b", {}, `${preview.encoding} · `),
    preview.units === null || preview.segments === null
      ? null
      : `${plural(preview.units, "unit")}, ${plural(preview.segments, "segment")} · `,
    el("b", {}, costOf(preview)),
    preview.is_approved === false ? el("span", {}, " · not approved there") : null
  )

const shown = (preview: ChannelPreview): VNode => {
  const { channel, flaws, forces_unicode: forcing, message_body: body, segments, text, units } = preview
  const isDear = forcing.length > 0
  const isSms = channel === "sms"
  return el(
    "section",
    { key: channel, "aria-label": channelName(channel) },
    el(
      "h2",
      {},
      lamp(flaws.length > 0 ? "stop" : isDear ? "wait" : "go"),
      el("span", {}, channelName(channel)),
      el("span", {}, segments === null ? "" : plural(segments, "segment"))
    ),
    body === null ? el("p.soft", {}, "It is not shown there, for its flaws.") : bubble(
      {
        channel,
        header: isSms ? null : body.header,
        media: [
          ...body.headerMedia === null ? [] : [body.headerMedia],
          ...(body.media ?? []).map(({ url }) => ({ type: "", url }))
        ],
        body: isSms
          ? marked(text ?? body.content, forcing.map(({ character }) => character))
          : body.content,
        footer: isSms ? null : body.footer,
        subject: body.subject
      },
      {},
      ...(isSms ? [] : body.buttons ?? []).map((button, index) =>
        el("span.tap", { key: index }, button.text ?? button.value ?? button.type)
      )
    ),
    segments === null || units === null ? null : meter({ segments, units, encoding: preview.encoding }),
    weight(preview)
  )
}

const missing = (channel: ChannelName): VNode =>
  el(
    "section",
    { key: channel, "aria-label": channelName(channel) },
    el("h2", {}, lamp(null), el("span", {}, channelName(channel)), el("span", {}, "no body")),
    el("p.soft", {}, `The template has no body for ${channelName(channel)}, so nothing is sent there.`)
  )

/** Tells which characters make an SMS longer, each with a remedy where there is one. */
const dear = ({ channels: all }: Preview, onReplace: Properties["onReplace"]): ReadonlyArray<VNode> => {
  const sms = all.find(({ channel }) => channel === "sms")
  const first = new Map((sms?.forces_unicode ?? []).map((each) => [each.character, each]))
  return [...first.values()].map(({ character, code_point: point, name }) => {
    const instead = plain[character]
    return el(
      "li.flaw",
      { key: point },
      lamp("wait"),
      el(
        "span",
        {},
        el("b", {}, "One character makes the SMS dearer. "),
        `"${character}" (${point}${
          name === null ? "" : `, ${name}`
        }) is not in GSM-7, so all of the text is sent as UCS-2: ${plural(sms?.segments ?? 0, "segment")}.`
      ),
      instead === undefined
        ? null
        : el("button.chip", { type: "button", onClick: () => onReplace(character, instead) }, `Use "${instead}"`)
    )
  })
}

const Previews = ({ category, definition, onGo, onReplace, values }: Properties): VNode => {
  const inbox = useInbox()
  const [preview, setPreview] = useState<Preview | null>(null)
  const [flaw, setFlaw] = useState<string | null>(null)
  const body = {
    definition,
    parameters: values,
    use_samples: true,
    countries: [country],
    ...(category === "" ? {} : { category })
  }
  const text = JSON.stringify(body)
  useEffect(() => {
    let isOver = false
    const timer = setTimeout(() => {
      api<Preview>(inbox, "POST", "templates/preview", body).then((answer) => {
        if (isOver) return
        setPreview(answer)
        setFlaw(null)
      }, (error: unknown) => {
        if (!isOver) setFlaw(explain(error))
      })
    }, restMillis)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [text])
  const flaws = preview === null ? [] : [...preview.flaws, ...preview.channels.flatMap(({ flaws }) => flaws)]
  return el(
    "section",
    { "aria-labelledby": "on-the-phone" },
    el("h2", { id: "on-the-phone", style: { fontSize: "15px" } }, "On the phone"),
    el(
      "p.soft",
      { style: { margin: "2px 0 14px" } },
      "As each channel shows it, what it weighs, and what it costs to the US."
    ),
    flawNotice(flaw),
    preview === null || preview.flaws.length > 0 ? null : el(
      "div.previews",
      {},
      ...channels.map((channel) => {
        const found = preview.channels.find((each) => each.channel === channel)
        return found === undefined ? missing(channel) : shown(found)
      })
    ),
    el(
      "ul",
      { "aria-label": "Flaws", "aria-live": "polite" },
      ...(preview === null ? [] : dear(preview, onReplace)),
      ...flaws.map(({ code, field, message }, index) =>
        el(
          "li.flaw.stop",
          { key: `${field} ${index}` },
          lamp("stop"),
          el("span", {}, el("b", {}, field), ` ${message} `, el("code", {}, code)),
          el("button.chip", { type: "button", onClick: () => onGo(field) }, "Go there")
        )
      )
    )
  )
}

/** A definition as each channel shows it, and what is wrong with it. */
export const previews = (properties: Properties): VNode => view(Previews, properties)
