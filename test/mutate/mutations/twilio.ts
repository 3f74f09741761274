import type { Mutation } from "../Mutation.ts"

/** A mutation of the carrier by Twilio. */
const twilio = (file: string, find: string, replace: string, test: string): Mutation => ({
  area: "twilio",
  file: `adapters/twilio/src/${file}.ts`,
  find,
  replace,
  tests: [`twilio/${test}`]
})

export const mutations: ReadonlyArray<Mutation> = [
  twilio("Signature", "if (hash === null && form === null && body.length > 0) return false\n", "", "Signature"),
  twilio("Signature", "hash === null ? form ?? [] : []", "[]", "Signature"),
  twilio("Signature", "own.add(value)", "new Set([value])", "Signature"),
  twilio("Signature", "? \":443\" : \":80\"", "? \":443\" : \":443\"", "Signature"),
  twilio("Callback", "signed: { url: `${publicUrl}${search}`", "signed: { url: `${publicUrl}`", "Signature"),
  twilio("Callback", "text === \"\" && media.length > 0 ? null : text", "text", "Callback"),
  twilio("Callback", "case \"undelivered\":\n", "", "Callback"),
  twilio("Callback", "ErrorCode.of(code).consequence === \"opted out\"", "false", "Callback"),
  twilio("MessageRequest", "sms === null ? rendered.plain : sms.parts.join(\"\")", "rendered.plain", "MessageRequest"),
  twilio("MessageRequest", "contents[`${name}/${language}`] ?? ", "", "MessageRequest"),
  twilio("MessageRequest", "category === \"AUTHENTICATION\" ? body : ", "", "MessageRequest"),
  twilio(
    "MessageRequest",
    "Math.max(Math.floor((expiresAt - now) / 1000), 1)",
    "Math.floor((expiresAt - now) / 1000)",
    "MessageRequest"
  ),
  twilio(
    "MessageRequest",
    "(channel === \"sms\" ? [[\"SmartEncoded\"",
    "(channel === \"rcs\" ? [[\"SmartEncoded\"",
    "MessageRequest"
  ),
  twilio("MessageRequest", "senders[from] ?? from", "from", "MessageRequest"),
  twilio(
    "MessageAnswer",
    "if (byStatus === \"unanswered\")",
    "if (told === null && byStatus === \"unanswered\")",
    "ErrorCode"
  ),
  twilio(
    "MessageAnswer",
    "if (byStatus === \"busy\") return said(Outcome.busy(answer, now, pause))\n",
    "",
    "ErrorCode"
  ),
  twilio("MessageAnswer", "answer.status === 400 ? \"unknown\" : byStatus", "byStatus", "ErrorCode")
]
