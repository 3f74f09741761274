import type { VNode } from "preact"
import { useState } from "preact/hooks"
import { el, view } from "../element.ts"
import { useInbox } from "../inbox.ts"
import { areaField, textField } from "../part/field.ts"
import { lamp } from "../part/lamp.ts"
import { explain } from "../source/source.ts"

/** The check is made where the secret is, so no page has to know it. */
export const verdict = (isRight: boolean): VNode =>
  el(
    "p.soft",
    { role: "status" },
    lamp(isRight ? "go" : "stop"),
    isRight
      ? " Verified: the signature is by the webhook's secret."
      : " Not verified: the signature is by another secret than the webhook has now, or of another request."
  )

const none = { timestamp: "", signature: "", body: "" }

const Verification = ({ webhook }: { readonly webhook: string }): VNode | null => {
  const { say, source: { verify } } = useInbox()
  const [given, setGiven] = useState(none)
  const [isRight, setRight] = useState<boolean | null>(null)
  if (verify === null) return null
  const field = (name: keyof typeof none) => ({
    id: `verify-${name}`,
    value: given[name],
    onChange: (value: string) => {
      setGiven({ ...given, [name]: value })
      setRight(null)
    }
  })
  const ask = (event: Event): void => {
    event.preventDefault()
    verify({ webhook_id: webhook, ...given }).then(setRight, (error: unknown) => say(explain(error)))
  }
  return el(
    "details",
    {},
    el("summary", {}, "Verify a signature that your endpoint was given"),
    el(
      "form",
      { onSubmit: ask },
      textField({ ...field("timestamp"), label: "x-webhook-timestamp" }),
      textField({ ...field("signature"), label: "x-webhook-signature" }),
      areaField({ ...field("body"), label: "Body, byte for byte" }),
      el("button.chip", { type: "submit" }, "Verify"),
      isRight === null ? null : verdict(isRight)
    )
  )
}

/** A form that asks the service whether a request that an endpoint received was signed by the webhook's secret. */
export const verification = (properties: { readonly webhook: string }): VNode => view(Verification, properties)
