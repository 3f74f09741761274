/**
 * The whole service as one Layer where accounts lie in several cells: the entrances that lead to them, the carriers, which
 * all of them share, and one service for each cell.
 */
import { Carriers } from "@signalbox/core/Carrier"
import type { CellName } from "@signalbox/core/CellName"
import { Cells } from "@signalbox/core/Cells"
import type { Inside, Placed } from "@signalbox/core/CellService"
import * as CellService from "@signalbox/core/CellService"
import type { SecretsError } from "@signalbox/core/Secrets"
import type { Store } from "@signalbox/core/Store"
import { StoreError } from "@signalbox/core/Store"
import { Whereabouts } from "@signalbox/core/Whereabouts"
import * as HttpWebhookSender from "@signalbox/egress/HttpWebhookSender"
import * as MemoryDirectory from "@signalbox/memory/MemoryDirectory"
import * as NodeIdGenerator from "@signalbox/node/NodeIdGenerator"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { randomBytes } from "node:crypto"
import type { SignalboxError } from "../SignalboxError.ts"
import type { CellsStorage } from "../Storage.ts"
import * as Carriers_ from "./carriers.ts"
import type { Checked } from "./checkOptions.ts"
import * as Errors from "./errors.ts"
import type { Listeners } from "./events.ts"
import type { HostFailures } from "./hostFailures.ts"
import * as Service from "./service.ts"
import * as StorageLayer from "./storageLayer.ts"

export interface CellsLayer {
  readonly layer: Layer.Layer<Service.Running, StoreError | SecretsError>
  /** Ends all connections of its own immediately. */
  readonly cut: () => void
}

/** The name of a cell as the options have it, which were checked. */
const named = (name: string): CellName => name as CellName

const namesOf = ({ cells, directory }: CellsStorage): Cells["Service"]["names"] => {
  const [first = "", ...others] = Object.keys(cells)
  if (directory === undefined) return [named(first), ...others.map(named)]
  return [named(directory), ...[first, ...others].filter((name) => name !== directory).map(named)]
}

/** Only one of them says where everything is, so it must not say anything that is no cell. */
const placing = ({ cells, place }: CellsStorage) => (account: Placed): CellName => {
  const name: unknown = place(account)
  if (typeof name !== "string" || !Object.hasOwn(cells, name)) {
    throw new TypeError(`place(account) must return the name of a cell: ${Object.keys(cells).join(", ")}`)
  }
  return named(name)
}

/** A cell that cannot be opened with these keys is tried again, as any other that does not start. */
const ofStore = (error: StoreError | SecretsError): StoreError =>
  error._tag === "StoreError" ? error : new StoreError({ reason: "failed", message: error.message, cause: error })

export const make = (
  given: Checked,
  storage: CellsStorage,
  listeners: Listeners,
  failures: HostFailures
): CellsLayer => {
  // Cells in memory forget them together.
  const { secretKeys = `memory:${randomBytes(32).toString("base64")}` } = given
  const options = { ...given, secretKeys }
  const names = namesOf(storage)
  const places = names.map((name) => ({ name, own: storage.cells[name]! }))
    .map((each) => ({ ...each, place: StorageLayer.make(each.own) }))
  const isWorked = (name: CellName): boolean =>
    typeof options.work === "boolean" ? options.work : options.work.includes(name)

  const start = Layer.effectDiscard(Effect.gen(function*() {
    const { start } = yield* Cells
    const whereabouts = yield* Whereabouts
    const carriers = Layer.succeed(Carriers, yield* Carriers)
    const layers = places.map(({ name, own, place }, index): [CellName, Layer.Layer<Inside, StoreError>] => {
      const storage = CellService.storage(name, whereabouts, place.storage)
      const service = Service.layer(
        { ...options, storage: own, work: isWorked(name) },
        { ...place, storage },
        listeners,
        failures,
        carriers
      )
      // Nobody asks the directory of another cell than the first.
      const directory = index === 0 ? place.directory : Layer.fresh(MemoryDirectory.layer)
      return [
        name,
        Layer.mergeAll(service, directory, CellService.beneath(storage)).pipe(
          Layer.catch((error) => Layer.effectContext(Effect.fail(ofStore(error))))
        )
      ]
    })
    yield* start(new Map(layers))
  }))

  return {
    layer: start.pipe(
      Layer.provideMerge(Carriers_.layer(options.carriers, failures)),
      Layer.provideMerge(CellService.layer(names, placing(storage))),
      Layer.provideMerge(HttpWebhookSender.layer(options.webhooks)),
      Layer.provideMerge(Service.secrets(secretKeys)),
      Layer.provideMerge(NodeIdGenerator.layer),
      Layer.provideMerge(Service.terms(options))
    ),
    cut: () => {
      for (const { place } of places) place.cut()
    }
  }
}

/**
 * The storage of a cell within a transaction of the host's, for an account of the cell. One of another cell is refused: the
 * transaction commits in one database.
 *
 * @param name of the cell
 * @param own the storage in the transaction
 */
export const transaction = Effect.fnUntraced(function*<A, E>(
  name: string,
  account: string,
  call: string,
  own: Layer.Layer<A | Store, E>
): Effect.fn.Return<Layer.Layer<A | Store, E>, SignalboxError> {
  const whereabouts = Option.getOrNull(yield* Effect.serviceOption(Whereabouts))
  if (whereabouts === null) return yield* Effect.die("a service with cells knows where its accounts are")
  const lead = { kind: "account", key: account.toLowerCase() } as const
  const find = Effect.mapError(whereabouts.find(lead), (error) => Errors.fromExecution(error))
  const remembered = yield* find
  // It may have been moved since this node has seen it there.
  if (remembered !== null && remembered !== name) whereabouts.forget(lead)
  const found = remembered === null ? null : yield* find
  if (found !== null && found !== name) {
    const flaw = `the account ${account} is in the cell ${found}, and the transaction in ${name}`
    return yield* Effect.fail(Errors.wrong(`${call} in(transaction)`, [`${flaw}: begin one there`]))
  }
  return CellService.storage(named(name), whereabouts, own)
})
