/**
 * The operator judges a template by hand.
 */
import { Channel } from "@signalbox/core/Channel"
import type { TemplateId } from "@signalbox/core/Id"
import type { Statement } from "@signalbox/core/Operator"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { OperatorTemplateStatus, TemplateOperations } from "../../Operator.ts"
import type { SignalboxError } from "../../SignalboxError.ts"
import * as Errors from "../errors.ts"
import * as Given from "../given.ts"
import type { Run } from "../operated.ts"
import { operated } from "../operated.ts"
import * as Reading from "./reading.ts"

const OfTemplate = Schema.Struct({ template: Schema.String })

const Verdict = Schema.Struct({ channel: Schema.optionalKey(Channel) })

const Rejection = Schema.Struct({
  ...Verdict.fields,
  reason: Schema.String.check(Reading.check((text: string) => text.trim() !== "", "must say why"))
})

const judged = Effect.fnUntraced(function*(template: string, statement: Statement) {
  const answer = yield* operated((operator) => operator.assess(template.toLowerCase() as TemplateId, statement))
  switch (answer._tag) {
    case "Changed":
      return answer.status satisfies OperatorTemplateStatus
    case "Unknown":
      return yield* Effect.fail(Errors.error("RESOURCE_002", `There is no template with the id ${template}.`))
    case "Refused": {
      const { channel, outcome } = statement
      const where = channel === null ? "The template" : `The template on ${channel}`
      const why = answer.status === null ? "has no body there" : `is ${answer.status}`
      return yield* Effect.fail<SignalboxError>(
        Errors.error("CONFLICT_010", `${where} ${why}, which knows no step "${outcome}".`)
      )
    }
  }
})

export const templates = (run: Run): TemplateOperations => {
  const judge =
    (name: keyof TemplateOperations, outcome: Statement["outcome"]) => async (id: string, options?: object) => {
      const call = `operator.templates.${name}`
      const { template } = Given.read(call, "", OfTemplate, { template: id })
      const { channel = null } = Given.read(call, "options", Verdict, options)
      return run(judged(template, { channel, outcome, reason: null }))
    }

  return {
    approve: judge("approve", "approve"),
    reject: async (id, options) => {
      const { template } = Given.read("operator.templates.reject", "", OfTemplate, { template: id })
      const { channel = null, reason } = Given.read("operator.templates.reject", "options", Rejection, options)
      return run(judged(template, { channel, outcome: "reject", reason }))
    },
    pause: judge("pause", "pause"),
    resume: judge("resume", "lift")
  }
}
