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
