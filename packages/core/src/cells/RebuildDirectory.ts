/**
 * Makes the directory anew from what the cells have, account by account (decisions 20.8). What leads nowhere is entered;
 * what leads to another cell stays, unless that one says that it has nothing of the kind.
 */
import * as Effect from "effect/Effect"
import * as Facts from "../commit/Facts.ts"
import type { ListPosition } from "../commit/ListQuery.ts"
import * as Needs from "../commit/Needs.ts"
import { refused } from "../commit/Refused.ts"
import type { Entry, Lead } from "../port/Directory.ts"
import { Directory } from "../port/Directory.ts"
import { Store } from "../port/Store.ts"
import { everyAccount } from "../row/Account.ts"
import { idOf } from "../row/ApiKey.ts"
import { Residences } from "../row/Residence.ts"
import type { Row } from "../row/Row.ts"
import type { Contested, OperatorDirectory } from "../service/OperatorDirectory.ts"
import type { CellName } from "../value/CellName.ts"
import type { KeyHash } from "../value/Secret.ts"
import type { Cells } from "./Cells.ts"
import * as Leads from "./Leads.ts"
import { idleMillis } from "./Whereabouts.ts"

/** How many keys one question to a cell returns, and how many entries one to the directory has. */
const batch = 500

/** Of how many accounts the keys are read at the same time. */
const beside = 4

/** A text by which the operator knows what a lead names: the hash of a key is nobody's business. */
const nameOf = ({ key, kind }: Lead): string => kind === "key" ? idOf(key as KeyHash) : key

const chunks = <A>(all: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(all.length / batch) }, (_, index) => all.slice(index * batch, (index + 1) * batch))

export const make = ({ names, within }: Cells["Service"]): OperatorDirectory => {
  const [home] = names

  /** Returns all that leads to the keys of an account. */
  const keysOf = Effect.fnUntraced(function*(cell: CellName, scope: string) {
    const found: Array<Leads.Named> = []
    for (let behind: ListPosition | null = null;;) {
      const place: { readonly behind?: ListPosition } = behind === null ? {} : { behind }
      const query = { list: "api_keys", scope, offset: 0, limit: batch, isCounted: false, ...place } as const
      const { rows } = yield* within(cell, Effect.flatMap(Store, ({ list }) => list(query)))
      found.push(...rows.flatMap(Leads.ofRow))
      const last = rows.at(-1)
      if (last?.kind !== "api_key" || rows.length < batch) return found
      behind = { at: last.value.createdAt, key: last.key }
    }
  })

  /** Leaves out the accounts that have left the cell, or are still on their way to it: another one has them. */
  const residing = Effect.fnUntraced(function*<Named extends Row>(cell: CellName, accounts: ReadonlyArray<Named>) {
    const needs = Needs.rows(Residences, accounts.map(({ key }) => key))
    const facts = yield* within(cell, Effect.flatMap(Store, ({ load }) => load(needs)))
    return accounts.filter(({ key }) => {
      const state = Facts.get(facts, Residences, key)?.state._tag
      return state !== "Gone" && state !== "Arriving"
    })
  })

  /** Returns what leads to the next accounts of a cell, and where those begin that come after them. */
  const read = Effect.fnUntraced(function*(cell: CellName, behind: ListPosition | null, limit: number) {
    const place = behind === null ? {} : { behind }
    const query = { list: "accounts", scope: everyAccount, offset: 0, limit, isCounted: false, ...place } as const
    const { rows } = yield* within(cell, Effect.flatMap(Store, ({ list }) => list(query)))
    const accounts = rows.flatMap((row) => row.kind === "account" ? [row] : [])
    const own = yield* residing(cell, accounts)
    const keys = yield* Effect.forEach(own, ({ key }) => keysOf(cell, key), { concurrency: beside })
    const last = accounts.at(-1)
    return {
      looked: accounts.length,
      named: [...own.flatMap(Leads.ofRow), ...keys.flat()],
      after: last === undefined || accounts.length < limit ? null : { at: last.value.createdAt, key: last.key }
    }
  })

  const isIn = (lead: Lead, cell: CellName) => within(cell, Effect.flatMap(Store, Leads.isKept(lead)))

  /** Makes an entry lead to the cell that has what it names, or tells why not. Null: the cell has it no more. */
  const settle = Effect.fnUntraced(function*(entry: Entry, leadsTo: CellName) {
    const { account, cell, lead } = entry
    const contested = (why: Contested["why"]): Contested => ({
      kind: lead.kind,
      name: nameOf(lead),
      account,
      cell,
      leadsTo,
      why
    })
    const keeps = yield* Effect.catch(isIn(lead, leadsTo), () => Effect.succeed(null))
    // It may have been given up here since it was read, and taken there.
    if (!(yield* isIn(lead, cell))) return null
    if (keeps === null) return contested("away")
    if (keeps) return contested("both")
    const isTaken = yield* within(home, Effect.flatMap(Directory, ({ replace }) => replace(entry, leadsTo, idleMillis)))
    return isTaken ? "entered" : contested("recent")
  })

  const enter = Effect.fnUntraced(function*(entries: ReadonlyArray<Entry>) {
    const found = yield* within(
      home,
      Effect.flatMap(Directory, ({ find }) => find(entries.map(({ lead }) => lead)))
    )
    const missing = entries.filter((_, index) => found[index] === null)
    const holders = missing.length === 0
      ? []
      : yield* within(home, Effect.flatMap(Directory, ({ enter }) => enter(missing)))
    const others = [
      ...entries.map((entry, index) => ({ entry, leadsTo: found[index]! })).filter(({ leadsTo }) => leadsTo !== null),
      ...missing.map((entry, index) => ({ entry, leadsTo: holders[index]! }))
    ].filter(({ entry, leadsTo }) => entry.cell !== leadsTo)
    const settled = yield* Effect.forEach(others, ({ entry, leadsTo }) => settle(entry, leadsTo))
    return {
      entered: missing.filter(({ cell }, index) => holders[index] === cell).length +
        settled.filter((each) => each === "entered").length,
      contested: settled.filter((each) => each !== null && each !== "entered")
    }
  })

  return {
    rebuildDirectory: Effect.fnUntraced(function*(after, limit) {
      const begin = after === null ? 0 : names.indexOf(after.cell)
      if (begin < 0) return yield* refused("VALIDATION_001", { after: ["must be the `after` of the part before"] })
      let behind = after?.behind ?? null
      const away: Array<CellName> = []
      let [looked, entered] = [0, 0]
      const contested: Array<Contested> = []
      for (const cell of names.slice(begin)) {
        while (looked < limit) {
          const part = yield* Effect.catch(
            read(cell, behind, limit - looked),
            ({ message }) => Effect.as(Effect.logWarning(`the directory is made anew without a cell: ${message}`), null)
          )
          behind = null
          if (part === null) {
            away.push(cell)
            break
          }
          for (const some of chunks(part.named.map((each) => ({ ...each, cell })))) {
            const done = yield* enter(some)
            entered += done.entered
            contested.push(...done.contested)
          }
          looked += part.looked
          behind = part.after
          if (behind === null) break
        }
        if (behind !== null) return { looked, entered, contested, away, after: { cell, behind } }
      }
      return { looked, entered, contested, away, after: null }
    })
  }
}
