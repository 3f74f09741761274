import type { VNode } from "preact"
import { el, view } from "../element.ts"
import { control, useInbox } from "../inbox.ts"
import { explain } from "../source/source.ts"

const QuietHours = ({ onChange }: { readonly onChange: () => void }): VNode => {
  const inbox = useInbox()
  const { account } = inbox
  const isOff = account.quiet_hours === "off" || account.quiet_hours === undefined || account.quiet_hours === null
  const change = (): void => {
    control(inbox, "PATCH", `accounts/${account.id}`, { quiet_hours: isOff ? "us-tcpa" : "off" }).then(() => {
      inbox.say(isOff ? "Messages to the United States wait from 21:00 to 08:00." : "No message waits for the morning.")
      onChange()
    }, (error: unknown) => inbox.say(explain(error)))
  }
  return el("button.chip", { type: "button", "aria-pressed": !isOff, onClick: change }, "Quiet hours")
}

/** Switches the quiet hours of the account, by the rules of the United States. */
export const quietHours = (properties: { readonly onChange: () => void }): VNode => view(QuietHours, properties)
