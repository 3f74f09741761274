/**
 * The template that brings a code: found by its id or its name, in the language of the request or of the contact, and
 * refused where it could never bring one (decisions 16.3).
 */
import * as Result from "effect/Result"
import * as TemplateChoice from "../accept/TemplateChoice.ts"
import * as Limit from "../catalogue/Limit.ts"
import type { Violation } from "../catalogue/Violation.ts"
import type * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import * as Refused from "../commit/Refused.ts"
import * as ParameterCheck from "../definition/ParameterCheck.ts"
import * as Renderer from "../definition/Renderer.ts"
import type { Template } from "../row/Template.ts"
import type { Requested } from "../value/Channel.ts"
import { Channel } from "../value/Channel.ts"
import type { AccountId } from "../value/Id.ts"
import type { Create } from "./VerificationBody.ts"
import * as VerificationBody from "./VerificationBody.ts"

const wanted = (account: AccountId, { template: { id, language, name } }: Create): TemplateChoice.Wanted => ({
  account,
  id: id ?? null,
  name: id === undefined || id === null ? name ?? "" : null,
  language: language ?? null
})

/** Returns what must be loaded, besides the contact of the number, to choose the template. */
export const needs = (account: AccountId, body: Create, facts: Facts.Facts): Needs.Needs => {
  const asked = wanted(account, body)
  return Needs.all(
    TemplateChoice.needs(asked, facts),
    TemplateChoice.needsOfContacts(asked, [body.phone_number], facts)
  )
}

/**
 * Returns the template in the language that is asked for, else in that of the contact, as far as it is loaded: null when the
 * account has none like that, undefined when that is not known.
 */
export const peek = (
  account: AccountId,
  body: Create,
  facts: Facts.Facts
): TemplateChoice.Choice | null | undefined => {
  const asked = wanted(account, body)
  const named = TemplateChoice.peek(asked, facts)
  return named === null || named === undefined
    ? named
    : TemplateChoice.forRecipient(named, body.phone_number, asked, facts)
}

const refused = (field: string, message: string): Refused.Refused =>
  Refused.refused("VALIDATION_001", { [field]: [message] })

/** Returns why no code can be sent by this template, or null when one can. */
const refusal = (template: Template, body: Create): Refused.Refused | null => {
  const channel = VerificationBody.channel(body)
  if (template.category !== "AUTHENTICATION") {
    return refused("template", "must be of the category AUTHENTICATION")
  }
  if (template.status !== "APPROVED") return Refused.refused("BUSINESS_005")
  if (channel !== "auto_detect" && !Renderer.renderable(template.definition).includes(channel)) {
    return refused("channel", `has no body in the template, which cannot be sent on ${channel}`)
  }
  const told = template.definition.authenticationConfig?.codeExpirationMinutes
  if (told === undefined) return null
  const { maximum } = Limit.verification.lifetimeMinutes
  if (told > maximum) {
    return refused(
      "template",
      `says that its code expires in ${told} minutes, and a code expires in ${maximum} at most`
    )
  }
  const asked = body.lifetime_minutes ?? told
  return asked === told
    ? null
    : refused("lifetime_minutes", `must be ${told}, since the template says so to the recipient`)
}

/** Returns the template, or why no code can be sent by it. */
export const find = (
  account: AccountId,
  body: Create,
  facts: Facts.Facts
): Result.Result<TemplateChoice.Choice, Refused.Refused> => {
  const choice = peek(account, body, facts) ?? null
  if (choice === null) return Result.fail(Refused.refused("RESOURCE_002"))
  const why = refusal(choice.template, body)
  return why === null ? Result.succeed(choice) : Result.fail(why)
}

/** Returns for how many minutes a code is good: as the template says, unless the request does. */
export const lifetimeMinutes = ({ definition }: Template, { lifetime_minutes: asked }: Create): number =>
  asked ?? definition.authenticationConfig?.codeExpirationMinutes ?? Limit.verification.lifetimeMinutes.default

/** Returns the values of the template's variables, all of which stand for the code. */
export const parameters = ({ definition, language }: Template, code: string): Renderer.Parameters => {
  const compiled = Renderer.compiled(definition, language)
  const names = Channel.literals.flatMap((channel) => Renderer.slots(compiled, channel).map(({ name }) => name))
  return Object.fromEntries(names.map((name) => [name, code]))
}

/** Returns what is wrong with sending this code: the template's own patterns may not allow it. */
export const flaws = (template: Template, channel: Requested, code: string): ReadonlyArray<Violation> =>
  ParameterCheck.check(
    Renderer.compiled(template.definition, template.language),
    parameters(template, code),
    [channel]
  ).map((violation) => ({
    ...violation,
    field: "template",
    message: `has a variable whose value ${violation.message}`
  }))
