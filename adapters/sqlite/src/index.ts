export * as SqliteNodes from "./SqliteNodes.ts"
export * as SqliteStore from "./SqliteStore.ts"
