/** Claims of tests, which look at nothing but the leases that they bring. */
import type { ClaimRequest, Store, StoreError } from "@signalbox/core/Store"
import type { Lease } from "@signalbox/core/Work"
import * as Effect from "effect/Effect"

export const claim = (
  store: Pick<Store["Service"], "claim">,
  request: ClaimRequest
): Effect.Effect<ReadonlyArray<Lease>, StoreError> => Effect.map(store.claim(request), ({ leases }) => leases)
