/**
 * The entrances of a service whose accounts lie in two cells: each leads to the cell that it is about, and asks on where that
 * one does not know it any more (decisions 20.2).
 */
import { Access } from "@signalbox/core/Access"
import type { CellName } from "@signalbox/core/CellName"
import { Cells } from "@signalbox/core/Cells"
import * as Commit from "@signalbox/core/Commit"
import { ConsentSignals } from "@signalbox/core/ConsentSignals"
import { Inbound } from "@signalbox/core/Inbound"
import * as Instant from "@signalbox/core/Instant"
import * as CellIntake from "@signalbox/core/internal/cells/CellIntake"
import * as Leads from "@signalbox/core/internal/cells/Leads"
import * as Routing from "@signalbox/core/internal/cells/Routing"
import { Accounts } from "@signalbox/core/internal/row/Account"
import { ApiKeys } from "@signalbox/core/internal/row/ApiKey"
import { Residences } from "@signalbox/core/internal/row/Residence"
import { Lockout } from "@signalbox/core/Lockout"
import { Operations } from "@signalbox/core/Operations"
import { RateWindow } from "@signalbox/core/RateWindow"
import { Readiness } from "@signalbox/core/Readiness"
import { hashKey } from "@signalbox/core/Secret"
import { StoreError } from "@signalbox/core/Store"
import { Verdicts } from "@signalbox/core/Verdicts"
import * as Whereabouts from "@signalbox/core/Whereabouts"
import { Worker } from "@signalbox/core/Worker"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import type * as Scope from "effect/Scope"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"
import { eu, us } from "./World.ts"
import * as World from "./World.ts"

/** The answers of the cells to a call; by default the name of the cell. */
type Answers = Readonly<Record<string, (cell: CellName) => unknown>>

interface Scene {
  readonly world: World.World
  /** Makes a call of an entrance, whatever its types. */
  readonly call: (entrance: object, name: string, ...given: ReadonlyArray<unknown>) => Effect.Effect<unknown, unknown>
  readonly told: () => ReadonlyArray<unknown>
  readonly entrances: Context.Context<
    Access | Operations | Inbound | ConsentSignals | Verdicts | Lockout | RateWindow | Readiness
  >
}

/** Makes a call of what has calls, whatever their types. */
const call = (of: object, name: string, ...given: ReadonlyArray<unknown>) => {
  const called: unknown = Reflect.get(of, name)
  return typeof called === "function" ? called(...given) as Effect.Effect<unknown, unknown> : Effect.die(name)
}

const scene = (use: (scene: Scene) => Effect.Effect<void, unknown, Scope.Scope>, answers: Answers = {}) =>
  Effect.runPromise(Effect.scoped(Effect.gen(function*() {
    const world = yield* World.make
    let told: Array<unknown> = []
    const stub = (cell: CellName, entrance: string) =>
      new Proxy({}, {
        get: (_, name: string) => (...given: ReadonlyArray<unknown>) =>
          Effect.suspend(() => {
            told.push([cell, `${entrance}.${name}`, ...given])
            const own = answers[name]
            const answer = own === undefined ? cell : own(cell)
            if (Effect.isEffect(answer)) return answer
            return answer instanceof StoreError ? Effect.fail(answer) : Effect.succeed(answer)
          })
      }) as never
    const inside = (cell: CellName) =>
      Context.make(Access, stub(cell, "access")).pipe(
        Context.add(Operations, stub(cell, "operations")),
        Context.add(Inbound, stub(cell, "inbound")),
        Context.add(ConsentSignals, stub(cell, "consent")),
        Context.add(Verdicts, stub(cell, "verdicts")),
        Context.add(Lockout, stub(cell, "lockout")),
        Context.add(RateWindow, stub(cell, "rate")),
        Context.add(Readiness, { unready: () => call(stub(cell, "readiness"), "unready") as never }),
        Context.add(Worker, stub(cell, "worker"))
      )
    const insides = { eu: inside(eu), us: inside(us) }
    const cells: Cells["Service"] = {
      ...world.cells,
      within: (cell, effect) =>
        world.cells.within(cell, Effect.provideContext(effect, insides[cell === eu ? "eu" : "us"]) as typeof effect)
    }
    const layer = CellIntake.layer.pipe(
      Layer.provideMerge(Routing.layer),
      Layer.provide(Layer.succeed(Whereabouts.Whereabouts, world.whereabouts)),
      Layer.provide(Layer.succeed(Cells, cells))
    )
    yield* use({
      world,
      call,
      told: () => {
        const all = told
        told = []
        return all
      },
      entrances: yield* Layer.build(Layer.fresh(layer))
    })
  })))

