/**
 * The services and settings of an engine and of its cells: each is known by the name of its module, so that two copies of core
 * in one app mean the same by it, and no two are taken for one.
 */
import { Placement } from "@signalbox/core/internal/cells/CellOperator"
import { Cells } from "@signalbox/core/internal/cells/Cells"
import { Belief, Guard } from "@signalbox/core/internal/cells/Guard"
import * as Move from "@signalbox/core/internal/cells/Move"
import { Things } from "@signalbox/core/internal/cells/Portion"
import { Routing } from "@signalbox/core/internal/cells/Routing"
import { Whereabouts } from "@signalbox/core/internal/cells/Whereabouts"
import { IdGenerator } from "@signalbox/core/internal/commit/IdGenerator"
import * as Places from "@signalbox/core/internal/delivery/DeliveryPlaces"
import { DeliveryScheduler } from "@signalbox/core/internal/delivery/DeliveryScheduler"
import * as FairShare from "@signalbox/core/internal/delivery/FairShare"
import { Pairs } from "@signalbox/core/internal/delivery/Fanout"
import { CarrierTally } from "@signalbox/core/internal/engine/CarrierTally"
import { Committer } from "@signalbox/core/internal/engine/Committer"
import * as Deadline from "@signalbox/core/internal/engine/Deadline"
import { DecisionWatch } from "@signalbox/core/internal/engine/DecisionWatch"
import { Executor } from "@signalbox/core/internal/engine/Executor"
import * as HealthTerms from "@signalbox/core/internal/engine/HealthTerms"
import { Loader } from "@signalbox/core/internal/engine/Loader"
import { LocalLeases } from "@signalbox/core/internal/engine/LocalLeases"
import { Priority } from "@signalbox/core/internal/engine/Priority"
import { NodeSkew } from "@signalbox/core/internal/engine/ServiceClock"
import { StoreProgress } from "@signalbox/core/internal/engine/StoreProgress"
import { Handlers, Worker } from "@signalbox/core/internal/engine/Worker"
import { WorkSignal } from "@signalbox/core/internal/engine/WorkSignal"
import { DocsBase } from "@signalbox/core/internal/operation/Answer"
import { KeptSimulationBytes } from "@signalbox/core/internal/operation/KeptSimulations"
import { KeptReplyBytes, Operations } from "@signalbox/core/internal/operation/Operations"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"

const services = {
  "cells/CellOperator/Placement": Placement,
  "cells/Cells": Cells,
  "cells/Guard": Guard,
  "cells/Guard/Belief": Belief,
  "cells/Move/Patience": Move.Patience,
  "cells/Portion/Things": Things,
  "cells/Routing": Routing,
  "cells/Whereabouts": Whereabouts,
  "commit/IdGenerator": IdGenerator,
  "delivery/DeliveryPlaces/Bounds": Places.Bounds,
  "delivery/DeliveryScheduler": DeliveryScheduler,
  "delivery/FairShare/Bounds": FairShare.Bounds,
  "delivery/Fanout/Pairs": Pairs,
  "engine/CarrierTally": CarrierTally,
  "engine/Committer": Committer,
  "engine/Deadline/Patience": Deadline.Patience,
  "engine/DecisionWatch": DecisionWatch,
  "engine/Executor": Executor,
  "engine/HealthTerms": HealthTerms.Terms,
  "engine/Loader": Loader,
  "engine/LocalLeases": LocalLeases,
  "engine/Priority": Priority,
  "engine/ServiceClock": NodeSkew,
  "engine/StoreProgress": StoreProgress,
  "engine/WorkSignal": WorkSignal,
  "engine/Worker": Worker,
  "engine/Worker/Handlers": Handlers,
  "operation/Answer/DocsBase": DocsBase,
  "operation/KeptSimulations/KeptSimulationBytes": KeptSimulationBytes,
  "operation/Operations": Operations,
  "operation/Operations/KeptReplyBytes": KeptReplyBytes
}

it("has the name of its module", () => {
  for (const [name, { key }] of Object.entries(services)) expect(key).toBe(`@signalbox/core/${name}`)
})

it("is set as its documentation says unless somebody sets it", () =>
  Effect.runPromise(Effect.gen(function*() {
    // Elapsed milliseconds, for which a node believes, and waits for held work and for the store.
    expect([yield* Belief, yield* Move.Patience, yield* Deadline.Patience]).toEqual([1000, 60_000, 11_000])
    expect(yield* Things).toBe(400)
    expect(yield* DocsBase).toBe("")
    expect(yield* Priority).toBe("request")
  })))
