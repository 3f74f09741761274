/**
 * The entrances of the service where its accounts lie in several cells (decisions 20.2): the same services that one engine
 * has, each of which finds the cell and asks its own. HTTP, the facade and carriers know of nothing else.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Addressee from "../account/Addressee.ts"
import { refused } from "../commit/Refused.ts"
import { ConsentSignals } from "../consent/ConsentSignals.ts"
import { Worker } from "../engine/Worker.ts"
import { Inbound } from "../inbound/Inbound.ts"
import * as Answers from "../operation/Answer.ts"
import * as Caller from "../operation/Caller.ts"
import { Operations } from "../operation/Operations.ts"
import type { Lead } from "../port/Directory.ts"
import { Lockout } from "../port/Lockout.ts"
import { RateWindow } from "../port/RateWindow.ts"
import { Access } from "../service/Access.ts"
import { Readiness } from "../service/Readiness.ts"
import { Verdicts } from "../template/Verdicts.ts"
import * as Instant from "../value/Instant.ts"
import type { KeyHash } from "../value/Secret.ts"
import * as Uuid from "../value/Uuid.ts"
import * as VoiceToken from "../voice/VoiceToken.ts"
import { Cells } from "./Cells.ts"
import { Guard } from "./Guard.ts"
import * as Leads from "./Leads.ts"
import { moving, Routing } from "./Routing.ts"
import { Whereabouts } from "./Whereabouts.ts"

const access = Layer.effect(
  Access,
  Effect.gen(function*() {
    const { at, confirmed, of } = yield* Routing
    const { find } = yield* Whereabouts
    const authenticate = (key: KeyHash) => Effect.flatMap(Access, (own) => own.authenticate(key))
    /** Authenticates in a cell that has the account: a key whose account has left is asked for elsewhere. */
    const known = Effect.fnUntraced(function*(key: KeyHash) {
      const found = yield* authenticate(key)
      if (found === null) return null
      const standing = yield* Effect.flatMap(Guard, (guard) => guard.standing(found.account.id))
      return standing === "Moving" ? yield* Effect.fail(moving) : standing === "Gone" ? null : found
    })
    return {
      // Any cell says that it does not know a key that leads nowhere; that of the directory is spared the question.
      authenticate: (key) =>
        Effect.flatMap(find(Leads.ofKey(key)), (cell) =>
          cell === null
            ? Effect.succeed(null)
            : confirmed(
              Leads.ofKey(key),
              known(key),
              (found) => found === null
            )),
      // The cell of the account that it names finds out whether it is right.
      authenticateVoice: (token) => {
        const account = VoiceToken.named(token)
        const asked = Effect.flatMap(Access, ({ authenticateVoice }) => authenticateVoice(token))
        return account === null ? Effect.succeed(null) : at(Leads.ofAccount(account), asked)
      },
      permits: (question) => of(question.asking.id, Effect.flatMap(Access, ({ permits }) => permits(question))),
      findAccount: (account) =>
        at(Leads.ofAccount(account), Effect.flatMap(Access, ({ findAccount }) => findAccount(account)))
    }
  })
)

const operations = Layer.effect(
  Operations,
  Effect.gen(function*() {
    const { of } = yield* Routing
    const docsBase = yield* Answers.DocsBase
    return {
      run: (operation, caller, request) =>
        Effect.catch(
          of(
            caller.account.id,
            Effect.flatMap(Operations, ({ run }) => run(operation, caller, request)),
            // One that was refused has changed nothing either.
            ({ status }) => status >= 400 || operation.scope === "read"
          ),
          (error) =>
            Effect.gen(function*() {
              yield* Effect.logWarning(error.message)
              const frame = { requestId: request.requestId, at: yield* Instant.now, sandbox: false }
              return Answers.failure({ ...frame, profile: Caller.profile(caller) }, refused("INTERNAL_005"), docsBase)
            })
        )
    }
  })
)

const addressed = (to: Addressee.Addressee): Lead => {
  const spelt = Addressee.spelt(to)
  return spelt._tag === "Account" ? Leads.ofAccount(spelt.account) : Leads.ofNumber(spelt.number)
}

const inbound = Layer.effect(
  Inbound,
  Effect.map(Routing, ({ confirmed }) => ({
    receive: (message) =>
      confirmed(
        addressed(message.to),
        Effect.flatMap(Inbound, ({ receive }) => receive(message)),
        ({ _tag }) => _tag === "UnknownNumber"
      )
  }))
)

const consent = Layer.effect(
  ConsentSignals,
  Effect.map(Routing, ({ confirmed }) => ({
    report: (signal) =>
      confirmed(
        addressed(signal.to),
        Effect.flatMap(ConsentSignals, ({ report }) => report(signal)),
        ({ _tag }) => _tag === "UnknownNumber"
      )
  }))
)

const verdicts = Layer.effect(
  Verdicts,
  Effect.map(Routing, ({ sought }) => ({
    report: (verdict) =>
      sought(Effect.flatMap(Verdicts, ({ report }) => report(verdict)), (answer) => answer !== "Unknown")
  }))
)

/** A key without a cell is counted where the directory is. */
const lockout = Layer.effect(
  Lockout,
  Effect.map(Routing, ({ by }) => ({
    standing: (key, now) => by(Leads.ofKey(key), Effect.flatMap(Lockout, ({ standing }) => standing(key, now))),
    fail: (key, now) => by(Leads.ofKey(key), Effect.flatMap(Lockout, ({ fail }) => fail(key, now))),
    clear: (key) => by(Leads.ofKey(key), Effect.flatMap(Lockout, ({ clear }) => clear(key)))
  }))
)

/** Returns the account in the name of a pool; null when it is that of an address. */
const accountOf = (pool: string): string | null => {
  const [, account = ""] = pool.split(":")
  return Uuid.is(account) ? account : null
}

const rateWindow = Layer.effect(
  RateWindow,
  Effect.gen(function*() {
    const { by } = yield* Routing
    const { names: [home], within } = yield* Cells
    return {
      take: (take) => {
        const account = accountOf(take.pool)
        const taken = Effect.flatMap(RateWindow, (own) => own.take(take))
        return account === null ? within(home, taken) : by(Leads.ofAccount(account), taken)
      }
    }
  })
)

/** A node can do its part for the accounts of one cell while another one is away. */
const readiness = Layer.effect(
  Readiness,
  Effect.map(Cells, ({ names, within }) => ({
    unready: () =>
      Effect.gen(function*() {
        const asked = Effect.flatMap(Readiness, ({ unready }) => Effect.flatMap(Worker, unready))
        const exits = yield* Effect.forEach(names, (cell) => Effect.exit(within(cell, asked)), {
          concurrency: "unbounded"
        })
        const found = exits.map((exit) =>
          Exit.isSuccess(exit) ? exit.value : [{ part: "store", why: "does not answer" } as const]
        )
        return found.find((parts) => parts.length === 0) ?? found[0]!
      })
  }))
)

export const layer: Layer.Layer<
  | Access
  | Operations
  | Inbound
  | ConsentSignals
  | Verdicts
  | Lockout
  | RateWindow
  | Readiness,
  never,
  Cells | Routing | Whereabouts
> = Layer.mergeAll(access, operations, inbound, consent, verdicts, lockout, rateWindow, readiness)