const [home, away, nobody] = [Given.accountId(1), Given.accountId(2), Given.accountId(9)]
const [homeKey, awayKey, noKey] = [hashKey("home"), hashKey("away"), hashKey("nobody")]
const [homeNumber, awayNumber] = [Given.phone(1), Given.phone(2)]

/** An account with a key and a number in each cell. */
const furnish = ({ world }: Scene) =>
  Effect.forEach(
    [[world.celled.eu, home, homeKey, homeNumber], [world.celled.us, away, awayKey, awayNumber]] as const,
    ([store, id, hash, number]) =>
      store.commit([Commit.make({
        puts: [
          Commit.put(Accounts, Given.account({ id, numbers: [{ number, channels: ["sms"], country: "US" }] })),
          Commit.put(ApiKeys, { hash, account: id, prefix: "aaaaaaaa", createdAt: Instant.make(0), revokedAt: null })
        ]
      })])
  )

const moved = ({ world }: Scene, state: "Gone" | "Leaving") =>
  world.bare.us.commit([Commit.make({
    puts: [Commit.put(Residences, {
      account: away,
      state: state === "Gone" ? { _tag: "Gone", to: eu, isCleared: true } : { _tag: "Leaving", to: eu }
    })]
  })])

describe("a key", () => {
  it("is asked for where it leads, and one that leads nowhere is nobody's", () =>
    scene((self) =>
      Effect.gen(function*() {
        yield* furnish(self)
        const access = Context.get(self.entrances, Access)
        expect(yield* self.call(access, "authenticate", awayKey)).toEqual({ account: { id: away } })
        expect(self.told()).toEqual([[us, "access.authenticate", awayKey]])
        expect(yield* self.call(access, "authenticate", noKey)).toBe(null)
        expect(self.told()).toEqual([])
        yield* moved(self, "Leaving")
        expect(yield* Effect.flip(self.call(access, "authenticate", awayKey))).toBe(Routing.moving)
        yield* moved(self, "Gone")
        expect(yield* self.call(access, "authenticate", awayKey)).toBe(null)
      }), { authenticate: (cell) => ({ account: { id: cell === us ? away : home } }) }))

  it("that its cell does not know is nobody's, unless the directory leads elsewhere by now", () =>
    scene((self) =>
      Effect.gen(function*() {
        yield* furnish(self)
        const authenticated = self.call(Context.get(self.entrances, Access), "authenticate", awayKey)
        expect(yield* authenticated).toBe(null)
        yield* self.world.directory.replace({ lead: Leads.ofKey(awayKey), account: away, cell: eu }, us, 0)
        expect(yield* authenticated).toEqual({ account: { id: home } })
      }), { authenticate: (cell) => cell === us ? null : { account: { id: home } } }))

  it("is locked out where it leads, and else where the directory is", () =>
    scene((self) =>
      Effect.gen(function*() {
        yield* furnish(self)
        const lockout = Context.get(self.entrances, Lockout)
        for (const [key, cell] of [[awayKey, us], [homeKey, eu], [noKey, eu]] as const) {
          expect(yield* self.call(lockout, "standing", key, 7)).toBe(cell)
          expect(yield* self.call(lockout, "fail", key, 8)).toBe(cell)
          expect(yield* self.call(lockout, "clear", key)).toBe(cell)
          expect(self.told()).toEqual([
            [cell, "lockout.standing", key, 7],
            [cell, "lockout.fail", key, 8],
            [cell, "lockout.clear", key]
          ])
        }
      })
    ))
})

