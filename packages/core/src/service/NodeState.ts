/**
 * A node keeps this state only for itself, stores it nowhere and forgets it when it ends: its worker, and what
 * that has in hand and lends; the channels for which its carriers choose senders, and what it has counted of them; the
 * references that they have told it and that are not stored yet; whether its store makes progress; and the questions that
 * it has open. Whoever adds to that adds it here. Outside of a node nobody knows any of it.
 */
import * as Layer from "effect/Layer"
import * as PendingAnswers from "../carrier/PendingAnswers.ts"
import * as ChosenSenders from "../dispatch/ChosenSenders.ts"
import * as CarrierTally from "../engine/CarrierTally.ts"
import * as LocalLeases from "../engine/LocalLeases.ts"
import * as StoreProgress from "../engine/StoreProgress.ts"
import * as Outside from "../operation/Outside.ts"

/**
 * Each engine has its own, also where several are built together. A call in a host's transaction, which has an engine of
 * its own within a node, goes on counting the questions of that node.
 */
export const layer: Layer.Layer<LocalLeases.LocalLeases> = Layer.fresh(Layer.mergeAll(
  LocalLeases.layer,
  CarrierTally.layer,
  ChosenSenders.layer,
  PendingAnswers.layer,
  StoreProgress.layer,
  Outside.layer
))
