/**
 * A message by the name of its template: the values of its variables by component. Pure.
 */
import type { TemplateSubmission } from "@signalbox/core/Carrier"
import type { Rendered } from "@signalbox/core/Rendered"
import type { Naming } from "./TemplateName.ts"
import * as TemplateName from "./TemplateName.ts"

export type Parameter =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "coupon_code"; readonly coupon_code: string }
  | { readonly type: "image" | "video" | "document"; readonly [media: string]: string | { readonly link: string } }

export interface Component {
  readonly type: "header" | "body" | "button"
  readonly sub_type?: "url" | "copy_code"
  readonly index?: string
  readonly parameters: ReadonlyArray<Parameter>
}

export interface TemplateMessage {
  readonly name: string
  readonly language: { readonly policy: "deterministic"; readonly code: string }
  readonly components?: ReadonlyArray<Component>
}

const text = (value: string): Parameter => ({ type: "text", text: value })

const texts = (type: "header" | "body", values: ReadonlyArray<string>): ReadonlyArray<Component> =>
  values.length === 0 ? [] : [{ type, parameters: values.map(text) }]

const media: ReadonlyArray<string> = ["image", "video", "document"]

const header = ({ headerMedia }: Rendered, values: ReadonlyArray<string>): ReadonlyArray<Component> => {
  if (headerMedia === null) return texts("header", values)
  const { type, url } = headerMedia
  return media.includes(type)
    ? [{ type: "header", parameters: [{ type: type as "image", [type]: { link: url } }] }]
    : []
}

const button = (index: number, sub: "url" | "copy_code", parameter: Parameter): Component => ({
  type: "button",
  sub_type: sub,
  index: String(index),
  parameters: [parameter]
})

/** A URL has a value where it is dynamic. A coupon's code is always one at Meta, also where it is the same for everybody. */
const buttons = (
  { buttons: shown }: Rendered,
  values: TemplateSubmission["buttons"]
): ReadonlyArray<Component> =>
  (shown ?? []).flatMap(({ type, value }, index) => {
    const given = values.find((each) => each.index === index)
    if (type === "COPY_CODE") return [button(index, "copy_code", { type: "coupon_code", coupon_code: value })]
    return type === "URL" && given !== undefined ? [button(index, "url", text(given.value))] : []
  })

/** Meta words AUTHENTICATION templates by itself: all that is said is the code, in the body and in its one button. */
const authentication = (code: string): ReadonlyArray<Component> => [
  { type: "body", parameters: [text(code)] },
  button(0, "url", text(code))
]

export const of = (
  { rendered, template }: { readonly rendered: Rendered; readonly template: TemplateSubmission },
  naming: Naming
): TemplateMessage => {
  const components = template.category === "AUTHENTICATION"
    ? authentication(template.body[0] ?? "")
    : [
      ...header(rendered, template.header),
      ...texts("body", template.body),
      ...buttons(rendered, template.buttons)
    ]
  return {
    name: TemplateName.write(template, naming),
    language: { policy: "deterministic", code: template.language },
    ...(components.length === 0 ? {} : { components })
  }
}
