/**
 * Stores that do one thing wrong: the store in memory with a fault around it.
 */
import type { Commit } from "@signalbox/core/Commit"
import { make } from "@signalbox/core/Commit"
import type { Facts } from "@signalbox/core/Facts"
import type { Ref } from "@signalbox/core/Kind"
import { refText } from "@signalbox/core/Kind"
import { make as money } from "@signalbox/core/Money"
import { none } from "@signalbox/core/Needs"
import { done } from "@signalbox/core/Outcome"
import { fromEntries } from "@signalbox/core/RefMap"
import type { Lease } from "@signalbox/core/Work"
import type { Services } from "@signalbox/testing/StoreHarness"
import * as Effect from "effect/Effect"
import type { Broken } from "./Broken.ts"

type Store = Services["store"]
type Fault = (services: Services) => Services

const store = (change: (store: Store) => Partial<Store>): Fault => (services) => ({
  ...services,
  store: { ...services.store, ...change(services.store) }
})

/** Changes each commit before it is applied. */
const commits = (change: (commit: Commit) => Commit): Fault =>
  store(({ commit }) => ({ commit: (batch) => commit(batch.map(change)) }))

const broken = (name: string, adapter: Fault, caughtBy: string): Broken<Fault> => ({ name, adapter, caughtBy })

const givesTwice: Fault = (services) => {
  let first: Lease | undefined
  return store(({ claim }) => ({
    claim: (request) =>
      Effect.map(claim(request), (claimed) => {
        const again = first
        first ??= claimed.leases[0]
        return again === undefined ? claimed : { leases: [again, ...claimed.leases] }
      })
  }))(services)
}

/** Versions begin anew when a row comes again, as they do where a version is a column of the row. */
const forgetsVersions: Fault = (services) => {
  const { commit, load } = services.store
  const before = new Map<string, number>()
  const baseOf = (ref: Ref): number => before.get(refText(ref)) ?? 0
  const seen = (facts: Facts): Facts => ({
    ...facts,
    rows: fromEntries(
      facts.rows.refs().map((ref) => {
        const known = facts.rows.get(ref)!
        return [ref, { ...known, version: known.row === null ? 0 : known.version - baseOf(ref) }] as const
      })
    )
  })
  return store(() => ({
    load: (needs) => Effect.map(load(needs), seen),
    commit: (batch) =>
      Effect.gen(function*() {
        for (const ref of batch.flatMap(({ deletes }) => deletes)) {
          const { rows } = yield* load({ ...none, rows: [ref] })
          before.set(refText(ref), rows.get(ref)?.version ?? 0)
        }
        return yield* commit(batch.map((each) => ({
          ...each,
          expects: each.expects.map((expected) =>
            "free" in expected || expected.version === 0
              ? expected
              : { ...expected, version: expected.version + baseOf(expected.ref) }
          )
        })))
      })
  }))(services)
}

const debitsAlways: Fault = (services) => {
  let number = 0
  return commits((commit) => ({
    ...commit,
    debits: commit.debits.map((debit) => ({ ...debit, once: `${debit.once} ${number++}` }))
  }))(services)
}

