/**
 * Arbitraries of requests to legacy v2: for each operation a path, a query and a JSON body that are valid by every rule
 * that needs no stored data.
 */
import { Category } from "@signalbox/core/Category"
import type { operations } from "@signalbox/core/Legacy"
import { TemplateStatus } from "@signalbox/core/Template"
import * as fc from "fast-check"
import type { Input } from "./Inputs.ts"
import { phone, uuid } from "./Values.ts"

export type LegacyName = keyof typeof operations

const asked = (query: fc.Arbitrary<Input["query"]>): fc.Arbitrary<Input> =>
  query.map((query) => ({ path: {}, query, body: {} }))

const body = (arbitrary: fc.Arbitrary<Input["body"]>): fc.Arbitrary<Input> =>
  arbitrary.map((body) => ({ path: {}, query: {}, body }))

const byId: fc.Arbitrary<Input> = uuid().map((id) => ({ path: { id }, query: {}, body: {} }))

const paging = {
  page: fc.nat({ max: 9 }).map(String),
  pageSize: fc.integer({ min: 1, max: 100 }).map(String)
}

const optional = { requiredKeys: [] as Array<never>, noNullPrototype: true }

const template = {
  templateId: uuid(),
  templateVariables: fc.dictionary(fc.string({ maxLength: 8 }), fc.string({ maxLength: 20 }), {
    maxKeys: 3,
    noNullPrototype: true
  })
}

export const inputs: { readonly [Name in LegacyName]: fc.Arbitrary<Input> } = {
  "v2.contacts.find": asked(phone.map((phoneNumber) => ({ phoneNumber }))),
  "v2.contacts.get": asked(uuid().map((id) => ({ id }))),
  "v2.contacts.list": asked(fc.record(paging, optional)),
  "v2.messages.contact": body(fc.record({ contactId: uuid(), ...template })),
  "v2.messages.get": byId,
  "v2.messages.phone": body(fc.record({ phoneNumber: phone, ...template })),
  "v2.messages.quick_message": body(
    fc.record({
      phoneNumber: phone,
      customMessage: fc.string({ minLength: 1, maxLength: 100 }).filter((text) => text.trim() !== "")
    })
  ),
  "v2.templates.get": byId,
  "v2.templates.list": asked(fc.record({
    ...paging,
    search: fc.string({ unit: "grapheme", maxLength: 10 }),
    status: fc.constantFrom("", ...TemplateStatus.literals),
    category: fc.constantFrom("", ...Category.literals)
  }, optional))
}
