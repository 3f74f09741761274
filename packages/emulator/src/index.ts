/**
 * The Signalbox emulator: the service with simulated carriers, to run, to test against, to look at.
 */
export * as AutomaticReviewer from "./AutomaticReviewer.ts"
export * as Emulator from "./Emulator.ts"
export * as CarrierTable from "./network/CarrierTable.ts"
export * as Courier from "./network/Courier.ts"
export * as Handset from "./network/Handset.ts"
export * as MemoryNetwork from "./network/MemoryNetwork.ts"
export * as Network from "./network/Network.ts"
export * as Play from "./network/Play.ts"
export * as PostgresNetwork from "./network/PostgresNetwork.ts"
export * as PostgresTables from "./network/PostgresTables.ts"
export * as Script from "./network/Script.ts"
export * as SimulatedCarriers from "./network/SimulatedCarriers.ts"
export * as Seed from "./Seed.ts"
export * as Settings from "./Settings.ts"
export * as Storage from "./Storage.ts"
