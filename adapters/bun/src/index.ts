/**
 * Signalbox on Bun.
 */
export * as BunIdGenerator from "./BunIdGenerator.ts"
export * as BunMount from "./BunMount.ts"
