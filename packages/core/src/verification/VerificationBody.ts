/**
 * The request bodies of verifications: their fields, what spans several fields, and readers for their defaults
 * (decisions 16.3).
 */
import * as Schema from "effect/Schema"
import * as Limit from "../catalogue/Limit.ts"
import type { Violation } from "../catalogue/Violation.ts"
import * as AddressRule from "../delivery/AddressRule.ts"
import * as Field from "../operation/Field.ts"
import * as TemplateBody from "../template/TemplateBody.ts"
import type { Requested } from "../value/Channel.ts"
import { Requested as AnyRequested } from "../value/Channel.ts"
import { TemplateId } from "../value/Id.ts"
import { PhoneNumber } from "../value/PhoneNumber.ts"

const { codeLength: lengths, lifetimeMinutes: lifetimes, purposeLength } = Limit.verification

const purposePattern = new RegExp(`^[a-z0-9_-]{1,${purposeLength}}$`)

export const Create = Schema.Struct({
  phone_number: PhoneNumber,
  template: Schema.Struct({
    id: Field.optional(TemplateId),
    name: Field.optional(Schema.String),
    language: TemplateBody.language
  }),
  channel: Field.optional(Field.oneOf(AnyRequested.literals)),
  purpose: Field.optional(Field.text((text) => purposePattern.test(text), {
    message: `must be 1 to ${purposeLength} lower-case letters, digits, _ and -`,
    toJsonSchema: () => ({ pattern: purposePattern.source })
  })),
  code_length: Field.optional(Field.integer(lengths)),
  lifetime_minutes: Field.optional(Field.integer(lifetimes)),
  ip_address: Field.optional(Field.text((text) => AddressRule.networkOf(text) !== null, {
    message: "must be an IPv4 or IPv6 address"
  })),
  sandbox: Field.optional(Schema.Boolean)
})
export type Create = typeof Create.Type

const codePattern = new RegExp(`^[0-9]{${lengths.minimum},${lengths.maximum}}$`)

export const Check = Schema.Struct({
  code: Field.text((text) => codePattern.test(text), {
    message: `must be ${lengths.minimum} to ${lengths.maximum} digits`,
    toJsonSchema: () => ({ pattern: codePattern.source })
  }),
  sandbox: Field.optional(Schema.Boolean)
})
export type Check = typeof Check.Type

export const Cancel = Schema.Struct({ sandbox: Field.optional(Schema.Boolean) })

const given = (value: unknown): boolean => value !== undefined && value !== null

/** Checks the rules that span several fields. `body` holds only the fields that are valid by themselves. */
export const check = ({ template }: Partial<Create>): ReadonlyArray<Violation> =>
  template === undefined || given(template.id) || given(template.name)
    ? []
    : [{ field: "template", code: "VALIDATION_001", message: "must have id or name" }]

export const channel = ({ channel }: Create): Requested => channel ?? "auto_detect"

/** Returns the purpose, or that of a verification which names none. */
export const purpose = ({ purpose }: Create): string => purpose ?? "default"

export const codeLength = ({ code_length }: Create): number => code_length ?? lengths.default
