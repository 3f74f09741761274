export * as SqliteFile from "./SqliteFile.ts"
export * as SqliteNodes from "./SqliteNodes.ts"
export * as SqliteStore from "./SqliteStore.ts"
