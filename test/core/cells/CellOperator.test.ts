/**
 * The operator's calls about accounts that lie in two cells: each reaches the cell that it is about, and no other, with all
 * that it was given (decisions 20.3).
 */
import type { CellName } from "@signalbox/core/CellName"
import * as Commit from "@signalbox/core/Commit"
import { Accounts } from "@signalbox/core/internal/row/Account"
import { Residences } from "@signalbox/core/internal/row/Residence"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"
import type { Name } from "./Operating.ts"
import { away, awayKey, furnish, home, homeKey, nobody, scene } from "./Operating.ts"
import { eu, us } from "./World.ts"

/** The calls that name an account first, each with what else it may be given. */
const ofAccounts: ReadonlyArray<readonly [Name, ...ReadonlyArray<string>]> = [
  ["createProfile", "options"],
  ["profiles", "offset", "limit"],
  ["setKeyword", "keyword"],
  ["removeKeyword", "keyword"],
  ["listKeys", "offset", "limit"],
  ["balance"],
  ["setBalance", "balance"],
  ["topUp", "amount", "reference"],
  ["addUser", "user"],
  ["setUserStatus", "user", "status"],
  ["createVoiceToken", "identity", "seconds"],
  ["findTemplateByName", "name"],
  ["findChannels"],
  ["connectWhatsapp", "business"],
  ["reportChannel", "subject", "report"],
  ["askProvisioner", "subject", "at"],
  ["auditLog", "after", "limit"],
  ["closeAccount"],
  ["usedCaps"],
  ["suppress", "phone"],
  ["unsuppress", "phone"],
  ["importSuppressions", "phones"],
  ["suppressions", "offset", "limit", "behind"],
  ["findContact", "phone"],
  ["setInherited", "phone", "is inherited"],
  ["prefer", "phone", "preferences"],
  ["consentRecords", "contact", "offset", "limit"],
  ["pausedPrefixes", "limit", "behind"],
  ["pinPrefix", "prefix"],
  ["liftPrefix", "prefix"],
  ["eraseRecipient", "phone"],
  ["findErasure", "erasure"],
  ["exportPage", "phone", "after"],
  ["previewRetention"],
  ["cancelWaiting", "carrier", "after"],
  ["createKey", "a new key", "terms"],
  ["find"],
  ["change", "change"]
]

describe("a call about an account", () => {
  it.each(ofAccounts)(
    "reaches its cell with all that it was given: %s",
    (name, ...given) =>
      scene((self) =>
        Effect.gen(function*() {
          const { call, told } = self
          yield* furnish(self)
          expect(yield* call(name, [away, ...given])).toBe(us)
          expect(yield* call(name, [home, ...given])).toBe(eu)
          expect(told()).toEqual([[us, name, away, ...given], [eu, name, home, ...given]])
          // The cell of the directory says by itself that it does not know it; what is only looked for is nowhere.
          const isSought = name === "find" || name === "change"
          expect(yield* call(name, [nobody, ...given])).toBe(isSought ? null : eu)
          expect(told()).toEqual(isSought ? [] : [[eu, name, nobody, ...given]])
        })
      )
  )

  it("with a key reaches the cell that has the key", () =>
    scene((self) =>
      Effect.gen(function*() {
        const { call, told } = self
        yield* furnish(self)
        yield* call("rotateKey", [awayKey, "grace", "end"])
        yield* call("revokeKey", [awayKey])
        yield* call("revokeKey", ["unknown"])
        expect(told()).toEqual([
          [us, "rotateKey", awayKey, "grace", "end"],
          [us, "revokeKey", awayKey],
          [eu, "revokeKey", "unknown"]
        ])
      })
    ))
})

