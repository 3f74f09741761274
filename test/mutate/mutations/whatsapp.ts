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
  whatsapp("internal/Hook", "return isJudged ? answer : Callback.again", "return answer", "Hook"),
  whatsapp("internal/Hook", "unknownReceipts: \"taken\"", "unknownReceipts: \"again\"", "Hook"),
  whatsapp("GraphAnswer", "Math.max(millis, wantedPause(answer))", "millis", "Carrier"),
  whatsapp(
    "WhatsappCarrier",
    "if (error !== null && GraphAnswer.isOptOut(error)) yield* optedOut(submission)\n",
    "",
    "Carrier"
  ),
  whatsapp("Webhook", "value === null ? undefined : value", "value", "Webhook"),
  whatsapp("Webhook", "case \"played\":\n", "", "Webhook"),
  whatsapp("TemplateName", "_r${revision}", "_r1", "Requests"),
  whatsapp("TemplateRequest", "samples.push(sampleOf(variable))", "samples.push(variable.name)", "TemplateRequest"),
  verdicts("if (template.revision !== verdict.revision) return done(\"Unchanged\")\n", "")
]
