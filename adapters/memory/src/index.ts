export * as MemoryLockout from "./MemoryLockout.ts"
export * as MemoryNodes from "./MemoryNodes.ts"
export * as MemoryRateWindow from "./MemoryRateWindow.ts"
export * as MemoryStore from "./MemoryStore.ts"
