/**
 * The Signalbox emulator: the service with simulated carriers, to run, to test against, to look at.
 */
export * as AutomaticReviewer from "./AutomaticReviewer.ts"
export * as Emulator from "./Emulator.ts"
export * as Courier from "./network/Courier.ts"
export * as Handset from "./network/Handset.ts"
export * as Network from "./network/Network.ts"
export * as Seed from "./Seed.ts"
export * as Settings from "./Settings.ts"
export * as SimulatedCarrier from "./SimulatedCarrier.ts"
export * as Storage from "./Storage.ts"
