/**
 * Signalbox on Bun.
 */
export * as BunMint from "./BunMint.ts"
export * as BunMount from "./BunMount.ts"
