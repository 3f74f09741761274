/**
 * Signalbox on Node.js.
 */
export * as NodeIdGenerator from "./NodeIdGenerator.ts"
export * as NodeMiddleware from "./NodeMiddleware.ts"
export * as NodeMount from "./NodeMount.ts"
export * as NodeServer from "./NodeServer.ts"
export * as NodeVersion from "./NodeVersion.ts"
