/**
 * Accounts and users as an operator is asked for them, and how what it answers is told, for an operator that answers as a test
 * says.
 */
import type { Account } from "@signalbox/core/Account"
import type { AccountId, UserId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import * as Money from "@signalbox/core/Money"
import { Operator } from "@signalbox/core/Operator"
import { Refused } from "@signalbox/core/Refused"
import type { User } from "@signalbox/core/User"
import { KnownKeys } from "@signalbox/emulator/account/KnownKeys"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import * as Given from "../../core/Given.ts"
import * as Asked from "./Asked.ts"

type Parts = Partial<Operator["Service"]>

const operator = (parts: Parts): Layer.Layer<never> => Layer.mock(Operator, parts)

const id = Given.accountId(1)
const account = Given.account({ id })

describe("the accounts", () => {
  /** So many accounts, the last of them made first, of which some are closed. */
  const list = async (count: number, closed: ReadonlyArray<number> = []) => {
    const all = Array.from({ length: count }, (_, index) => ({
      account: Given.account({
        id: Given.accountId(index),
        name: String(index),
        deletedAt: closed.includes(index) ? Given.now : null
      }),
      balance: Money.fromNumber(index)
    }))
    const asked: Array<ReadonlyArray<unknown>> = []
    const known: Array<ReadonlyArray<AccountId>> = []
    const services = Layer.merge(
      operator({
        accounts: (after, limit) =>
          Effect.sync(() => {
            asked.push([after?.key ?? null, limit])
            const from = after === null ? 0 : Number(after.key)
            const isLast = from + limit >= count
            return {
              accounts: all.slice(from, from + limit),
              total: count,
              after: isLast ? null : { at: Given.now, key: String(from + limit) }
            }
          })
      }),
      Layer.mock(KnownKeys, {
        of: (accounts) =>
          Effect.sync(() => {
            known.push(accounts)
            return new Map([[Given.accountId(0), "a key"]])
          })
      })
    )
    const answer = await Asked.run(Asked.ask("GET /emulator/accounts", services))
    const names = (answer as ReadonlyArray<{ readonly name: string }>).map(({ name }) => Number(name))
    expect(known).toEqual([names.map(Given.accountId)])
    return { asked, answer, names }
  }

  const numbers = (from: number) => Array.from({ length: from + 1 }, (_, index) => from - index)

  it("are the last thousand that were made, those first that were made first, in pages of two hundred", async () => {
    const { asked, names } = await list(1201, [998, 7, 1100])
    expect(asked).toEqual([null, "200", "400", "600", "800"].map((after) => [after, 200]))
    expect(names).toEqual(numbers(999).filter((each) => each !== 998 && each !== 7))
  })

  it("end with the last page", async () => {
    const { answer, asked, names } = await list(201)
    expect(asked).toEqual([[null, 200], ["200", 200]])
    expect(names).toEqual(numbers(200))
    const shown = { type: "organization", quiet_hours: "off", profiles: [] }
    expect((answer as ReadonlyArray<object>).slice(-2)).toStrictEqual([
      { ...shown, id: Given.accountId(1), name: "1", balance: 1 },
      { ...shown, id: Given.accountId(0), name: "0", balance: 0, api_key: "a key" }
    ])
  })
})

describe("a change of an account", () => {
  const changed = async (body: object, parts: Parts = {}, found: Account = account) => {
    const told: Array<ReadonlyArray<unknown>> = []
    const answer = await Asked.run(Asked.ask(
      "PATCH /emulator/accounts/:id",
      operator({
        find: () => Effect.succeed(found),
        balance: () => Effect.succeed(Money.fromNumber(2.5)),
        setBalance: (...given) => Effect.sync(() => told.push(given)).pipe(Effect.as("Done" as const)),
        change: (...given) =>
          Effect.sync(() => {
            told.push(given)
            return {
              ...account,
              stage: "suspended" as const,
              destinations: { allow: ["DE"] },
              spend: { day: Money.fromNumber(5) }
            }
          }),
        ...parts
      }),
      { body, parameters: { id } }
    ))
    return { told, answer }
  }
  const answered = { id, balance: 2.5, stage: "verified", quiet_hours: "off" }

  it("that says nothing changes nothing, and tells how the account is", async () => {
    expect(await changed({})).toEqual({ told: [], answer: answered })
    const found = { ...account, quietHours: "us-tcpa" } as const
    expect(await changed({}, { balance: () => Effect.succeed(null) }, found)).toEqual({
      told: [],
      answer: { ...answered, balance: 0, quiet_hours: "us-tcpa" }
    })
  })

  it("is made in the names of the service, and told as the account is afterwards", async () => {
    const after = {
      id,
      balance: 2.5,
      stage: "suspended",
      quiet_hours: "off",
      destinations: { allow: ["DE"] },
      spend: { day: "5.0000" }
    }
    expect(await changed({ balance: 7.25, quiet_hours: { US: { start: "21:00", end: "08:00" } } })).toEqual({
      told: [
        [id, Money.fromNumber(7.25)],
        [id, { quietHours: { windows: { US: { start: "21:00", end: "08:00" } }, exempt: [] } }]
      ],
      answer: after
    })
    expect((await changed({ pumping: null, purposes: null, stage: "verified" })).told).toStrictEqual([
      [id, { stage: "verified", pumping: null, purposes: null }]
    ])
    expect(
      (await changed({ pumping: { window_minutes: 5 }, purposes: [{ name: "news", opt_in_keyword: "MORE" }] })).told
    )
      .toStrictEqual([[id, { pumping: { windowMinutes: 5 }, purposes: [{ name: "news", optInKeyword: "MORE" }] }]])
  })

  it("that comes too late tells how the account was, and one of a closed account is none", async () => {
    const late = { change: () => Effect.succeed(null) }
    expect((await changed({ stage: "suspended" }, late)).answer).toEqual(answered)
    expect((await changed({}, {}, { ...account, deletedAt: Given.now })).answer).toEqual({
      status: 404,
      message: `there is no account ${id}`,
      details: []
    })
  })
})

describe("a user", () => {
  const user: User = {
    id: "00000000-0000-4000-8000-000000000007" as UserId,
    account: id,
    email: "ada@acme.example",
    name: "Ada",
    role: "admin",
    status: "active",
    invitedAt: null,
    lastLoginAt: null,
    createdAt: Given.now,
    updatedAt: null
  }
  const told: Array<ReadonlyArray<unknown>> = []
  const tell = (status: string, answer: Effect.Effect<User, Refused> = Effect.die("nobody asked for it")) =>
    Asked.run(Asked.ask(
      "POST /emulator/users/:id",
      operator({
        findUser: () => Effect.succeed(user),
        setUserStatus: (...given) => Effect.andThen(Effect.sync(() => told.push(given)), answer)
      }),
      { body: { status }, parameters: { id: user.id } }
    ))
  const refusal = (details?: Refused["details"]) =>
    Effect.fail(
      new Refused({ code: "VALIDATION_001", message: "no", ...(details === undefined ? {} : { details }) })
    )

  it("has a status already, is given another one, or is told why not", async () => {
    expect(await tell("active")).toEqual({ id: user.id, status: "active" })
    expect(told).toEqual([])
    expect(await tell("suspended", Effect.succeed({ ...user, status: "suspended" }))).toEqual({
      id: user.id,
      status: "suspended"
    })
    expect(told).toEqual([[id, user.id, "suspended"]])
    expect(await tell("invited", refusal())).toEqual({
      status: 409,
      message: "a user who is active cannot become invited",
      details: []
    })
    expect(await tell("invited", refusal({ status: ["must be asked", "must answer"] }))).toEqual({
      status: 409,
      message: "a user who is active must be asked, must answer",
      details: []
    })
  })
})

describe("a voice token", () => {
  const make = (answer: Parts["createVoiceToken"], body: object) =>
    Asked.run(Asked.ask(
      "POST /emulator/accounts/:id/voice-tokens",
      operator({ find: () => Effect.succeed(account), ...(answer === undefined ? {} : { createVoiceToken: answer }) }),
      { body, parameters: { id } }
    ))

  it("is made for an identity, for as long as somebody wants, or it is said what is wrong", async () => {
    const told: Array<ReadonlyArray<unknown>> = []
    const answer: Parts["createVoiceToken"] = (...given) =>
      Effect.sync(() => {
        told.push(given)
        return { token: "a token", expiresAt: Instant.make(5) }
      })
    expect(await make(answer, { identity: "ada" })).toEqual({
      token: "a token",
      expires_at: "1970-01-01T00:00:00.005Z",
      identity: "ada"
    })
    await make(answer, { identity: "ada", ttl: 7 })
    expect(told).toEqual([[id, "ada", undefined], [id, "ada", 7]])
    const refused = (details?: Refused["details"]) =>
      make(
        () =>
          Effect.fail(
            new Refused({ code: "BUSINESS_023", message: "No secret", ...(details === undefined ? {} : { details }) })
          ),
        { identity: "ada" }
      )
    expect(await refused()).toEqual({ status: 400, message: "No secret", details: [] })
    expect(await refused({ a: ["must be b", "must be c"], d: ["must be e"] })).toEqual({
      status: 400,
      message: "No secret",
      details: [
        { path: "a", message: "must be b" },
        { path: "a", message: "must be c" },
        { path: "d", message: "must be e" }
      ]
    })
  })
})
