/**
 * One run: the world that a script describes, from its first step to rest.
 */
import type { Carrier } from "@signalbox/core/Carrier"
import type { Directory } from "@signalbox/core/Directory"
import type { HealthTerms } from "@signalbox/core/HealthTerms"
import { make as money } from "@signalbox/core/Money"
import * as Needs from "@signalbox/core/Needs"
import type { RoutingRule } from "@signalbox/core/RoutingRule"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Invariant } from "../Invariant.ts"
import type { Act, Script } from "../Script.ts"
import type { Process, Sighting } from "../Sighting.ts"
import * as Cells from "./cells.ts"
import { CellWatchers } from "./cellWatchers.ts"
import { Clients } from "./clients.ts"
import type { Bring } from "./couriers.ts"
import { Couriers } from "./couriers.ts"
import { Dice } from "./dice.ts"
import type { Furnished } from "./furniture.ts"
import { accountId, accountNumber, epoch, furnish, phone } from "./furniture.ts"
import type { Wall } from "./host.ts"
import { Host } from "./host.ts"
import type { WorkItem } from "./mirror.ts"
import { answersWithin, Network } from "./network.ts"
import { Node } from "./node.ts"
import type { Mood } from "./receivers.ts"
import { Receivers } from "./receivers.ts"
import type { Backend } from "./storage.ts"
import { Storage } from "./storage.ts"
import { Timeline } from "./timeline.ts"

export interface WorldOptions {
  /** The store of each cell. */
  readonly backends: ReadonlyArray<Backend>
  /** Absent, there is one store, and nothing knows of cells. */
  readonly directory: Directory["Service"] | null
  readonly invariants: ReadonlyArray<Invariant>
  /** Carriers of somebody's own beside those of the script; made anew for each life of a node. */
  readonly carriers: (bring: Bring) => ReadonlyArray<Carrier>
  readonly health: HealthTerms | null
  readonly rules: ReadonlyArray<RoutingRule>
}

/** After the faults have stopped everything has to be done within so many milliseconds of quiet service. */
const restWithin = 8 * 60_000

/** The number of times that the world may leap to what falls due much later. */
const leaps = 120

/** Work that is due later than this is not waited for, but leapt to. */
const horizon = 30_000

const rightClock: Wall = { epoch, aheadMillis: 0, driftPpm: 0 }

interface Seat {
  node: Node | null
  life: number
}

export class World {
  readonly timeline: Timeline
  readonly watchers: CellWatchers
  private readonly script: Script
  private readonly options: WorldOptions
  private readonly dice: Dice
  private readonly storages: readonly [Storage, ...ReadonlyArray<Storage>]
  private readonly network: Network
  private readonly receivers: Receivers
  private readonly clients: Clients
  private readonly furnished: ReadonlyArray<Furnished>
  private readonly seats: Array<Seat>
  private readonly couriers: Couriers
  /** The text that came to each number last. */
  private readonly handsets = new Map<string, string>()
  private written = 0
  private isOver = false

  constructor(script: Script, options: WorldOptions) {
    this.script = script
    this.options = options
    this.dice = new Dice(script.seed)
    this.timeline = new Timeline(this.dice.fork(1))
    const see = (sighting: Sighting): void => this.watchers.see(sighting)
    const rubbish = script.carriers.some(({ temper }) => temper.reference === "rubbish")
    const storage = (backend: Backend, cell: number) =>
      new Storage(
        backend,
        this.timeline,
        this.dice.fork(2),
        (sighting) => this.watchers.seeIn(cell, sighting),
        rubbish
      )
    const [first, ...others] = options.backends
    this.storages = [storage(first!, 0), ...others.map((backend, index) => storage(backend, index + 1))]
    this.couriers = new Couriers(this.timeline, see, () => this.nodeAt(this.dice.below(this.seats.length)))
    this.network = new Network(this.timeline, this.dice.fork(3), see, this.couriers.bring)
    this.receivers = new Receivers(this.timeline, this.dice.fork(4), see)
    const isCelled = options.directory !== null
    this.furnished = script.accounts.map((role, number) => furnish(number, role, isCelled))
    this.seats = script.nodes.map(() => ({ node: null, life: 0 }))
    const accounts = this.furnished.map(({ account }) => account)
    this.clients = new Clients(this.timeline, see, accounts, (number) => this.nodeAt(number), isCelled)
    const known = new Map(script.carriers.map(({ id, temper }) => [id, temper.knows]))
    const own = new Map(options.carriers(this.couriers.bring).map((carrier) => [carrier.id as string, carrier]))
    const roles = new Map(script.carriers.map((role) => [role.id, this.network.carrier(role)]))
    const view = {
      script,
      epoch,
      now: () => this.timeline.now,
      balance: (account: string) => this.balance(account),
      knows: (carrier: string) => known.get(carrier) ?? false,
      terms: (id: string) => {
        const carrier = roles.get(id) ?? own.get(id)
        return { pace: carrier?.pace ?? null, answersWithin: carrier?.answersWithin ?? answersWithin }
      },
      off: ({ life, node }: Process) => {
        const found = this.seats.find((seat) => seat.node?.by.node === node && seat.life === life)
        return found?.node?.host.off() ?? 0
      }
    }
    this.watchers = new CellWatchers(this.storages.length, options.invariants, view, (account) => this.cellOf(account))
  }

