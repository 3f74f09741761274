import type { Mutation } from "../Mutation.ts"

/** A mutation of the carrier for WhatsApp. */
const whatsapp = (file: string, find: string, replace: string, test: string): Mutation => ({
  area: "whatsapp",
  file: `adapters/whatsapp/src/${file}.ts`,
  find,
  replace,
  tests: [`whatsapp/${test}`]
})

const verdicts = (find: string, replace: string): Mutation => ({
  area: "whatsapp",
  file: "packages/core/src/template/LaterVerdict.ts",
  find,
  replace,
  tests: ["core/template/LaterVerdict"]
})

export const mutations: ReadonlyArray<Mutation> = [
  whatsapp("internal/Hook", "isSigned(request, settings) ? told(request)", "true ? told(request)", "Hook"),
  whatsapp("internal/Hook", "!isKnown || ", "", "Hook"),
  whatsapp("internal/Hook", "return isJudged ? answer : Callback.again", "return answer", "Hook"),
  whatsapp("internal/Hook", "unknownReceipts: \"taken\"", "unknownReceipts: \"again\"", "Hook"),
  whatsapp("internal/Hook", "!settings.marksRead || ", "", "Hook"),
  whatsapp("GraphAnswer", "ErrorCode.meaning(code)?.isPrivate === true", "false", "Hook"),
  whatsapp("GraphAnswer", "answer.status >= 500", "false", "Carrier"),
  whatsapp("GraphAnswer", "repeat: \"never\",\n", "", "Carrier"),
  whatsapp("GraphAnswer", "Math.max(millis, wantedPause(answer))", "millis", "Carrier"),
  whatsapp(
    "WhatsappCarrier",
    "if (error !== null && GraphAnswer.isOptOut(error)) yield* optedOut(submission)\n",
    "",
    "Carrier"
  ),
  whatsapp("CallbackData", "more.length > 0 || ", "", "Webhook"),
  whatsapp("Webhook", "value === null ? undefined : value", "value", "Webhook"),
  whatsapp("Webhook", "case \"played\":\n", "", "Webhook"),
  whatsapp("InboundContent", "notices.includes(type) || ", "", "Webhook"),
  whatsapp("TemplateName", "_r${revision}", "_r1", "Requests"),
  whatsapp("TemplateMessage", "type === \"URL\" && given !== undefined", "given !== undefined", "Requests"),
  whatsapp("TemplateRequest", "samples.push(sampleOf(variable))", "samples.push(variable.name)", "TemplateRequest"),
  whatsapp("internal/MetaTemplates", "found.error_subcode === exists", "false", "Review"),
  whatsapp("internal/MetaTemplates", "each.name === name && ", "", "Review"),
  verdicts("if (template.revision !== verdict.revision) return done(\"Unchanged\")\n", ""),
  verdicts("template.status !== \"PENDING\" || all.includes(\"PENDING\")", "template.status !== \"PENDING\""),
  verdicts("rejected: { PENDING: \"reject\", APPROVED: \"pause\" }", "rejected: { PENDING: \"reject\" }")
]
