import type { VNode } from "preact"
import { el } from "../element.ts"

interface Properties {
  /** The name by which the label finds the control. */
  readonly id: string
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly hint?: string
}

/** A line of text with its label. */
export const textField = ({ hint, id, label, onChange, value }: Properties): VNode =>
  el(
    "div.field",
    { key: id },
    el("label", { for: id }, label),
    el("input", {
      id,
      type: "text",
      value,
      placeholder: hint ?? "",
      onInput: ({ currentTarget }) => onChange(currentTarget.value)
    })
  )

/** Several lines of text with their label. */
export const areaField = ({ hint, id, label, onChange, value }: Properties): VNode =>
  el(
    "div.field",
    { key: id },
    el("label", { for: id }, label),
    el("textarea", {
      id,
      value,
      placeholder: hint ?? "",
      onInput: ({ currentTarget }) => onChange(currentTarget.value)
    })
  )

/** One of several values with its label. */
export const choiceField = (
  { id, label, onChange, value }: Properties,
  options: ReadonlyArray<readonly [value: string, label: string]>
): VNode =>
  el(
    "div.field",
    { key: id },
    el("label", { for: id }, label),
    el(
      "select",
      { id, value, onChange: ({ currentTarget }) => onChange(currentTarget.value) },
      ...options.map(([name, text]) => el("option", { value: name, key: name }, text))
    )
  )