describe("what is asked for an account", () => {
  it("is asked in its cell", () =>
    scene((self) =>
      Effect.gen(function*() {
        yield* furnish(self)
        const access = Context.get(self.entrances, Access)
        const token = `voice.${away}.1.me.${"a".repeat(64)}`
        const question = { asking: { id: away } }
        expect(yield* self.call(access, "authenticateVoice", token)).toBe(us)
        expect(yield* self.call(access, "permits", question)).toBe(us)
        expect(yield* self.call(access, "findAccount", away)).toBe(us)
        expect(self.told()).toEqual([
          [us, "access.authenticateVoice", token],
          [us, "access.permits", question],
          [us, "access.findAccount", away]
        ])
        expect(yield* self.call(access, "authenticateVoice", "voice.nobody")).toBe(null)
        expect(yield* self.call(access, "findAccount", nobody)).toBe(null)
        expect(self.told()).toEqual([])
      })
    ))

  it("counts in its cell, and for an address where the directory is", () =>
    scene((self) =>
      Effect.gen(function*() {
        yield* furnish(self)
        const pools = [`messages:${away}`, `messages:${home}`, `messages:${nobody}`, "address:10.0.0.1", "address"]
        for (const pool of pools) yield* self.call(Context.get(self.entrances, RateWindow), "take", { pool })
        // Both accounts were entered, and it was asked for the third: nothing leads to an address.
        expect(self.world.asked.filter((each) => each === "directory")).toHaveLength(3)
        expect(self.told()).toEqual(pools.map((pool, index) => [index === 0 ? us : eu, "rate.take", { pool }]))
      })
    ))

  const caller = { account: { id: away, type: "profile" }, keyAccount: { id: away } }
  const request = { requestId: "request" }

  it.each([[200, "send", false], [399, "send", false], [400, "send", true], [200, "read", true]] as const)(
    "runs again where the account has gone to meanwhile, unless it has changed something: %s of %s",
    (status, scope, isAgain) => {
      const answers: Record<string, (cell: CellName) => unknown> = {}
      return scene((self) =>
        Effect.gen(function*() {
          yield* furnish(self)
          const operations = Context.get(self.entrances, Operations)
          answers["run"] = (cell) => cell === eu ? eu : Effect.as(moved(self, "Gone"), { status })
          yield* self.world.directory.replace({ lead: Leads.ofAccount(away), account: away, cell: eu }, us, 0)
          const answer = yield* self.call(operations, "run", { scope }, caller, request)
          expect(answer).toEqual(isAgain ? eu : { status })
          const ran = (cell: CellName) => [cell, "operations.run", { scope }, caller, request]
          expect(self.told()).toEqual(isAgain ? [ran(us), ran(eu)] : [ran(us)])
        }), answers)
    }
  )

  it("is refused, and never fails, while the account is on its way", () =>
    scene((self) =>
      Effect.gen(function*() {
        yield* furnish(self)
        yield* moved(self, "Leaving")
        const logged: Array<unknown> = []
        const logger = Logger.layer([Logger.make(({ message }) => void logged.push(message))])
        const asked = self.call(Context.get(self.entrances, Operations), "run", { scope: "send" }, caller, request)
        const answer = yield* Effect.provide(asked, logger)
        expect(answer).toMatchObject({
          requestId: "request",
          sandbox: false,
          profile: away,
          status: 503,
          outcome: { part: "error", json: expect.stringContaining("INTERNAL_005") }
        })
        expect([self.told(), logged]).toEqual([[], [["the account is being moved to another cell"]]])
      })
    ))
})

