/**
 * Lists of the largest that there may be: a page of a hundred has a bound in bytes, because each entry has one (decisions
 * 9.4). What is larger already goes on working.
 */
import { Account } from "@signalbox/core/Account"
import type { AuditEntry } from "@signalbox/core/AuditEntry"
import * as Catalogue from "@signalbox/core/Catalogue"
import * as Commits from "@signalbox/core/Commit"
import type { ConsentRecord } from "@signalbox/core/ConsentRecord"
import type { AccountId } from "@signalbox/core/Id"
import * as AuditResource from "@signalbox/core/internal/account/AuditResource"
import { fromRecord } from "@signalbox/core/internal/consent/ExportConsent"
import { fromPrefix } from "@signalbox/core/internal/protection/PausedPrefixResource"
import type { Json } from "@signalbox/core/Json"
import * as Limit from "@signalbox/core/Limit"
import { Operations } from "@signalbox/core/Operations"
import { revisionOf, TemplateRevisions, Templates } from "@signalbox/core/Template"
import * as DefaultNumber from "@signalbox/emulator/seed/DefaultNumber"
import * as SizedDefinitions from "@signalbox/testing/generate/SizedDefinitions"
import * as HttpClient from "@signalbox/testing/http/HttpClient"
import type { HttpSubject } from "@signalbox/testing/http/HttpSubject"
import * as Effect from "effect/Effect"
import { randomUUID } from "node:crypto"
import { afterEach, describe, expect, it, vi } from "vitest"
import * as Bench from "../core/Bench.ts"
import * as Given from "../core/Given.ts"
import * as Scene from "../core/Scene.ts"
import * as Mounts from "../http/Mounts.ts"
import { starter } from "../http/NodeSubject.ts"
import * as Storages from "../http/Storages.ts"

let subject: HttpSubject | undefined

afterEach(async () => {
  vi.restoreAllMocks()
  await subject?.stop()
})

/** A hundred entries of 64 KB, and what else each of them shows. */
const most = 100 * 68_000

const timesHundred = async (each: (index: number) => Promise<unknown>): Promise<void> => {
  for (let index = 0; index < 100; index += 10) {
    await Promise.all(Array.from({ length: 10 }, (_, more) => each(index + more)))
  }
}

describe.each([
  ["memory", Storages.memory],
  ["SQLite", Storages.sqlite],
  ["PostgreSQL", Storages.postgres]
])("a page of a hundred on %s", (_, storage) => {
  it("has less than 7 MB, of templates and of messages", { timeout: 60_000 }, async () => {
    subject = await starter({ mount: Mounts.node, storage })()
    const { apiKey, id } = await subject.freshAccount!()
    const client = HttpClient.make(subject.baseUrl, { "x-api-key": apiKey })
    const definition = SizedDefinitions.sized(65_536)
    const created = await client.post("/v3/templates", { definition, submit_for_review: true })
    expect(created.status).toBe(201)
    await timesHundred(() => client.post("/v3/templates", { definition }))
    const templates = await client.get("/v3/templates?page=1&page_size=100")
    expect((templates.json as { data: { templates: ReadonlyArray<unknown> } }).data.templates).toHaveLength(100)
    expect(Buffer.byteLength(templates.text)).toBeGreaterThan(6_500_000)
    expect(Buffer.byteLength(templates.text)).toBeLessThan(most)
    // The service logs each message that it cuts.
    vi.spyOn(console, "log").mockImplementation(() => {})
    const file = { url: `https://a.example/${"f".repeat(2000)}`, mimeType: "image/png", sizeBytes: 1, hashSha256: null }
    await timesHundred((index) =>
      subject!.receive!({
        carrier: "sms-a",
        reference: randomUUID(),
        channel: "sms",
        from: `+1201555${String(index).padStart(4, "0")}`,
        to: DefaultNumber.of(id as AccountId).number,
        text: (index % 2 === 0 ? "\u0001" : "漢").repeat(65_536 - 64 * 1024 * (index % 3) / 4),
        media: Array.from({ length: 40 }, () => file)
      })
    )
    const messages = await client.get("/v3/conversations?page=1&page_size=100")
    expect((messages.json as { data: { messages: ReadonlyArray<unknown> } }).data.messages).toHaveLength(100)
    expect(Buffer.byteLength(messages.text)).toBeGreaterThan(6_500_000)
    expect(Buffer.byteLength(messages.text)).toBeLessThan(most)
  })
})

