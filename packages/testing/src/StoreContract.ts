/**
 * The contract of `Store`: the behaviour that every storage adapter must have, as vitest cases. An adapter's test file
 * calls `suite` with a way to make empty storage; `killNode` simulates a node whose heartbeats were missed.
 */
import { describe } from "vitest"
import { storeBacklogs } from "./internal/storeBacklogs.ts"
import { storeBounds } from "./internal/storeBounds.ts"
import { storeCommits } from "./internal/storeCommits.ts"
import { storeFanout } from "./internal/storeFanout.ts"
import { storeFilters } from "./internal/storeFilters.ts"
import { storeHistory } from "./internal/storeHistory.ts"
import { storeHolders } from "./internal/storeHolders.ts"
import { storeLanes } from "./internal/storeLanes.ts"
import { storeLeases } from "./internal/storeLeases.ts"
import { storeLists } from "./internal/storeLists.ts"
import { storeMoney } from "./internal/storeMoney.ts"
import { storePauses } from "./internal/storePauses.ts"
import { storeRows } from "./internal/storeRows.ts"
import { storeUniques } from "./internal/storeUniques.ts"
import { storeUsage } from "./internal/storeUsage.ts"
import { storeWork } from "./internal/storeWork.ts"
import type { Harness } from "./StoreHarness.ts"

const parts = [
  storeCommits,
  storeRows,
  storeUniques,
  storeMoney,
  storeFanout,
  storeWork,
  storeLanes,
  storeLeases,
  storeHolders,
  storePauses,
  storeBacklogs,
  storeLists,
  storeFilters,
  storeBounds,
  storeUsage,
  storeHistory
]

export const suite = (name: string, harness: Harness): void => {
  describe(`Store (${name})`, () => {
    for (const part of parts) part(harness)
  })
}
