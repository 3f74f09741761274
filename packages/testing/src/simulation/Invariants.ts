/**
 * Every invariant that a run is held against.
 */
import * as carriers from "./internal/invariants/carriers.ts"
import * as cells from "./internal/invariants/cells.ts"
import * as delivery from "./internal/invariants/delivery.ts"
import * as fairness from "./internal/invariants/fairness.ts"
import * as handover from "./internal/invariants/handover.ts"
import * as messages from "./internal/invariants/messages.ts"
import * as money from "./internal/invariants/money.ts"
import * as rest from "./internal/invariants/rest.ts"
import * as spend from "./internal/invariants/spend.ts"
import * as store from "./internal/invariants/store.ts"
import * as usage from "./internal/invariants/usage.ts"
import * as work from "./internal/invariants/work.ts"
import type { Invariant } from "./Invariant.ts"

export const invariants: ReadonlyArray<Invariant> = [
  messages.kept,
  messages.history,
  messages.receipts,
  messages.keys,
  messages.free,
  money.exact,
  money.reserved,
  spend.capped,
  handover.once,
  handover.committed,
  handover.one,
  handover.waiting,
  handover.consent,
  carriers.pace,
  carriers.busy,
  fairness.share,
  fairness.files,
  delivery.order,
  delivery.same,
  delivery.again,
  delivery.told,
  delivery.restart,
  store.serial,
  store.fenced,
  store.leased,
  store.turns,
  store.clocks,
  usage.exact,
  work.vain,
  work.failing,
  work.daily,
  cells.own,
  cells.found,
  cells.written,
  rest.rest
]

export const names: ReadonlyArray<string> = invariants.map(({ name }) => name)
