/**
 * POST /v3/messages: a template to one or more recipients, on one or more channels (specification "Messages").
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Accept from "../accept/Accept.ts"
import * as Limit from "../catalogue/Limit.ts"
import type { Violation } from "../catalogue/Violation.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import * as Refused from "../commit/Refused.ts"
import type { Decision } from "../commit/Use.ts"
import type { SendResource } from "../message/MessageResource.ts"
import * as MessageResource from "../message/MessageResource.ts"
import { Contacts, key as contactKey } from "../row/Contact.ts"
import type { Template } from "../row/Template.ts"
import { nameKey, TemplateNames, Templates } from "../row/Template.ts"
import * as ParameterCheck from "../template/ParameterCheck.ts"
import * as Renderer from "../template/Renderer.ts"
import { Requested } from "../value/Channel.ts"
import { TemplateId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import type { Json } from "../value/Json.ts"
import { PhoneNumber } from "../value/PhoneNumber.ts"
import * as Timestamp from "../value/Timestamp.ts"
import * as Field from "./Field.ts"
import type { Command } from "./Operation.ts"
import * as Operation from "./Operation.ts"

const Scalar = Schema.Union([Schema.String, Schema.Finite, Schema.Boolean, Schema.Null]).annotate({
  message: "must be a string, a number or a boolean"
})

const Body = Schema.Struct({
  to: Schema.Array(PhoneNumber).check(
    Schema.makeFilter((to: ReadonlyArray<unknown>) => to.length > 0, {
      message: "must contain at least one recipient"
    }),
    Schema.makeFilter((to: ReadonlyArray<unknown>) => to.length <= Limit.recipientsPerSend, {
      message: `must contain at most ${Limit.recipientsPerSend} recipients`
    })
  ),
  template: Field.optional(Schema.Struct({
    id: Field.optional(TemplateId),
    name: Field.optional(Schema.String),
    parameters: Field.optional(Schema.Record(Schema.String, Scalar))
  })),
  channel: Field.optional(Schema.Array(Field.oneOf(Requested.literals))),
  subject: Field.optional(Schema.String),
  scheduled_at: Field.optional(Field.text((text) => Timestamp.parse(text) !== null, {
    message: "must be a timestamp with a UTC offset, such as 2030-01-31T09:00:00Z"
  })),
  sandbox: Field.optional(Schema.Boolean)
})
type Body = typeof Body.Type

/** Parts of the specification that this version cannot carry out: refused by name, never ignored. */
const unsupported = ["text", "media_urls"]

/** The instant that a send is scheduled for, or null. */
const scheduledAt = ({ scheduled_at: at }: Partial<Body>): Instant | null =>
  at === undefined || at === null ? null : Timestamp.parse(at)

const checkSchedule = (body: Partial<Body>, now: Instant): ReadonlyArray<Violation> => {
  const at = scheduledAt(body)
  if (at === null || (at - now >= Limit.schedule.earliest && at - now <= Limit.schedule.latest)) return []
  const message = "must be at least 1 minute and at most 30 days ahead"
  return [{ field: "scheduled_at", code: "VALIDATION_001", message }]
}

const check = (body: Partial<Body>, raw: Json): ReadonlyArray<Violation> => {
  const wrong = (field: string, message: string): Violation => ({ field, code: "VALIDATION_001", message })
  const sent = raw !== null && typeof raw === "object" && !Array.isArray(raw)
    ? raw as Readonly<Record<string, Json>>
    : {}
  const given = (value: unknown) =>
    value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0)
  const refused = unsupported.filter((field) => given(sent[field])).map((field) => wrong(field, "is not supported yet"))
  const template = body.template
  // A template that is wrong by itself was reported by its own fields.
  const absent = !given(sent["template"]) || (given(template) && !given(template?.id) && !given(template?.name))
  return absent ? [...refused, wrong("template", "must have id or name")] : refused
}

const channels = (body: Body): ReadonlyArray<Requested> =>
  body.channel === undefined || body.channel === null || body.channel.length === 0 ? ["auto_detect"] : body.channel

const parameters = (body: Body): Renderer.Parameters =>
  Object.fromEntries(
    Object.entries(body.template?.parameters ?? {}).flatMap(([name, value]) =>
      value === null ? [] : [[name, String(value)]]
    )
  )