  /** Plays the script, stops the faults, and waits for rest; ends early at the first violation. */
  run(): void {
    for (const { account, commit } of this.furnished) {
      const cell = this.cellOf(account.id)
      this.storages[cell]!.now(({ store }) => store.commit([commit]))
      this.watchers.seeIn(cell, { _tag: "Committed", by: null, commit })
      const { directory } = this.options
      if (directory !== null) this.storages[0].now(() => directory.enter(Cells.entries(account, cell)))
    }
    this.seats.forEach((_, number) => this.start(number))
    // A node needs a moment to come up.
    for (const { act, at } of this.script.steps) this.timeline.after(200 + at, () => this.act(act))
    const last = this.script.steps.reduce(
      (latest, { act, at }) =>
        Math.max(latest, at + ("millis" in act ? act.millis : 0) + ("restartAfter" in act ? act.restartAfter : 0)),
      0
    )
    this.play(last + 500)
    if (this.watchers.violation !== null) return
    this.heal()
    if (!this.playUntilQuiet()) return
    for (let leap = 0; leap < leaps; leap++) {
      const due = this.nextDue()
      if (due === null) break
      this.leap(due - epoch)
      if (!this.playUntilQuiet()) return
    }
    this.watchers.atRest()
  }

  private play(end: number): void {
    while (this.watchers.violation === null && this.timeline.step(end)) { /* the timeline does it all */ }
  }

  /** False when there was a violation, or no quiet within the bound. */
  private playUntilQuiet(): boolean {
    const end = this.timeline.now + restWithin
    while (this.watchers.violation === null) {
      this.play(this.timeline.now + 1000)
      this.timeline.leap(this.timeline.now + 1)
      if (this.isQuiet()) return this.watchers.violation === null
      if (this.timeline.now > end) {
        this.watchers.judge("comes-to-rest", `after ${restWithin} ms without faults: ${this.unrest()}`)
        return false
      }
    }
    return false
  }

  private nextDue(): number | null {
    const due = this.storages.flatMap((each) => Option.toArray(each.now(({ store }) => store.nextDue(0))))
    return due.length === 0 ? null : Math.min(...due)
  }

  private isQuiet(): boolean {
    if (this.clients.open > 0 || this.couriers.open > 0) return false
    if (this.work().some(({ held }) => held !== null)) return false
    const due = this.nextDue()
    return due === null || due - epoch > this.timeline.now + horizon
  }

  private unrest(): string {
    const held = this.work().filter((item) => item.held !== null).length
    return `${this.clients.open} errands, ${this.couriers.open} receipts, ${held} work items held, ` +
      `${this.work().length} in all`
  }

  private work(): ReadonlyArray<WorkItem> {
    return this.watchers.cells.flatMap(({ mirror }) => [...mirror.work.values()])
  }

  private cellOf(account: string): number {
    return (this.script.accounts[accountNumber(account)]?.cell ?? 0) % this.storages.length
  }

  /** The faults stop: whoever was dead, slow or cut off is well again. */
  private heal(): void {
    this.watchers.see({ _tag: "FaultsOver" })
    this.isOver = true
    for (const { weather } of this.storages) weather.clear()
    this.receivers.moods.clear()
    this.network.heal()
    for (const { node } of this.seats) if (node !== null) node.host.wall = rightClock
    this.seats.forEach(({ node }, number) => {
      if (node === null) this.start(number)
      else if (node.host.state === "paused") this.resume(node)
    })
  }

  /** All processes end, the time is another one, and one new process starts. */
  private leap(to: number): void {
    this.seats.forEach(({ node }, number) => {
      if (node !== null) this.kill(number)
    })
    this.timeline.leap(to)
    this.start(0)
  }

  private start(number: number): void {
    const seat = this.seats[number]!
    if (seat.node !== null) return
    seat.life++
    const by: Process = { node: `node-${number}`, life: seat.life }
    const role = this.script.nodes[number]!
    const wall = this.isOver
      ? rightClock
      : { epoch, aheadMillis: role.ahead, driftPpm: role.skew }
    const dice = this.dice.fork(100 + number)
    const name = `${by.node}/${by.life}`
    const host = new Host(this.timeline, {
      name,
      wall,
      dice,
      log: (line) => this.watchers.trace.add(this.timeline.now, `${name} logs ${line}`)
    })
    this.watchers.see({ _tag: "Started", by })
    const carriers = [
      ...this.script.carriers.map((role) => this.network.carrier(role)),
      ...this.options.carriers(this.couriers.bring)
    ]
    seat.node = new Node(host, by, {
      health: this.options.health,
      rules: this.options.rules,
      references: this.options.backends[0]?.references ?? Context.empty(),
      storages: this.storages,
      directory: this.options.directory,
      carriers: carriers.map((carrier) => this.observed(by, carrier)),
      sender: this.receivers.sender(host, by),
      probe: this.receivers.probe(host, by),
      dice: this.dice.fork(200 + number)
    })
  }

