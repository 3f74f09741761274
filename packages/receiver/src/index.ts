export * from "./Deduplication.ts"
export * from "./Event.ts"
export * from "./Handler.ts"
export * from "./Verification.ts"