const templateNeeds = (command: Command<unknown, unknown, Body, void>, facts: Facts.Facts): Needs.Needs => {
  const { id, name } = command.body.template ?? {}
  if (id !== undefined && id !== null) return Needs.row(Templates, id)
  if (name === undefined || name === null) return Needs.none
  const key = nameKey(command.caller.account.id, name)
  const found = Facts.peek(facts, TemplateNames, key)
  return Needs.all(
    Needs.row(TemplateNames, key),
    found === undefined || found === null ? Needs.none : Needs.row(Templates, found.template)
  )
}

const findTemplate = (command: Command<unknown, unknown, Body, void>, facts: Facts.Facts): Template | null => {
  const { id, name } = command.body.template ?? {}
  const account = command.caller.account.id
  const target = id ?? Facts.get(facts, TemplateNames, nameKey(account, name ?? ""))?.template
  const template = target === undefined ? null : Facts.get(facts, Templates, target)
  return template?.account === account ? template : null
}

/**
 * What a recipient entry shows as body: the text, as far as the channel and the parameters allow one. Where the service
 * is to choose the channel it is the text as SMS has it: of the body for all channels, else of that for SMS.
 */
const shownBody = (template: Template, values: Renderer.Parameters, channel: Requested): string | null =>
  Renderer.render(compiled(template), channel === "auto_detect" ? "sms" : channel, values)?.plain ?? null

const compiled = ({ definition, language }: Template): Renderer.Compiled => Renderer.compiled(definition, language)

const echo = (at: Instant | null) => at === null ? {} : { scheduled_at: Timestamp.show(at) }

export const SendMessage = Operation.make({
  name: "messages.send",
  summary: "Send a message to one or more recipients",
  path: Schema.Struct({}),
  query: Schema.Struct({}),
  body: Body,
  data: MessageResource.SendResource,
  status: 202,
  role: null,
  tier: "standard",
  idempotent: true,
  check: ({ body }, _caller, raw, now) => [...check(body, raw), ...checkSchedule(body, now)],
  simulate: ({ body }, _caller, _now, mint): SendResource => ({
    status: "QUEUED",
    template_id: body.template?.id ?? mint.uuid(),
    template_name: body.template?.name ?? "sandbox",
    ...echo(scheduledAt(body)),
    recipients: [...new Set(body.to)].flatMap((to) =>
      [...new Set(channels(body))].map((channel) => ({ message_id: mint.uuid(), to, channel, body: null }))
    )
  }),
  use: {
    name: "messages.send",
    needs: (command, facts) =>
      Needs.all(
        templateNeeds(command, facts),
        Needs.rows(Contacts, command.body.to.map((phone) => contactKey(command.caller.account.id, phone)))
      ),
    decide: (command, facts, now, mint): Result.Result<Decision<SendResource>, Refused.Refused> => {
      const { account } = command.caller
      const template = findTemplate(command, facts)
      if (template === null) return Result.fail(Refused.refused("RESOURCE_002"))
      const requested = channels(command.body)
      const values = parameters(command.body)
      const at = scheduledAt(command.body)
      const violations = ParameterCheck.check(compiled(template), values, requested)
      if (violations.length > 0) return Result.fail(Refused.fromViolations(violations))
      if (requested.includes("mms") && !Renderer.renderable(template.definition).includes("mms")) {
        return Result.fail(Refused.refused("VALIDATION_001", {
          template: ["has no mms body, so it cannot be sent on mms"]
        }))
      }
      const { commit, messages } = Accept.accept(
        {
          account,
          to: command.body.to,
          channels: requested,
          template: {
            id: template.id,
            revision: template.revision,
            name: template.name,
            category: template.category,
            parameters: values
          },
          contact: (phone) => Facts.get(facts, Contacts, contactKey(account.id, phone)),
          scheduledAt: at
        },
        now,
        mint
      )
      return Result.succeed({
        commit,
        answer: {
          status: at === null ? "QUEUED" : "SCHEDULED",
          template_id: template.id,
          template_name: template.name,
          ...echo(at),
          recipients: messages.map((message) => ({
            message_id: message.id,
            to: message.phone,
            channel: message.requested,
            body: shownBody(template, values, message.requested)
          }))
        }
      })
    }
  }
})
