/**
 * A message in free form, which Meta takes within 24 hours of what the recipient has written: text, a file, or a text with
 * buttons. Pure.
 */
import type { Button, HeaderMedia, Rendered } from "@signalbox/core/Rendered"
import * as Result from "effect/Result"

/** Says why a message cannot be written as a request. The words quote nothing of it. */
export interface Unwritable {
  readonly words: string
}

/** The type of a message, and the field of that name. */
export interface Content {
  readonly type: string
  readonly [content: string]: unknown
}

/** How many characters Meta takes of each text. */
const most = { text: 4096, body: 1024, caption: 1024, header: 60, footer: 60, title: 20, row: 24 } as const

/** How many quick replies are buttons; more of them are a list, up to so many. */
const mostReplies = { buttons: 3, rows: 10 } as const

/** The button that opens a list, in no language. */
const listTitle = "☰"

const medias: ReadonlyArray<string> = ["image", "video", "document", "audio"]

const unwritable = (words: string): Result.Result<never, Unwritable> => Result.fail({ words })

const isLong = (value: string | null, length: number): boolean => value !== null && [...value].length > length

const tooLong = (name: keyof typeof most): Result.Result<never, Unwritable> =>
  unwritable(`the ${name} has more than ${most[name]} characters`)

const text = (plain: string, previewsLinks: boolean): Result.Result<Content, Unwritable> =>
  isLong(plain, most.text)
    ? tooLong("text")
    : Result.succeed({ type: "text", text: { body: plain, ...(previewsLinks ? { preview_url: true } : {}) } })

/** A sound has no caption, so a text beside one is not shown. */
const file = ({ type, url }: HeaderMedia, plain: string): Result.Result<Content, Unwritable> => {
  if (!medias.includes(type)) return unwritable(`a header of the type ${type} cannot be sent`)
  const caption = type === "audio" || plain === "" ? {} : { caption: plain }
  return isLong(plain, most.caption) ? tooLong("caption") : Result.succeed({ type, [type]: { link: url, ...caption } })
}

type Interactive = { readonly type: string; readonly action: object }

const replies = (buttons: ReadonlyArray<Button>, title: string): Result.Result<Interactive, Unwritable> => {
  const shown = buttons.map(({ postbackData, text, value }, index) => ({
    // Ids differ, also where two buttons bring the same back. Meta takes 200 characters.
    id: `${index}:${[...(postbackData ?? value)].slice(0, 90).join("")}`.trimEnd(),
    title: text ?? value
  }))
  if (shown.length <= mostReplies.buttons) {
    return shown.some((each) => isLong(each.title, most.title)) ? tooLong("title") : Result.succeed({
      type: "button",
      action: { buttons: shown.map((reply) => ({ type: "reply", reply })) }
    })
  }
  if (shown.length > mostReplies.rows) return unwritable(`there are more than ${mostReplies.rows} buttons`)
  return shown.some((each) => isLong(each.title, most.row))
    ? tooLong("row")
    : Result.succeed({ type: "list", action: { button: title, sections: [{ rows: shown }] } })
}

const action = (buttons: ReadonlyArray<Button>): Result.Result<Interactive, Unwritable> => {
  if (buttons.every(({ type }) => type === "QUICK_REPLY")) return replies(buttons, listTitle)
  const [only, ...others] = buttons
  if (only?.type !== "URL" || others.length > 0) {
    return unwritable("only quick replies, or one URL, can be sent without a template")
  }
  const title = only.text ?? only.value
  return isLong(title, most.title)
    ? tooLong("title")
    : Result.succeed({
      type: "cta_url",
      action: { name: "cta_url", parameters: { display_text: title, url: only.value } }
    })
}

const headerOf = ({ header, headerMedia }: Rendered): Result.Result<object, Unwritable> => {
  if (headerMedia !== null) {
    const { type, url } = headerMedia
    return medias.includes(type) && type !== "audio"
      ? Result.succeed({ header: { type, [type]: { link: url } } })
      : unwritable(`a header of the type ${type} cannot be sent`)
  }
  if (header === null) return Result.succeed({})
  return isLong(header, most.header) ? tooLong("header") : Result.succeed({ header: { type: "text", text: header } })
}

const interactive = (
  rendered: Rendered,
  buttons: ReadonlyArray<Button>
): Result.Result<Content, Unwritable> => {
  const { content, footer } = rendered
  if (isLong(content, most.body)) return tooLong("body")
  if (isLong(footer, most.footer)) return tooLong("footer")
  return Result.flatMap(action(buttons), (acted) =>
    Result.map(headerOf(rendered), (header) => ({
      type: "interactive",
      interactive: {
        ...acted,
        ...header,
        body: { text: content },
        ...(footer === null ? {} : { footer: { text: footer } })
      }
    })))
}

export const of = (rendered: Rendered, previewsLinks: boolean): Result.Result<Content, Unwritable> => {
  const { buttons, headerMedia, plain } = rendered
  if (buttons !== null && buttons.length > 0) return interactive(rendered, buttons)
  return headerMedia === null ? text(plain, previewsLinks) : file(headerMedia, plain)
}
