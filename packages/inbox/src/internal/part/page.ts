import type { ComponentChildren, VNode } from "preact"
import { el } from "../element.ts"

/** The place of a view, with a panel beside it where something of it is looked at. */
export const page = (content: ReadonlyArray<ComponentChildren>, panel: VNode | null = null): VNode =>
  panel === null
    ? el("main.main", { id: "main", tabIndex: -1 }, ...content)
    : el(
      "main.main.split",
      { id: "main", tabIndex: -1 },
      el("div.stage", {}, ...content),
      el("aside.aside", { "aria-label": "Message" }, panel)
    )
