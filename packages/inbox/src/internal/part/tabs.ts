import type { ComponentChildren, VNode } from "preact"
import { el } from "../element.ts"

export interface Tab {
  readonly name: string
  readonly label: string
}

interface Properties {
  readonly label: string
  readonly tabs: ReadonlyArray<Tab>
  readonly chosen: string
  readonly onChoose: (name: string) => void
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 }

/** Tabs, with the panel of the one that is chosen. Arrows walk them. */
export const tabs = (
  { chosen, label, onChoose, tabs }: Properties,
  ...panel: ReadonlyArray<ComponentChildren>
): VNode => {
  const walk = (event: KeyboardEvent): void => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    event.stopPropagation()
    const place = tabs.findIndex(({ name }) => name === chosen)
    const next = tabs[(place + step + tabs.length) % tabs.length]
    if (next === undefined) return
    onChoose(next.name)
    document.getElementById(`tab-${next.name}`)?.focus()
  }
  return el(
    "div",
    {},
    el(
      "div.tabs",
      { role: "tablist", "aria-label": label, onKeyDown: walk },
      ...tabs.map(({ label, name }) =>
        el("button", {
          type: "button",
          role: "tab",
          id: `tab-${name}`,
          "aria-selected": name === chosen,
          "aria-controls": "tab-panel",
          tabIndex: name === chosen ? 0 : -1,
          onClick: () => onChoose(name)
        }, label)
      )
    ),
    el("div", { role: "tabpanel", id: "tab-panel", "aria-labelledby": `tab-${chosen}`, tabIndex: 0 }, ...panel)
  )
}