  private observed(by: Process, carrier: Carrier): Carrier {
    return {
      ...carrier,
      submit: (batch, tell) =>
        Effect.suspend(() => {
          for (const submission of batch) {
            this.watchers.see({ _tag: "Handed", by, carrier: carrier.id, submission })
            this.handsets.set(submission.to, submission.rendered.plain)
          }
          const untold = new Set(batch.map(({ attempt }) => attempt))
          return carrier.submit(batch, (attempt, outcome) =>
            Effect.suspend(() => {
              if (untold.delete(attempt)) this.watchers.see({ _tag: "CarrierOutcome", by, attempt, outcome })
              return tell(attempt, outcome)
            })).pipe(Effect.ensuring(Effect.sync(() => {
              this.watchers.see({ _tag: "HandOverEnded", by, attempts: batch.map(({ attempt }) => attempt) })
            })))
        })
    }
  }

  private kill(number: number): void {
    const seat = this.seats[number]!
    if (seat.node === null) return
    seat.node.host.kill()
    for (const { paces } of this.storages) paces.died(seat.node.by)
    this.watchers.see({ _tag: "Killed", by: seat.node.by })
    seat.node = null
  }

  private resume(node: Node): void {
    node.host.resume()
    this.watchers.see({ _tag: "Resumed", by: node.by })
  }

  /** The node of this number, or the next one that lives. */
  private nodeAt(number: number): Node | null {
    for (let step = 0; step < this.seats.length; step++) {
      const { node } = this.seats[(number + step) % this.seats.length]!
      if (node !== null && node.services !== null) return node
    }
    return null
  }

  private act(act: Act): void {
    const { timeline } = this
    this.watchers.trace.add(timeline.now, `act ${JSON.stringify(act)}`)
    switch (act._tag) {
      case "Send":
        return this.clients.send({ ...act, account: act.account % this.furnished.length })
      case "Verify":
        return this.clients.verify(
          { ...act, account: act.account % this.furnished.length },
          (phone) => this.handsets.get(phone) ?? null
        )
      case "Suppress":
        return this.operate(({ operator }) => {
          const id = accountId(act.account % this.furnished.length)
          return act.on ? operator.suppress(id, phone(act.phone)) : operator.unsuppress(id, phone(act.phone))
        })
      case "TopUp":
        return this.operate(({ operator }) =>
          operator.topUp(accountId(act.account % this.furnished.length), money(act.amount))
        )
      case "Kill": {
        const number = act.node % this.seats.length
        this.kill(number)
        timeline.after(act.restartAfter, () => this.start(number))
        return
      }
      case "Pause": {
        const { node } = this.seats[act.node % this.seats.length]!
        if (node === null || node.host.state !== "runs") return
        node.host.pause()
        this.watchers.see({ _tag: "Paused", by: node.by })
        timeline.after(act.millis, () => {
          if (node.host.state === "paused") this.resume(node)
        })
        return
      }
      case "Write": {
        const { account } = this.furnished[act.account % this.furnished.length]!
        return this.couriers.write(
          account.id,
          account.numbers[0]!.number,
          phone(act.phone),
          `written-${this.written++}`
        )
      }
      case "CutOff":
      case "StoreDown":
      case "StoreFlaky":
      case "StoreSlow":
      case "FailCommits":
      case "Unstorable": {
        const host = "node" in act ? this.seats[act.node % this.seats.length]!.node?.host.name ?? null : null
        const cell = "cell" in act && act.cell !== undefined ? act.cell % this.storages.length : null
        this.storages.forEach(({ weather }, at) => {
          if (cell === null || cell === at) weather.turn(act, host, (millis, over) => timeline.after(millis, over))
        })
        return
      }
      case "ClockSet": {
        const host = this.seats[act.node % this.seats.length]!.node?.host
        if (host !== undefined) host.wall = { ...host.wall, aheadMillis: act.ahead }
        return
      }
      case "Receiver":
        return this.mood(act.account % this.furnished.length, act.mood, act.millis)
    }
  }

  private mood(account: number, mood: Mood, millis: number): void {
    this.receivers.moods.set(account, mood)
    this.timeline.after(millis, () => this.receivers.moods.delete(account))
  }

  private operate<A, E>(run: (services: NonNullable<Node["services"]>) => Effect.Effect<A, E>): void {
    const node = this.nodeAt(this.dice.below(this.seats.length))
    if (node?.services) node.host.fork(run(node.services))
  }

  private balance(account: string): number {
    return this.storages[this.cellOf(account)]!.now(({ store }) =>
      Effect.map(
        store.load(Needs.balance(accountId(accountNumber(account)))),
        ({ balances }) => [...balances.values()][0] ?? 0
      )
    )
  }
}
