/**
 * The operator's calls where accounts lie in several cells. What is about an account is done in its cell, and a new account
 * is placed (decisions 20.3).
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { canonical } from "../account/KeptKey.ts"
import { IdGenerator } from "../commit/IdGenerator.ts"
import type { StoreError } from "../port/Store.ts"
import type { Account } from "../row/Account.ts"
import type { ExecutionError, NewOptions, SetAccount } from "../service/Operator.ts"
import { Operator } from "../service/Operator.ts"
import type { CellName } from "../value/CellName.ts"
import type { AccountId } from "../value/Id.ts"
import * as Instant from "../value/Instant.ts"
import { hashKey } from "../value/Secret.ts"
import { Cells } from "./Cells.ts"
import * as Leads from "./Leads.ts"
import * as Move from "./Move.ts"
import * as RebuildDirectory from "./RebuildDirectory.ts"
import { Routing } from "./Routing.ts"
import * as SpanningOperator from "./SpanningOperator.ts"
import { Whereabouts } from "./Whereabouts.ts"

/** A new organization or person, which needs a cell. */
export interface Placed {
  readonly id: AccountId
  readonly type: Exclude<Account["type"], "profile">
}

/** Returns the cell of a new account. The name of no cell is a defect. */
export class Placement extends Context.Service<Placement, {
  readonly place: (account: Placed) => CellName
}>()("@signalbox/core/cells/CellOperator/Placement") {}

type Calls = Operator["Service"]