export const stores: ReadonlyArray<Broken<Fault>> = [
  broken(
    "drops what a commit expects of rows",
    commits((commit) => ({ ...commit, expects: commit.expects.filter((each) => "free" in each) })),
    "applies what relies on the version that stands, and nothing else"
  ),
  broken(
    "drops what a commit expects of keys",
    commits((commit) => ({ ...commit, expects: commit.expects.filter((each) => !("free" in each)) })),
    "applies what relies on a key's being free as long as it is"
  ),
  broken(
    "asks for no lease",
    commits((commit) => ({ ...commit, holds: [] })),
    "and was lost stops the commit"
  ),
  broken("gives a lease twice", givesTwice, "is claimed when it is due, whole, and once"),
  broken(
    "begins versions anew",
    forgetsVersions,
    "deletes, and never gives a row that comes again a version that it had"
  ),
  broken(
    "orders pages the wrong way round",
    store(({ list }) => ({
      list: (query) => Effect.map(list(query), ({ rows, total }) => ({ rows: rows.toReversed(), total }))
    })),
    "put rows of one instant in the descending order of their keys"
  ),
  broken(
    "counts the page for the list",
    store(({ list }) => ({ list: (query) => Effect.map(list(query), ({ rows }) => ({ rows, total: rows.length })) })),
    "have pages of the size that was asked for, and a total that does not depend on it"
  ),
  broken(
    "overlooks filters",
    store(({ list }) => ({
      list: ({ limit, list: name, offset, scope }) => list({ list: name, scope, offset, limit })
    })),
    "find a number by any form of it, however it is punctuated"
  ),
  broken(
    "loses a row of a set",
    commits((commit) => ({ ...commit, puts: commit.puts.length > 2 ? commit.puts.slice(0, -1) : commit.puts })),
    "gives a row of kind contact back as it was put"
  ),
  broken(
    "applies a part of what it refuses",
    store(({ commit }) => ({
      commit: (batch) =>
        Effect.tap(commit(batch), (outcomes) =>
          Effect.forEach(
            batch.filter((_, index) => outcomes[index]?._tag === "Stale"),
            ({ counts }) => commit([make({ counts })])
          ))
    })),
    "applies nothing of a commit that rests on a row that has changed"
  ),
  broken("debits again", debitsAlways, "debits once for each key, and applies the rest of a commit that repeats one"),
  broken(
    "lets balances fall below their floor",
    commits((commit) => ({ ...commit, debits: commit.debits.map((debit) => ({ ...debit, floor: money(-1e9) })) })),
    "takes exactly what fits, in the order of the batch"
  ),
  broken(
    "calls done what was taken",
    store(({ commit }) => ({
      commit: (batch) =>
        Effect.map(commit(batch), (all) => all.map((outcome) => outcome._tag === "Taken" ? done : outcome))
    })),
    "refuses a row whose key another one has, and says which"
  ),
  broken(
    "mixes the outcomes of a batch",
    store(({ commit }) => ({ commit: (batch) => Effect.map(commit(batch), (all) => all.toReversed()) })),
    "takes a smaller spend after a larger one did not fit"
  ),
  broken(
    "forgets the owners of keys",
    store(({ load }) => ({ load: (needs) => Effect.map(load(needs), (facts) => ({ ...facts, owners: new Map() })) })),
    "finds the row that has a key, as it stands, and says when nobody has it"
  ),
  broken(
    "tells nobody of events",
    commits((commit) => ({ ...commit, events: [] })),
    "become deliveries to the webhooks that subscribe to them, and to no other"
  ),
  broken(
    "overlooks pauses",
    commits((commit) => ({ ...commit, pauses: [] })),
    "gives nothing out until then, and everything in its order after that"
  ),
  broken(
    "keeps what a dead node held",
    (services) => ({ ...services, killNode: () => Effect.void }),
    "lets others take over what a dead node held, in its old order"
  ),
  broken(
    "lets several nodes into a lane",
    store(({ claim }) => ({
      claim: (request) =>
        claim({
          ...request,
          lanes: Object.fromEntries(
            Object.entries(request.lanes).map(([kind, terms]) => [kind, { ...terms, shared: true }])
          )
        })
    })),
    "keeps a lane with the node that holds work of it"
  ),
  broken(
    "goes by its own clock alone",
    store(({ claim }) => ({ claim: (request) => claim({ ...request, offset: 0 }) })),
    "says with the declared offset what is due, whatever the clocks of nodes say"
  ),
  broken(
    "says that nothing will fall due",
    store(() => ({ nextDue: () => Effect.succeedNone })),
    "has an earliest instant as long as nobody holds it"
  ),
  broken(
    "serves one lane at a time",
    store(({ claim, commit }) => ({
      claim: (request) =>
        Effect.gen(function*() {
          const { leases: all } = yield* claim({ ...request, limit: 20_000 })
          const [oldest] = all.toSorted((a, b) => a.at - b.at)
          const kept = all.filter(({ lane }) => lane === oldest?.lane).slice(0, request.limit)
          yield* commit([make({ releases: all.filter((lease) => !kept.includes(lease)) })])
          return { leases: kept }
        })
    })),
    "with little work are served beside one with ten thousand older items"
  ),
  broken(
    "counts no work that is held",
    store(({ backlogs }) => ({
      backlogs: (query) => Effect.map(backlogs(query), (all) => all.map((each) => ({ ...each, held: 0 })))
    })),
    "say since when work waits, how much, and how much nodes hold"
  )
]

export const guards: ReadonlyArray<Broken<Fault>> = [
  broken(
    "forgets the answers of keys",
    commits((commit) => ({ ...commit, reply: null })),
    "gives a finished answer back as it was committed, byte by byte"
  ),
  broken(
    "gives a key to everybody",
    (services) => {
      const { abandon, begin } = services.idempotency
      return {
        ...services,
        idempotency: {
          abandon,
          begin: (claim, fingerprint, now) => begin({ ...claim, key: `${claim.key}${Math.random()}` }, fingerprint, now)
        }
      }
    },
    "is held by one of many that begin at the same time [IDM-017]"
  ),
  broken(
    "admits one too many",
    (services) => ({
      ...services,
      rateWindow: { take: (take) => services.rateWindow.take({ ...take, limit: take.limit + 1 }) }
    }),
    "admit exactly the limit of what comes at the same time"
  ),
  broken(
    "forgives nobody",
    (services) => ({ ...services, lockout: { ...services.lockout, clear: () => Effect.void } }),
    "ends with a right credential, and the failures before it do not count [AUT-031]"
  ),
  broken(
    "never locks",
    (services) => ({
      ...services,
      lockout: { ...services.lockout, standing: () => Effect.succeed({ failures: 0, lockedUntil: null }) }
    }),
    "lasts a minute the first time [AUT-026]"
  ),
  broken(
    "never gives a place back",
    (services) => ({ ...services, pace: { ...services.pace, done: () => Effect.void } }),
    "gives places that are under way back when they are done"
  ),
  broken(
    "keeps no pace",
    (services) => ({
      ...services,
      pace: { ...services.pace, take: ({ parts }) => Effect.succeed({ admitted: parts.length, again: 0 }) }
    }),
    "counts each part for a second"
  )
]