describe("a new account", () => {
  it("is made where it is placed, under its own id or a new one, and stays where it leads", () =>
    scene((self) =>
      Effect.gen(function*() {
        const { call, placed, told } = self
        yield* furnish(self)
        yield* call("createOrganization", [{ id: nobody, name: "one" }])
        yield* call("createUser", [{ id: nobody, name: "two" }])
        yield* call("createUser", [{ id: home }])
        expect(told()).toEqual([
          [us, "createOrganization", { id: nobody, name: "one" }],
          [us, "createUser", { id: nobody, name: "two" }],
          [eu, "createUser", { id: home }]
        ])
        expect(placed).toEqual([{ id: nobody, type: "organization" }, { id: nobody, type: "user" }])
        yield* call("createUser", [])
        const [[cell, name, options] = []] = told()
        expect([cell, name, options]).toEqual([us, "createUser", { id: placed[2]?.id }])
      })
    ))

  it("is one of many, which are made together in their cells and answered in their order, without keys of others", () => {
    const made = (_: CellName, accounts: ReadonlyArray<{ readonly id: string }>) => accounts.map(({ id }) => id)
    const account = (id: string, parts: object = {}) => ({ id, type: "organization", apiKeys: [], ...parts })
    const profile = (id: string, organization: string) => account(id, { type: "profile", organization })
    return scene((self) =>
      Effect.gen(function*() {
        const { call, placed, told } = self
        yield* furnish(self)
        const [third, fourth, fifth] = [Given.accountId(3), Given.accountId(4), Given.accountId(5)]
        const answers = yield* call("createAccounts", [[
          account(nobody, { apiKeys: [` ${homeKey.toUpperCase()}`, awayKey, "new"] }),
          profile(third, home),
          profile(fourth, Given.accountId(8)),
          account(home, { apiKeys: [homeKey] }),
          { id: fifth, type: "profile", apiKeys: [] }
        ]])
        expect(answers).toEqual([nobody, third, "UnknownOrganization", home, "UnknownOrganization"])
        expect(told()).toEqual([
          [us, "createAccounts", [account(nobody, { apiKeys: [awayKey, "new"] })]],
          [eu, "createAccounts", [profile(third, home), account(home, { apiKeys: [homeKey] })]]
        ])
        expect(placed).toEqual([{ id: nobody, type: "organization" }])
      }), { createAccounts: made })
  })
})

describe("a new key", () => {
  it("is taken where another cell has it, and else made in the cell of its account", () =>
    scene((self) =>
      Effect.gen(function*() {
        const { call, told } = self
        yield* furnish(self)
        expect(yield* call("createKey", [away, ` ${homeKey.toUpperCase()} `])).toEqual({ _tag: "KeyTaken" })
        expect(told()).toEqual([])
        expect(yield* call("createKey", [away, awayKey])).toBe(us)
        expect(yield* call("createKey", [nobody, homeKey])).toBe(eu)
        expect(told()).toEqual([[us, "createKey", away, awayKey, undefined], [
          eu,
          "createKey",
          nobody,
          homeKey,
          undefined
        ]])
        const key = (account: string, text: string) => ({ account, text })
        expect(
          yield* call("createKeys", [[
            key(away, "a"),
            key(home, awayKey),
            key(nobody, homeKey),
            key(home, "b"),
            key(away, "c")
          ]])
        ).toEqual(["a", "KeyTaken", "UnknownAccount", "b", "c"])
        expect(told()).toEqual([
          [us, "createKeys", [key(away, "a"), key(away, "c")]],
          [eu, "createKeys", [key(home, "b")]]
        ])
      }), { createKeys: (_, keys: ReadonlyArray<{ readonly text: string }>) => keys.map(({ text }) => text) }))
})

describe("a move", () => {
  it("that cannot be made, or has nothing to do, says so", () =>
    scene((self) =>
      Effect.gen(function*() {
        const { operator: { moveAccount }, world } = self
        yield* furnish(self)
        const profile = Given.account({ id: Given.accountId(3), type: "profile", organization: home, numbers: [] })
        yield* world.celled.eu.commit([Commit.make({ puts: [Commit.put(Accounts, profile)] })])
        expect(yield* moveAccount(home, "mars")).toEqual({ _tag: "UnknownCell", cells: [eu, us] })
        expect(yield* moveAccount(nobody, us)).toEqual({ _tag: "UnknownAccount" })
        expect(yield* moveAccount(nobody, null)).toEqual({ _tag: "UnknownAccount" })
        expect(yield* moveAccount(profile.id, us)).toEqual({ _tag: "IsProfile", organization: home })
        expect(yield* moveAccount(home, null)).toEqual({ _tag: "NotMoving", cell: eu })
        expect(yield* moveAccount(away, us)).toEqual({ _tag: "There", cell: us })
        const leaving = { account: home, state: { _tag: "Leaving", to: us } as const }
        yield* world.bare.eu.commit([Commit.make({ puts: [Commit.put(Residences, leaving)] })])
        expect(yield* moveAccount(home, eu)).toEqual({ _tag: "Elsewhere", to: us })
        const gone = { account: home, state: { _tag: "Gone", to: us, isCleared: false } as const }
        yield* world.bare.eu.commit([Commit.make({ puts: [Commit.put(Residences, gone)] })])
        expect(yield* moveAccount(home, null)).toEqual({ _tag: "TooLate", to: us })
      })
    ))
})
