import type { ComponentChildren, VNode } from "preact"
import { el } from "../element.ts"
import { channelName, fileName } from "../words.ts"

export interface BubbleParts {
  readonly channel: string
  readonly header: string | null
  readonly media: ReadonlyArray<{ readonly type: string; readonly url: string }>
  readonly body: ComponentChildren
  readonly footer: string | null
  readonly subject: string | null
}

/** A file is named and linked, not shown: this page asks no other host for anything. */
const file = ({ type, url }: BubbleParts["media"][number]): VNode =>
  el(
    "span.media",
    {},
    `${type === "" ? "file" : type}: `,
    /^https?:/.test(url)
      ? el("a", { href: url, target: "_blank", rel: "noreferrer noopener" }, fileName(url))
      : fileName(url)
  )

/** A message in the shape of its channel, with what follows its text. */
export const bubble = (
  { body, channel, footer, header, media, subject }: BubbleParts,
  options: { readonly isChosen?: boolean },
  ...after: ReadonlyArray<ComponentChildren>
): VNode =>
  el(
    "div.bubble",
    { class: `${channel}${options.isChosen === true ? " chosen" : ""}` },
    el("span.hidden", {}, `${channelName(channel)}: `),
    ...media.map(file),
    subject === null ? null : el("b.head", {}, subject),
    header === null ? null : el("b.head", {}, header),
    body,
    footer === null ? null : el("span.foot", {}, footer),
    ...after
  )
