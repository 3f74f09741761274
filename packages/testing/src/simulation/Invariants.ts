/**
 * Every invariant that a run is held against.
 */
import * as delivery from "./internal/invariants/delivery.ts"
import * as handover from "./internal/invariants/handover.ts"
import * as messages from "./internal/invariants/messages.ts"
import * as money from "./internal/invariants/money.ts"
import * as rest from "./internal/invariants/rest.ts"
import * as store from "./internal/invariants/store.ts"
import * as work from "./internal/invariants/work.ts"
import type { Invariant } from "./Invariant.ts"

export const invariants: ReadonlyArray<Invariant> = [
  messages.kept,
  messages.history,
  messages.receipts,
  messages.keys,
  messages.free,
  money.exact,
  handover.once,
  handover.one,
  handover.waiting,
  handover.consent,
  handover.share,
  handover.files,
  delivery.order,
  delivery.same,
  delivery.told,
  delivery.restart,
  store.serial,
  store.fenced,
  store.leased,
  store.turns,
  work.vain,
  work.daily,
  rest.rest
]

export const names: ReadonlyArray<string> = invariants.map(({ name }) => name)
