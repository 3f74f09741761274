import type { VNode } from "preact"
import { el } from "../element.ts"
import { textField } from "../part/field.ts"
import type { TemplateButton } from "../source/shapes.ts"

interface Properties {
  readonly buttons: ReadonlyArray<TemplateButton>
  readonly onChange: (buttons: ReadonlyArray<TemplateButton>) => void
}

/** The address of a button that has values in it is left as it was written. */
const hasFixedUrl = ({ props, type }: TemplateButton): boolean => type === "URL" && props["variables"] === undefined

const most = 10

/** The buttons of a template: their texts and addresses, and buttons to add and to remove one. */
export const buttonFields = ({ buttons, onChange }: Properties): VNode => {
  const set = (index: number, props: Readonly<Record<string, unknown>>): void =>
    onChange(buttons.map((button, at) => at === index ? { ...button, props: { ...button.props, ...props } } : button))
  const add = (type: string, props: TemplateButton["props"]): void =>
    onChange([...buttons, { id: buttons.length + 1, type, props }])
  return el(
    "div",
    {},
    ...buttons.map((button, index) =>
      el(
        "div",
        { key: index },
        textField({
          id: `button-${index}`,
          label: `Button ${index + 1}, ${button.type}`,
          value: button.props.text,
          onChange: (text) => set(index, { text })
        }),
        hasFixedUrl(button)
          ? textField({
            id: `button-${index}-url`,
            label: `Address of button ${index + 1}`,
            value: String(button.props["url"] ?? ""),
            onChange: (url) => set(index, { url })
          })
          : null
      )
    ),
    el(
      "div.row",
      { style: { marginBottom: "12px" } },
      ...(buttons.length >= most ? [] : [
        el("button.chip", {
          type: "button",
          key: "reply",
          onClick: () => add("QUICK_REPLY", { text: "Yes", quickReplyType: "custom" })
        }, "Add a reply"),
        el("button.chip", {
          type: "button",
          key: "link",
          onClick: () => add("URL", { text: "Open", urlType: "static", url: "https://example.com/" })
        }, "Add a link")
      ]),
      buttons.length === 0 ? null : el("button.chip", {
        type: "button",
        key: "remove",
        onClick: () => onChange(buttons.slice(0, -1))
      }, "Remove the last button")
    )
  )
}
