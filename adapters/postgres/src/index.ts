export * as HostClient from "./HostClient.ts"
export * as PostgresNodes from "./PostgresNodes.ts"
export * as PostgresSignal from "./PostgresSignal.ts"
export * as PostgresStore from "./PostgresStore.ts"
