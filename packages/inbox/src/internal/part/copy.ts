import type { VNode } from "preact"
import { el, view } from "../element.ts"
import { useInbox } from "../inbox.ts"

interface Properties {
  readonly text: string
  readonly label: string
  /** The sentence that is shown when it is done. */
  readonly done?: string
}

/** Without a secure context there is no clipboard, but there is still a selection. */
const copyOf = async (text: string): Promise<void> => {
  if (navigator.clipboard !== undefined) {
    await navigator.clipboard.writeText(text)
    return
  }
  const area = document.createElement("textarea")
  area.value = text
  document.body.append(area)
  area.select()
  document.execCommand("copy")
  area.remove()
}

const Copy = ({ done, label, text }: Properties): VNode => {
  const { say } = useInbox()
  const copy = (): void => {
    copyOf(text).then(() => say(done ?? "Copied."), () => say("The browser does not let this page copy."))
  }
  return el("button.chip", { type: "button", onClick: copy }, label)
}

/** A button that copies a text. */
export const copy = (properties: Properties): VNode => view(Copy, properties)
