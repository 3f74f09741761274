/**
 * Signalbox on Node.js.
 */
export * as NodeMint from "./NodeMint.ts"
export * as NodeMount from "./NodeMount.ts"
export * as NodeVersion from "./NodeVersion.ts"
