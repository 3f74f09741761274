/**
 * Two cells of which nothing but their stores runs, and an organization with its belongings in one of them.
 */
import type { CellName } from "@signalbox/core/CellName"
import type { Inside } from "@signalbox/core/Cells"
import { Cells } from "@signalbox/core/Cells"
import * as Commit from "@signalbox/core/Commit"
import { Directory } from "@signalbox/core/Directory"
import type { AccountId, NodeId, WebhookId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import * as NewAccount from "@signalbox/core/internal/account/NewAccount"
import * as Cargo from "@signalbox/core/internal/cells/Cargo"
import * as CellStore from "@signalbox/core/internal/cells/CellStore"
import * as Guard from "@signalbox/core/internal/cells/Guard"
import * as Move from "@signalbox/core/internal/cells/Move"
import * as Portion from "@signalbox/core/internal/cells/Portion"
import * as Routing from "@signalbox/core/internal/cells/Routing"
import { newEndpoint } from "@signalbox/core/internal/delivery/Health"
import { Accounts } from "@signalbox/core/internal/row/Account"
import { ApiKeys } from "@signalbox/core/internal/row/ApiKey"
import { Contacts } from "@signalbox/core/internal/row/Contact"
import type { State } from "@signalbox/core/internal/row/Residence"
import { Residences } from "@signalbox/core/internal/row/Residence"
import * as Money from "@signalbox/core/Money"
import * as Needs from "@signalbox/core/Needs"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import { hashKey } from "@signalbox/core/Secret"
import type { StoreError } from "@signalbox/core/Store"
import { Store } from "@signalbox/core/Store"
import { Endpoints, Webhooks } from "@signalbox/core/Webhook"
import * as Whereabouts from "@signalbox/core/Whereabouts"
import type { Lane, Lease } from "@signalbox/core/Work"
import { WorkSignal } from "@signalbox/core/WorkSignal"
import * as MemoryDirectory from "@signalbox/memory/MemoryDirectory"
import * as MemoryStore from "@signalbox/memory/MemoryStore"
import * as Rows from "@signalbox/testing/generate/Rows"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as fc from "fast-check"

export const [eu, us] = ["eu", "us"] as ReadonlyArray<string> as readonly [CellName, CellName]

export interface World {
  readonly cells: Cells["Service"]
  readonly directory: Directory["Service"]
  /** Takes all entries out of the directory. */
  readonly lose: Effect.Effect<void, never, Scope.Scope>
  readonly routing: Routing.Routing["Service"]
  readonly move: ReturnType<typeof Move.make>
  /** The store of a cell as an engine has it, which is guarded. */
  readonly store: (cell: CellName) => Store["Service"]
  /** The guarded store as another node has it, which remembers by itself. */
  readonly another: (cell: CellName) => Store["Service"]
  /** The store as it is. */
  readonly bare: (cell: CellName) => Store["Service"]
  readonly state: (cell: CellName, account: AccountId) => Effect.Effect<State | null, StoreError>
  /** Digests all that a cell has of the accounts. */
  readonly digest: (cell: CellName, accounts: ReadonlyArray<AccountId>) => Effect.Effect<Cargo.Digest, StoreError>
  /** Is asked before each thing that is done in a cell. */
  readonly before: { look: (cell: CellName) => Effect.Effect<void, StoreError> }
}

const signal = Context.make(WorkSignal, {
  raise: Effect.void,
  raiseHere: Effect.void,
  raiseElsewhere: Effect.void,
  heard: Effect.never
})

/** How long nodes believe where an account is, in milliseconds. */
const belief = 0

/** A page has so many things, so that there are some pages. */
const things = 30

/** Moves at the pace of such nodes, page by page. */
const quickly = ({ find, run, running }: ReturnType<typeof Move.make>): ReturnType<typeof Move.make> => ({
  find,
  running,
  run: (...how) =>
    run(...how).pipe(Effect.provideService(Guard.Belief, belief), Effect.provideService(Portion.Things, things))
})

/** @param storages the storage of each cell, memory unless given */
export const make = <E>(storages: ReadonlyArray<Layer.Layer<Store, E>> = [MemoryStore.layer, MemoryStore.layer]) =>
  Effect.gen(function*() {
    const empty = Effect.map(
      Layer.build(Layer.fresh(MemoryDirectory.layer)),
      (context) => Context.get(context, Directory)
    )
    let own = yield* empty
    const directory: Directory["Service"] = {
      find: (leads) => own.find(leads),
      enter: (entries) => own.enter(entries),
      replace: (entry, from, idle) => own.replace(entry, from, idle),
      move: (accounts, from, to) => own.move(accounts, from, to)
    }
    const contexts = [
      yield* Layer.build(Layer.fresh(storages[0]!)),
      yield* Layer.build(Layer.fresh(storages[1]!))
    ] as const
    const of = (cell: CellName) => contexts[cell === eu ? 0 : 1]
    const before: World["before"] = { look: () => Effect.void }
    const insides = new Map<CellName, Context.Context<Inside>>()
    const cells: Cells["Service"] = {
      names: [eu, us],
      within: (cell, effect) =>
        Effect.andThen(
          Effect.suspend(() => before.look(cell)),
          Effect.suspend(() => Effect.provideContext(effect, insides.get(cell)!))
        ),
      start: () => Effect.void
    }
    const layer = Layer.provideMerge(Routing.layer, Whereabouts.layer).pipe(Layer.provide(Layer.succeed(Cells, cells)))
    const ways = yield* Layer.build(Layer.fresh(layer))
    const whereabouts = Context.get(ways, Whereabouts.Whereabouts)
    const bare = (cell: CellName) => Context.get(of(cell), Store)
    const guarded = (cell: CellName) => {
      const guard = Guard.make(bare(cell), belief)
      return { guard, store: CellStore.wrap(cell, whereabouts, guard) }
    }
    for (const cell of [eu, us]) {
      const { guard, store } = guarded(cell)
      const own = of(cell).pipe(
        Context.merge(signal),
        Context.add(Guard.Guard, guard),
        Context.add(Directory, directory),
        Context.add(Store, store)
      )
      insides.set(cell, own as Context.Context<Inside>)
    }
    return {
      cells,
      directory,
      lose: Effect.map(empty, (next) => {
        own = next
      }),
      routing: Context.get(ways, Routing.Routing),
      move: quickly(Move.make(cells)),
      store: (cell) => Context.get(insides.get(cell)!, Store),
      another: (cell) => guarded(cell).store,
      bare,
      state: (cell, account) =>
        Effect.map(bare(cell).load(Needs.row(Residences, account)), ({ rows }) => {
          const row = rows.get({ kind: "residence", key: account })?.row
          return row?.kind === "residence" ? row.value.state : null
        }),
      digest: (cell, accounts) => Effect.provideContext(Cargo.digest(accounts), of(cell)),
      before
    } satisfies World
  })

const at = Instant.make(0)

export const organization = "10000000-0000-4000-8000-000000000001" as AccountId
export const profiles = ["2", "3", "4"].map((digit) => `10000000-0000-4000-8000-00000000000${digit}` as AccountId)
export const household = [organization, ...profiles]
export const number = "+12015559000" as PhoneNumber
export const key = hashKey("a key")
export const webhook = "20000000-0000-4000-8000-000000000001" as WebhookId

export const lanes: ReadonlyArray<Lane> = [
  `send:${organization}`,
  `submission:acme/${organization}`,
  `delivery:${webhook}`
]

export const contacts = household.flatMap((account, owner) =>
  fc.sample(Rows.contact, { seed: owner, numRuns: 20 }).map((contact, index) => ({
    ...contact,
    account,
    id: `30000000-0000-4000-8000-0000000${owner}${String(index).padStart(4, "0")}` as typeof contact.id
  }))
)

export const account = (id: AccountId, above: AccountId | null, own?: PhoneNumber): Commit.Commit =>
  Commit.make({
    puts: [Commit.put(Accounts, {
      ...NewAccount.make(id, above === null ? "organization" : "profile", above, {
        numbers: own === undefined ? [] : [{ number: own, channels: ["sms"], country: "US" }]
      }),
      createdAt: at
    })]
  })

/** Adds money, under a key that no second payment has. */
export const pay = (cents: number, once: string): Commit.Commit =>
  Commit.make({ debits: [{ account: organization, amount: Money.make(-cents), floor: Money.make(0), once }] })

/** Puts an organization with profiles, a key, contacts, money and work into a cell. */
export const furnish = Effect.fnUntraced(function*({ store }: World, cell: CellName) {
  const { commit } = store(cell)
  yield* commit([account(organization, null, number)])
  yield* commit(profiles.map((id) => account(id, organization)))
  const sample = fc.sample(Rows.values.webhook, { seed: 1, numRuns: 1 })[0]!
  yield* commit([
    pay(1000, "first"),
    Commit.make({
      puts: [Commit.put(ApiKeys, {
        hash: key,
        account: organization,
        prefix: "aaaaaaaa",
        createdAt: at,
        revokedAt: null
      })]
    }),
    Commit.make({
      puts: [
        Commit.put(Webhooks, { ...sample, id: webhook, account: organization }),
        Commit.put(Endpoints, newEndpoint(webhook))
      ],
      counts: [{ counter: `daily/${organization}/2030-01-01`, by: 3, ceiling: null, once: "one" }]
    }),
    ...contacts.map((contact) => Commit.make({ puts: [Commit.put(Contacts, contact)] })),
    ...lanes.map((lane, index) =>
      Commit.make({ due: [{ work: { kind: lane.slice(0, lane.indexOf(":")), key: `work ${index}` }, lane, at }] })
    )
  ])
})

/** All that a cell has of the accounts, as `digest` tells. */
export type Whole = Cargo.Digest

export const { Patience } = Move

/** Gives held work back. */
export const release = (fence: Commit.Fence): Commit.Commit => Commit.make({ releases: [fence] })

/** Takes what is due in a cell. */
export const claim = (store: Store["Service"], node = "node-1"): Effect.Effect<ReadonlyArray<Lease>, StoreError> =>
  Effect.map(
    store.claim({
      node: node as NodeId,
      offset: 0,
      limit: 10,
      lanes: Object.fromEntries(
        ["send", "submission", "delivery"].map((kind) => [kind, { width: 4, shared: kind !== "delivery" }])
      )
    }),
    ({ leases }) => leases
  )
