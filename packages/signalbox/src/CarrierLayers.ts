/**
 * Carriers of the host's own in the form in which packages bring theirs.
 */
import type { Carrier, CarrierLayer } from "./Carrier.ts"
import * as Carriers from "./internal/carriers.ts"

/** Makes of a carrier what a package would bring: for whoever composes the service of Layers, and for tests. */
export const carrierLayer = (carrier: Carrier | CarrierLayer): CarrierLayer =>
  carrier.kind === "carrier-layer"
    ? carrier
    : { kind: "carrier-layer", id: carrier.id, channels: carrier.channels, layer: Carriers.layer([carrier]) }
