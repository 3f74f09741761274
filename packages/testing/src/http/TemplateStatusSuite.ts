/**
 * The statuses of templates: what an author's change does to a review, and what may be done in each status
 * (specification "Template statuses", decisions 4.2).
 */
import { describe, expect, it } from "vitest"
import type { Start } from "./HttpSubject.ts"
import { sendOne } from "./internal/actions.ts"
import { failure } from "./internal/answers.ts"
import type { Given } from "./internal/given.ts"
import { reviewer, server } from "./internal/given.ts"
import type { Template } from "./internal/resources.ts"
import { definition, greeting, phone } from "./internal/samples.ts"
import type { Status } from "./internal/templates.ts"
import { change, put, reached, template, templateIn } from "./internal/templates.ts"

const other = definition("Goodbye {{0:variable}}!", "name")

let count = 0
const newName = (): string => `moved_${++count}`

/** The states that a change, a change with submission, and a submission alone lead to. */
const outcomes: Readonly<Record<Exclude<Status, "PENDING" | "ARCHIVED">, readonly [Status, Status, Status]>> = {
  DRAFT: ["DRAFT", "PENDING", "PENDING"],
  APPROVED: ["DRAFT", "PENDING", "APPROVED"],
  REJECTED: ["DRAFT", "PENDING", "PENDING"],
  PAUSED: ["DRAFT", "PENDING", "PAUSED"]
}

const transitions = (given: () => Given): void => {
  const changing = [{ definition: other }, { category: "MARKETING" }, { language: "nl" }]

  for (const [status, [changed, handedIn, submitted]] of Object.entries(outcomes)) {
    it(`of a template that is ${status} [TPL-007, TPL-008, TPL-082]`, async (context) => {
      const { client } = given()
      const asked = async (body: object): Promise<Template> => {
        const { id } = await templateIn(given(), context, status as Status)
        return change(client, id, body)
      }
      for (const body of changing) {
        expect(await asked(body)).toMatchObject({ status: changed, is_published: false })
        expect(await asked({ ...body, submit_for_review: true })).toMatchObject({ status: handedIn })
      }
      expect(await asked({ submit_for_review: true })).toMatchObject({ status: submitted })
      expect(await asked({ name: newName() })).toMatchObject({ status })
    })
  }

  it("none is there while a template is in review [ERR-037, TPL-083, TPL-084, TPL-085, TPL-086]", async (context) => {
    const { client } = given()
    const pending = await templateIn(given(), context, "PENDING")
    for (const body of changing) {
      for (const more of [{}, { submit_for_review: true }, { name: newName() }]) {
        failure(await put(client, pending.id, { ...body, ...more }), 409, "CONFLICT_006")
      }
    }
    expect(await template(client, pending.id)).toStrictEqual(pending)
    // The same values are no change, and the name is not under review.
    const same = { definition: greeting, category: "UTILITY", language: "en_US", submit_for_review: true }
    expect(await change(client, pending.id, same)).toStrictEqual(pending)
    const name = newName()
    expect(await change(client, pending.id, { ...same, name })).toMatchObject({ name, status: "PENDING" })
  })

  it("none is left for a template that is archived [TPL-082]", async (context) => {
    const { client } = given()
    const archived = await templateIn(given(), context, "ARCHIVED")
    for (const body of [{}, { name: newName() }, { submit_for_review: true }, ...changing]) {
      failure(await put(client, archived.id, body), 400, "VALIDATION_001", ["status"])
    }
    expect(await template(client, archived.id)).toStrictEqual(archived)
    const sent = await sendOne(client, { to: [phone(1)], template: { id: archived.id } })
    expect(sent).toMatchObject({ status: "BLOCKED", reason_code: "BUSINESS_005" })
  })

  it("end in a review of what was handed in, which may be sent then", async (context) => {
    const { client } = given()
    const review = reviewer(given(), context)
    const { id } = await templateIn(given(), context, "REJECTED")
    await change(client, id, { definition: definition("Mended"), submit_for_review: true })
    await reached(client, id, "APPROVED")
    const sent = await sendOne(client, { to: [phone(1)], template: { id }, channel: ["sms"] })
    expect(sent).toMatchObject({ status: "DELIVERED", message_body: { content: "Mended" } })
    await review({ template: id, outcome: "pause" })
    expect(await template(client, id)).toMatchObject({ status: "PAUSED", is_published: false })
    await review({ template: id, outcome: "lift" })
    expect(await template(client, id)).toMatchObject({ status: "APPROVED", is_published: true })
    const body = { to: [phone(1)], template: { id }, channel: ["sms"] }
    await change(client, id, { definition: other })
    expect(await sendOne(client, body)).toMatchObject({ status: "BLOCKED", reason_code: "BUSINESS_005" })
  })

  it("of many changes and a review at the same time end where the last one leads", async (context) => {
    const { client } = given()
    const review = reviewer(given(), context)
    for (let round = 0; round < 4; round++) {
      const pending = await templateIn(given(), context, "PENDING")
      const [, ...replies] = await Promise.all([
        review({ template: pending.id, outcome: "approve" }),
        ...changing.map((body) => put(client, pending.id, body))
      ])
      const applied = replies.filter((reply) => reply?.status === 200)
      for (const reply of replies) if (reply?.status !== 200) failure(reply!, 409, "CONFLICT_006")
      expect((await template(client, pending.id)).status).toBe(applied.length === 0 ? "APPROVED" : "DRAFT")
    }
  })
}

export const suite = (name: string, start: Start): void => {
  describe(`Statuses of templates (${name})`, () => {
    const given = server(start)
    describe("transitions", () => transitions(given))
  })
}
