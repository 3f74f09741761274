/**
 * Each endpoint of v2 has a name, a heading and sentences of its own.
 */
import * as LegacyContacts from "@signalbox/core/internal/legacy/LegacyContacts"
import * as LegacyMessages from "@signalbox/core/internal/legacy/LegacyMessages"
import * as LegacySends from "@signalbox/core/internal/legacy/LegacySends"
import * as LegacyTemplates from "@signalbox/core/internal/legacy/LegacyTemplates"
import * as QuickMessage from "@signalbox/core/internal/legacy/QuickMessage"
import { expect, it } from "vitest"

interface Words {
  readonly name: string
  readonly summary: string
  readonly description: string
  readonly status?: unknown
  readonly scope?: unknown
  readonly role?: unknown
  readonly tier?: unknown
  readonly simulate?: unknown
  readonly idempotent?: unknown
}

const isEndpoint = (value: unknown): value is Words =>
  typeof value === "object" && value !== null && "summary" in value && "description" in value && "name" in value

const endpoints = [LegacyContacts, LegacyMessages, LegacySends, LegacyTemplates, QuickMessage]
  .flatMap((module) => Object.values<unknown>(module).filter(isEndpoint))

it("each endpoint of v2 has a name, a heading and sentences of its own", () => {
  expect(endpoints.length).toBeGreaterThan(8)
  for (const { description, name, summary } of endpoints) {
    expect(name).toMatch(/^v2\.[a-z_]+\.[a-z_]+$/)
    expect(summary, name).toMatch(/^[A-Z][^.]+$/)
    expect(description, name).toMatch(/^[A-Z][\s\S]+\.$/)
  }
  for (const words of ["name", "summary", "description"] as const) {
    expect(new Set(endpoints.map((each) => each[words])).size, words).toBe(endpoints.length)
  }
})

it("each has the status, the scope and the rate of its kind; none asks for a role, has a sandbox or is repeated by a key", () => {
  const kinds = endpoints.map(({ idempotent, name, role, scope, simulate, status, tier }) =>
    [name, status, scope, tier, role, simulate, idempotent] as const
  )
  const [read, send] = [["read", "standard", null, null, false], ["send", "standard", null, null, false]]
  expect(kinds.toSorted(([one], [other]) => one < other ? -1 : 1)).toStrictEqual([
    ["v2.contacts.find", 200, ...read],
    ["v2.contacts.get", 200, ...read],
    ["v2.contacts.list", 200, ...read],
    ["v2.messages.contact", 202, ...send],
    ["v2.messages.get", 200, ...read],
    ["v2.messages.phone", 202, ...send],
    ["v2.messages.quick_message", 200, ...send],
    ["v2.templates.get", 200, ...read],
    ["v2.templates.list", 200, ...read]
  ])
})
