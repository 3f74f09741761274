import type { VNode } from "preact"
import { useRef } from "preact/hooks"
import { el, view } from "../element.ts"
import { control, go, useInbox } from "../inbox.ts"
import { explain } from "../source/source.ts"

const ResetButton = (): VNode => {
  const inbox = useInbox()
  const dialog = useRef<HTMLDialogElement>(null)
  const reset = (): void => {
    dialog.current?.close()
    control(inbox, "POST", "reset", {}).then(() => {
      inbox.say("The emulator has begun anew.")
      go("#/phones")
    }, (error: unknown) => inbox.say(explain(error)))
  }
  return el(
    "span",
    {},
    el("button.chip", { type: "button", onClick: () => dialog.current?.showModal() }, "Reset"),
    el(
      "dialog",
      { ref: dialog, "aria-label": "Reset" },
      el("h2", {}, "Begin anew?"),
      el("p", {}, "Every message, contact and template goes, the clock comes back, and the seed is sown again."),
      el(
        "div.acts",
        {},
        el("button.chip.primary", { type: "button", onClick: reset }, "Begin anew"),
        el("button.chip", { type: "button", onClick: () => dialog.current?.close() }, "Keep all")
      )
    )
  )
}

/** Ends everything that the emulator holds, after a question. */
export const resetButton = (): VNode => view(ResetButton, {})
