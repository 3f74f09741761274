/**
 * The people and the templates of accounts in the operator's hands, on the memory store.
 */
import { Accounts } from "@signalbox/core/Account"
import * as Commit from "@signalbox/core/Commit"
import type { AccountId, EventId, UserId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import { Operator } from "@signalbox/core/Operator"
import { Store } from "@signalbox/core/Store"
import type { TemplateStatus } from "@signalbox/core/Template"
import { Templates, TemplateStatus as TemplateStatuses } from "@signalbox/core/Template"
import * as TemplateState from "@signalbox/core/TemplateState"
import type { User, UserStatus } from "@signalbox/core/User"
import { Role, UserStatus as UserStatuses } from "@signalbox/core/User"
import { Webhooks } from "@signalbox/core/Webhook"
import type { Lane } from "@signalbox/core/Work"
import { WorkSignal } from "@signalbox/core/WorkSignal"
import * as FixedSecrets from "@signalbox/testing/FixedSecrets"
import { prop } from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"

const [one, two, gone, nobody] = [1, 2, 3, 4].map(Given.accountId) as [AccountId, AccountId, AccountId, AccountId]

/** Two accounts, and one that is deleted. */
const accounts = Effect.gen(function*() {
  const operator = yield* Operator
  const store = yield* Store
  for (const id of [one, two, gone]) yield* operator.createOrganization({ id })
  const row = yield* operator.find(gone)
  if (row === null) return yield* Effect.die(new Error("no account"))
  yield* store.commit([Commit.make({ puts: [Commit.put(Accounts, { ...row, deletedAt: Given.now })] })])
})

const account = fc.constantFrom(one, two, gone, nobody)
const status = fc.constantFrom(...UserStatuses.literals)

const step = fc.oneof(
  fc.record({
    do: fc.constant("add" as const),
    account,
    email: fc.constantFrom("ada@example.com", "ADA@example.com", "bob@example.com"),
    role: fc.constantFrom(...Role.literals),
    status
  }),
  fc.record({ do: fc.constant("become" as const), account, at: fc.nat({ max: 5 }), status })
)

/** The statuses that may follow on each status of a person (decisions 4.4). */
const follows: Readonly<Record<UserStatus, ReadonlyArray<UserStatus>>> = {
  invited: ["active", "rejected"],
  active: ["suspended"],
  suspended: ["active"],
  rejected: []
}

describe("the operator's people", () => {
  prop(
    "are added once to an account that is there, and become what may follow on what they are",
    fc.array(step, { maxLength: 12 }),
    (steps) =>
      Bench.run(
        Bench.layer(),
        Effect.gen(function*() {
          const operator = yield* Operator
          const clock = yield* Bench.TheClock
          yield* accounts
          const people: Array<User> = []
          for (const [index, each] of steps.entries()) {
            const now = Instant.plus(Given.now, index + 1)
            clock.set(now)
            if (each.do === "add") {
              const { account, email, role, status } = each
              const id = yield* operator.addUser(account, { email, name: email, role, status })
              const known = people.find((person) =>
                person.account === account && person.email.toLowerCase() === email.toLowerCase()
              )
              if (account === gone || account === nobody) expect(id).toBeNull()
              else if (known !== undefined) expect(id).toBe(known.id)
              else {
                people.push({
                  id: id!,
                  account,
                  email,
                  name: email,
                  role,
                  status,
                  invitedAt: status === "invited" || status === "rejected" ? now : null,
                  lastLoginAt: null,
                  createdAt: now,
                  updatedAt: null
                })
              }
            } else {
              const place = people.length === 0 ? -1 : each.at % people.length
              const person = people[place]
              const id = person?.id ?? (Given.accountId(77) as string as UserId)
              const end = yield* Effect.result(operator.setUserStatus(each.account, id, each.status))
              const code = Result.isFailure(end) && end.failure._tag === "Refused" ? end.failure.code : null
              if (person === undefined || person.account !== each.account) expect(code).toBe("RESOURCE_006")
              else if (!follows[person.status].includes(each.status)) expect(code).toBe("VALIDATION_001")
              else {
                people[place] = { ...person, status: each.status, updatedAt: now }
                expect(end).toEqual(Result.succeed(people[place]))
              }
            }
            for (const person of people) expect(yield* operator.findUser(person.id)).toEqual(person)
          }
          expect(yield* operator.findUser(Given.accountId(77) as string as UserId)).toBeNull()
        })
      )
  )

  it("come with the times that the operator tells", () =>
    Bench.run(
      Bench.layer(),
      Effect.gen(function*() {
        const operator = yield* Operator
        yield* accounts
        const [invitedAt, lastLoginAt] = [Instant.plus(Given.now, -2), Instant.plus(Given.now, -1)]
        const ada = { email: "ada@example.com", name: "Ada", role: "admin", status: "active" } as const
        const id = yield* operator.addUser(one, { ...ada, invitedAt, lastLoginAt })
        expect(id === null ? null : yield* operator.findUser(id)).toMatchObject({ ...ada, invitedAt, lastLoginAt })
      })
    ))
})

/** The status that a template has after each thing that a reviewer may do with it (decisions 4.2). */
const outcomes: Readonly<Record<string, TemplateStatus>> = {
  "PENDING approve": "APPROVED",
  "PENDING reject": "REJECTED",
  "APPROVED pause": "PAUSED",
  "PAUSED lift": "APPROVED",
  "DRAFT archive": "ARCHIVED",
  "APPROVED archive": "ARCHIVED",
  "REJECTED archive": "ARCHIVED",
  "PAUSED archive": "ARCHIVED"
}

describe("the operator's templates", () => {
  prop(
    "become what the reviewer says, as a whole or on one channel",
    fc.constantFrom(...TemplateStatuses.literals),
    fc.constantFrom("approve", "reject", "pause", "lift", "archive"),
    fc.constantFrom(null, "sms", "mms"),
    (status, outcome, channel) => {
      const told: Array<unknown> = []
      const tap: Bench.Tap = (store) => ({
        ...store,
        commit: (batch) => {
          told.push(...batch.flatMap(({ events }) => events.map(({ body }) => JSON.parse(body).payload)))
          return store.commit(batch)
        }
      })
      return Bench.run(
        Bench.layer({ tap }),
        Effect.gen(function*() {
          const operator = yield* Operator
          const store = yield* Store
          const template = Given.template({ status })
          yield* store.commit([Commit.make({ puts: [Commit.put(Templates, template)] })])
          const answer = yield* operator.assess(template.id, { channel, outcome, reason: "too long" })
          const after = yield* operator.findTemplate(template.id)
          // A template with no body for a channel has no review there, and a channel is not archived by itself.
          const hasLeg = channel !== "mms"
          const next = hasLeg && !(channel !== null && outcome === "archive")
            ? outcomes[`${status} ${outcome}`]
            : undefined
          if (next === undefined) {
            expect(answer).toEqual({ _tag: "Refused", status: hasLeg ? status : null })
            expect(after).toEqual(template)
            expect(told).toEqual([])
            return
          }
          expect(answer).toEqual({ _tag: "Changed", status: next })
          if (after === null) throw new Error("no template")
          expect(TemplateState.statusOf(after, channel)).toBe(next)
          expect(after.status).toBe(channel === null ? next : status)
          expect(told.at(-1)).toMatchObject(
            next === "REJECTED" ? { status: next, reason: "too long" } : { status: next }
          )
        })
      )
    }
  )

  it("are found by their ids, and by their names in their own account", () =>
    Bench.run(
      Bench.layer(),
      Effect.gen(function*() {
        const operator = yield* Operator
        const store = yield* Store
        const template = Given.template({ account: one, name: "greeting" })
        yield* store.commit([Commit.make({ puts: [Commit.put(Templates, template)] })])
        expect(yield* operator.findTemplate(template.id)).toEqual(template)
        expect(yield* operator.findTemplate(Given.templateId(2))).toBeNull()
        expect(yield* operator.findTemplateByName(one, "greeting")).toEqual(template)
        expect(yield* operator.findTemplateByName(two, "greeting")).toBeNull()
        expect(yield* operator.findTemplateByName(one, "farewell")).toBeNull()
        expect(yield* operator.assess(Given.templateId(2), { channel: null, outcome: "approve", reason: null }))
          .toEqual({ _tag: "Unknown" })
      })
    ))
})

describe("lanes", () => {
  it("show the age and the depth of what waits for an endpoint, and its pause, to the operator", () => {
    const webhook = FixedSecrets.kept(Given.webhook({ subscribes: ["message.sent"] }))
    const events = [1, 2, 3].map((number) => ({
      id: `01900000-0000-7000-8000-00000000000${number}` as EventId,
      account: webhook.account,
      name: "message.sent" as const,
      at: Instant.plus(Given.now, -number * 1000),
      body: "{}"
    }))
    return Bench.run(
      Bench.layer({ send: () => Effect.succeed({ _tag: "Failed", message: "connection refused" }) }),
      Effect.gen(function*() {
        const [operator, store] = [yield* Operator, yield* Store]
        expect(yield* operator.lanes("delivery")).toEqual([])
        yield* store.commit([Commit.make({ puts: [Commit.put(Webhooks, webhook)], events })])
        yield* Effect.flatMap(WorkSignal, ({ raise }) => raise)
        yield* Bench.idle
        const lane: Lane = `delivery:${webhook.id}`
        const firstAt = Instant.plus(Given.now, -2000)
        const pausedUntil = Instant.plus(Given.now, 1000)
        const found = { lane, firstAt, waiting: 2, held: 0, restrictions: [], pausedUntil, ageMillis: 2000 }
        expect(yield* operator.lanes("delivery")).toEqual([found])
        expect(yield* operator.lanes("delivery", lane)).toEqual([])
        const retry = {
          lane: `retry:${webhook.id}`,
          waiting: 1,
          ageMillis: 0,
          firstAt: Instant.plus(Given.now, 60_000)
        }
        expect(yield* operator.lanes("retry")).toMatchObject([retry])
      })
    )
  })
})
