/**
 * Signalbox in Express.
 */
export * as ExpressMount from "./ExpressMount.ts"