describe("what comes in", () => {
  const entrances: ReadonlyArray<readonly [string, string, (all: Scene["entrances"]) => object]> = [
    ["inbound", "receive", (all) => Context.get(all, Inbound)],
    ["consent", "report", (all) => Context.get(all, ConsentSignals)]
  ]

  it.each(entrances)(
    "goes to the cell of its number or account, and to that of the directory when it is nobody's: %s",
    (entrance, name, serviceOf) =>
      scene((self) =>
        Effect.gen(function*() {
          yield* furnish(self)
          const service = serviceOf(self.entrances)
          const to = [
            { _tag: "Number", number: awayNumber },
            { _tag: "Number", number: awayNumber.replace("+1", "1 ") },
            { _tag: "Account", account: away, sender: "" },
            { _tag: "Number", number: homeNumber },
            { _tag: "Number", number: "+12015559999" }
          ]
          for (const each of to) yield* self.call(service, name, { to: each })
          expect(self.told()).toEqual(
            to.map((each, index) => [index < 3 ? us : eu, `${entrance}.${name}`, { to: each }])
          )
        }), { [name]: () => ({ _tag: "Received" }) })
  )

  it.each(entrances)(
    "is asked for elsewhere when its cell does not know the number any more: %s",
    (_, name, serviceOf) => {
      let answer = "UnknownNumber"
      return scene((self) =>
        Effect.gen(function*() {
          yield* furnish(self)
          const to = { _tag: "Number", number: awayNumber }
          const hear = self.call(serviceOf(self.entrances), name, { to })
          expect(yield* hear).toEqual({ _tag: answer })
          const entry = { lead: Leads.ofNumber(awayNumber), account: away, cell: eu }
          yield* self.world.directory.replace(entry, us, 0)
          self.told()
          answer = "Received"
          expect(yield* hear).toEqual({ _tag: "Received" })
          answer = "UnknownNumber"
          expect(yield* hear).toEqual({ _tag: "UnknownNumber" })
          yield* hear
          const cells = self.told().map((each) => Array.isArray(each) ? each[0] : each)
          // What it knows it keeps, and what it denies is asked for where it leads by now, and there alone from then on.
          expect(cells).toEqual([us, us, eu, eu])
        }), { [name]: () => ({ _tag: answer }) })
    }
  )

  it("as a verdict is sought in one cell after the other", () => {
    let holder = us
    const verdict = { template: "one" }
    return scene((self) =>
      Effect.gen(function*() {
        const verdicts = Context.get(self.entrances, Verdicts)
        expect(yield* self.call(verdicts, "report", verdict)).toBe("Applied")
        expect(self.told()).toEqual([[eu, "verdicts.report", verdict], [us, "verdicts.report", verdict]])
        holder = eu
        expect(yield* self.call(verdicts, "report", verdict)).toBe("Applied")
        expect(self.told()).toEqual([[eu, "verdicts.report", verdict]])
      }), { report: (cell) => cell === holder ? "Applied" : "Unknown" })
  })
})

describe("a node", () => {
  const slow = [{ part: "worker", why: "is slow" }]
  const silent = [{ part: "store", why: "does not answer" }]
  const down = new StoreError({ reason: "unavailable", cause: null })

  it.each([
    ["one cell is", { eu: [], us: slow }, []],
    ["the other cell is", { eu: down, us: [] }, []],
    ["none is", { eu: slow, us: silent }, slow],
    ["none answers", { eu: down, us: slow }, silent]
  ])("is ready when a cell is: %s", (_, parts, told) =>
    scene((self) =>
      Effect.gen(function*() {
        expect(yield* self.call(Context.get(self.entrances, Readiness), "unready")).toEqual(told)
      }), { unready: (cell) => cell === eu ? parts.eu : parts.us }))

  it("asks its cells together", () => {
    const gate = Latch.makeUnsafe(false)
    return scene((self) =>
      Effect.gen(function*() {
        expect(yield* self.call(Context.get(self.entrances, Readiness), "unready")).toEqual(slow)
      }), { unready: (cell) => Effect.as(cell === eu ? gate.await : gate.open, slow) })
  })
})