describe("a stored definition that is larger", () => {
  const definition = SizedDefinitions.sized(70_000)
  const { id } = Given.template()
  const large = Given.template({ definition })
  const update = Effect.fnUntraced(function*(body: Json) {
    const { run } = yield* Operations
    const asked = { ...Scene.request(body), path: { id } }
    const { outcome, status } = yield* run(Catalogue.UpdateTemplate, Scene.caller, asked as never)
    return { status, text: outcome?.json ?? "" }
  })

  it("may be renamed, handed in again and sent, and is refused once it changes", () =>
    Bench.run(
      Bench.layer(),
      Effect.gen(function*() {
        yield* Scene.seed(
          1000,
          Commits.put(Templates, large),
          Commits.put(TemplateRevisions, revisionOf(large))
        )
        expect((yield* update({ name: "renamed" })).status).toBe(200)
        expect((yield* update({ definition: definition as never, language: "de" })).status).toBe(200)
        const grown = yield* update({ definition: SizedDefinitions.sized(70_001) as never })
        expect(grown.status).toBe(400)
        expect(grown.text).toContain("\"definition\":[\"must have at most 65536 bytes of JSON, not 70001\"]")
        expect((yield* update({ definition: SizedDefinitions.sized(65_536) as never })).status).toBe(200)
      })
    ))
})

describe("a page of a hundred entries of an audit log", () => {
  it("has less than 200 KB, whatever has changed [XPR-163, XPR-164]", () => {
    const fields = Object.keys(Account.fields).map((name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`))
    expect(fields.length).toBeGreaterThan(30)
    const id = Given.accountId(1)
    const shown = AuditResource.fromEntry({
      id: id as string as AuditEntry["id"],
      account: id,
      actor: { type: "key", id },
      action: "changed",
      subject: { type: "account", id },
      count: 1_000_000,
      fields,
      operation: "sender_profiles.complete_and_more",
      network: "ffff:ffff:ffff::/48",
      at: Given.now,
      endsAt: Given.now
    })
    expect(100 * Buffer.byteLength(JSON.stringify(shown))).toBeLessThan(200_000)
  })
})

describe("a page of a hundred of what protection keeps", () => {
  const size = (shown: unknown): number => 100 * Buffer.byteLength(JSON.stringify(shown))

  it("has less than 50 KB, of paused prefixes", () => {
    const evidence = { counted: Number.MAX_SAFE_INTEGER, failed: Number.MAX_SAFE_INTEGER }
    const row = { account: Given.accountId(1), prefix: "+9999999", reason: "undelivered", times: 9 } as const
    expect(size(fromPrefix({ ...row, evidence, since: Given.now, until: Given.now }, Given.now))).toBeLessThan(50_000)
  })

  it("has less than 700 KB, of changes of consent", () => {
    const id = Given.accountId(1) as string
    const shown = fromRecord({
      id: id as ConsentRecord["id"],
      account: Given.accountId(1),
      contact: id as ConsentRecord["contact"],
      phone: "+999999999999999" as ConsentRecord["phone"],
      purpose: "p".repeat(Limit.purposeNameLength),
      consent: "opt_out",
      source: "PROVIDER_SIGNAL",
      channel: "whatsapp",
      message: id as ConsentRecord["message"],
      // No longer text is a keyword, whatever it is composed of.
      text: "\u0001".repeat(1000),
      at: Given.now
    })
    expect(size(shown)).toBeLessThan(700_000)
  })
})
