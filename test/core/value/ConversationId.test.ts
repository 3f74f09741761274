/**
 * The id of a conversation (specification "Message", decisions 3.2), against the package `uuid`.
 */
import { of } from "@signalbox/core/ConversationId"
import type { AccountId, ContactId } from "@signalbox/core/Id"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { v5 } from "uuid"
import { expect, it } from "vitest"

const namespace = "9f4e6a2c-0b1d-4c3e-8a5f-2d7e6c1b0a99"

const derive = (customer: string, contact: string): string => of(customer as AccountId, contact as ContactId)

it("is as published [CNV-001, CNV-004]", () => {
  const [customer, contact] = ["3f1a7c22-5d8e-4b90-91a2-6c4d0e8f7b31", "6ba7b810-9dad-11d1-80b4-00c04fd430c8"]
  expect(derive(customer, contact)).toBe("eba55bee-996a-5a7f-b56e-1e271f62a0bc")
})

prop(
  "is version 5 of both ids in the namespace, the customer's first [CNV-001, CNV-002, CNV-004]",
  fc.uuid(),
  fc.uuid(),
  (customer, contact) => {
    const id = derive(customer, contact)
    expect(id).toBe(v5(`${customer}:${contact}`, namespace))
    expect(derive(customer, contact)).toBe(id)
  }
)

prop("is the same for ids in capitals [CNV-003]", fc.uuid(), fc.uuid(), (customer, contact) => {
  expect(derive(customer.toUpperCase(), contact.toUpperCase())).toBe(derive(customer, contact))
})

prop("is another one the other way round [CNV-008]", fc.uuid(), fc.uuid(), (customer, contact) => {
  fc.pre(customer !== contact)
  expect(derive(contact, customer)).not.toBe(derive(customer, contact))
})

it("does not depend on what was derived before", () => {
  const pairs = Array.from({ length: 3000 }, (_, index) =>
    [
      `00000000-0000-4000-8000-${index.toString(16).padStart(12, "0")}`,
      `00000000-0000-4000-9000-${(index * 7).toString(16).padStart(12, "0")}`
    ] as const)
  for (const [customer, contact] of [...pairs, ...pairs]) {
    expect(derive(customer, contact)).toBe(v5(`${customer}:${contact}`, namespace))
  }
})