export const layer: Layer.Layer<Operator, never, Cells | Routing | Whereabouts | Placement | IdGenerator> = Layer
  .effect(
    Operator,
    Effect.gen(function*() {
      const cells = yield* Cells
      const { names, within } = cells
      const [home] = names
      const routing = yield* Routing
      const { find, forget } = yield* Whereabouts
      const { place } = yield* Placement
      const ids = yield* IdGenerator

      const calling = <A, E>(use: (operator: Calls) => Effect.Effect<A, E>) => Effect.flatMap(Operator, use)
      const of = <A, E>(account: string, use: (operator: Calls) => Effect.Effect<A, E>) =>
        routing.of(account, calling(use))
      const at = <A, E>(account: string, use: (operator: Calls) => Effect.Effect<A, E>) =>
        routing.at(Leads.ofAccount(account), calling(use))
      const byKey = <A, E>(text: string, use: (operator: Calls) => Effect.Effect<A, E>) =>
        routing.by(Leads.ofKey(hashKey(text)), calling(use))

      /** An account that leads somewhere is made there, whatever placement says now. */
      const cellOf = (account: Placed): Effect.Effect<CellName, StoreError> =>
        Effect.map(routing.placeOf(account.id), (cell) => cell ?? place(account))

      const create = Effect.fnUntraced(function*(
        type: Placed["type"],
        options: NewOptions = {},
        use: (operator: Calls, options: NewOptions) => ReturnType<Calls["createUser"]>
      ) {
        const id = options.id ?? ids.id(yield* Instant.now) as AccountId
        const cell = yield* cellOf({ id, type })
        return yield* within(cell, calling((operator) => use(operator, { ...options, id })))
      })

      /** A key of another cell is taken. */
      const isElsewhere = (text: string, cell: CellName | null) =>
        Effect.map(find(Leads.ofKey(hashKey(canonical(text)))), (found) => found !== null && found !== cell)

      const cellOfNew = ({ id, organization, type }: SetAccount) =>
        type === "profile" || organization !== undefined
          ? routing.placeOf(organization ?? id)
          : cellOf({ id, type })

      /** Does the items of each cell together, and returns what became of each, in their order. */
      const together = Effect.fnUntraced(function*<Item, Answer>(
        items: ReadonlyArray<Item>,
        cellOfItem: (item: Item) => Effect.Effect<CellName | null, StoreError>,
        nowhere: Answer,
        use: (operator: Calls, items: ReadonlyArray<Item>) => Effect.Effect<ReadonlyArray<Answer>, ExecutionError>
      ) {
        const places = yield* Effect.forEach(items, cellOfItem)
        const answers = items.map(() => nowhere)
        for (const cell of new Set(places)) {
          if (cell === null) continue
          const own = items.flatMap((item, index) => places[index] === cell ? [{ item, index }] : [])
          const made = yield* within(cell, calling((operator) => use(operator, own.map(({ item }) => item))))
          for (const [at, { index }] of own.entries()) answers[index] = made[at]!
        }
        return answers
      })

      const move = Move.make(cells)
      const moveAccount: Calls["moveAccount"] = Effect.fnUntraced(function*(account, to) {
        const cell = names.find((name) => name === to)
        if (to !== null && cell === undefined) return { _tag: "UnknownCell", cells: names }
        const running = yield* move.running(account)
        // What this node remembers may be out of date.
        forget(Leads.ofAccount(account))
        const from = running?.from ?? (yield* find(Leads.ofAccount(account)))
        // One of the two cells has all of it.
        const found = from === null
          ? null
          : (yield* move.find(account, from)) ?? (running === null ? null : yield* move.find(account, running.to))
        if (from === null || found === null) return { _tag: "UnknownAccount" }
        if (found.type === "profile") return { _tag: "IsProfile", organization: found.organization ?? "" }
        if (cell === undefined) {
          if (running === null) return { _tag: "NotMoving", cell: from }
          const ended = yield* move.run("undo", account, from, running.to)
          if (ended._tag === "Done") return { _tag: "Undone", cell: from }
          return ended._tag === "TooLate" ? { _tag: "TooLate", to: running.to } : ended
        }
        if (running !== null && running.to !== cell) return { _tag: "Elsewhere", to: running.to }
        if (running === null && from === cell) return { _tag: "There", cell }
        const ended = yield* move.run("move", account, from, cell)
        return ended._tag === "Done" || ended._tag === "TooLate" ? { _tag: "Moved", from, to: cell } : ended
      })

      return {
        ...SpanningOperator.make(routing),
        ...RebuildDirectory.make(cells),
        moveAccount,
        createOrganization: (options) => create("organization", options, (own, given) => own.createOrganization(given)),
        createUser: (options) => create("user", options, (own, given) => own.createUser(given)),
        createProfile: (organization, options) => of(organization, (own) => own.createProfile(organization, options)),
        createAccounts: Effect.fnUntraced(function*(accounts) {
          const kept = yield* Effect.forEach(accounts, (account) =>
            Effect.gen(function*() {
              const cell = yield* cellOfNew(account)
              const apiKeys = yield* Effect.filter(
                account.apiKeys,
                (text) => Effect.map(isElsewhere(text, cell), (elsewhere) => !elsewhere)
              )
              return { account: { ...account, apiKeys }, cell }
            }))
          return yield* together(
            kept,
            ({ cell }) => Effect.succeed(cell),
            "UnknownOrganization" as const,
            (own, set) => own.createAccounts(set.map(({ account }) => account))
          )
        }),
        createKeys: Effect.fnUntraced(function*(keys) {
          const known = yield* Effect.forEach(keys, (key) =>
            Effect.gen(function*() {
              const cell = yield* routing.placeOf(key.account)
              return { key, cell, isTaken: cell !== null && (yield* isElsewhere(key.text, cell)) }
            }))
          const made = yield* together(
            known,
            ({ cell, isTaken }) => Effect.succeed(isTaken ? null : cell),
            "UnknownAccount" as const,
            (own, set) => own.createKeys(set.map(({ key }) => key))
          )
          return known.map(({ isTaken }, index) => isTaken ? "KeyTaken" : made[index]!)
        }),
        createKey: Effect.fnUntraced(function*(account, text, terms) {
          const cell = yield* routing.placeOf(account)
          if (text !== undefined && cell !== null && (yield* isElsewhere(text, cell))) return { _tag: "KeyTaken" }
          return yield* of(account, (own) => own.createKey(account, text, terms))
        }),
        rotateKey: (text, graceMillis, expiresAt) => byKey(text, (own) => own.rotateKey(text, graceMillis, expiresAt)),
        revokeKey: (text) => byKey(text, (own) => own.revokeKey(text)),
        // Each cell has the same one.
        serviceRetention: () => within(home, calling((own) => own.serviceRetention())),
        find: (account) => at(account, (own) => own.find(account)),
        profiles: (organization, offset, limit) => of(organization, (own) => own.profiles(organization, offset, limit)),
        change: (account, change) => at(account, (own) => own.change(account, change)),
        setKeyword: (account, keyword) => of(account, (own) => own.setKeyword(account, keyword)),
        removeKeyword: (account, keyword) => of(account, (own) => own.removeKeyword(account, keyword)),
        listKeys: (account, offset, limit) => of(account, (own) => own.listKeys(account, offset, limit)),
        balance: (account) => of(account, (own) => own.balance(account)),
        setBalance: (account, balance) => of(account, (own) => own.setBalance(account, balance)),
        topUp: (account, amount, reference) => of(account, (own) => own.topUp(account, amount, reference)),
        addUser: (account, user) => of(account, (own) => own.addUser(account, user)),
        setUserStatus: (account, user, status) => of(account, (own) => own.setUserStatus(account, user, status)),
        createVoiceToken: (account, identity, seconds) =>
          of(account, (own) => own.createVoiceToken(account, identity, seconds)),
        findTemplateByName: (account, name) => of(account, (own) => own.findTemplateByName(account, name)),
        findChannels: (account) => of(account, (own) => own.findChannels(account)),
        connectWhatsapp: (account, business) => of(account, (own) => own.connectWhatsapp(account, business)),
        reportChannel: (account, subject, report) => of(account, (own) => own.reportChannel(account, subject, report)),
        askProvisioner: (account, subject, at) => of(account, (own) => own.askProvisioner(account, subject, at)),
        auditLog: (account, after, limit) => of(account, (own) => own.auditLog(account, after, limit)),
        closeAccount: (account) => of(account, (own) => own.closeAccount(account)),
        usedCaps: (account) => of(account, (own) => own.usedCaps(account)),
        suppress: (account, phone) => of(account, (own) => own.suppress(account, phone)),
        unsuppress: (account, phone) => of(account, (own) => own.unsuppress(account, phone)),
        importSuppressions: (account, phones) => of(account, (own) => own.importSuppressions(account, phones)),
        suppressions: (account, offset, limit, behind) =>
          of(account, (own) => own.suppressions(account, offset, limit, behind)),
        findContact: (account, phone) => of(account, (own) => own.findContact(account, phone)),
        setInherited: (account, phone, isInherited) =>
          of(account, (own) => own.setInherited(account, phone, isInherited)),
        prefer: (account, phone, preferences) => of(account, (own) => own.prefer(account, phone, preferences)),
        consentRecords: (account, contact, offset, limit) =>
          of(account, (own) => own.consentRecords(account, contact, offset, limit)),
        pausedPrefixes: (account, limit, behind) => of(account, (own) => own.pausedPrefixes(account, limit, behind)),
        pinPrefix: (account, prefix) => of(account, (own) => own.pinPrefix(account, prefix)),
        liftPrefix: (account, prefix) => of(account, (own) => own.liftPrefix(account, prefix)),
        eraseRecipient: (account, phone) => of(account, (own) => own.eraseRecipient(account, phone)),
        findErasure: (account, erasure) => of(account, (own) => own.findErasure(account, erasure)),
        exportPage: (account, phone, after) => of(account, (own) => own.exportPage(account, phone, after)),
        previewRetention: (account) => of(account, (own) => own.previewRetention(account)),
        cancelWaiting: (account, carrier, after) => of(account, (own) => own.cancelWaiting(account, carrier, after))
      }
    })
  )
