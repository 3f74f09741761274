/**
 * Offers the Signalbox emulator to coding assistants, by the Model Context Protocol.
 *
 * @beta
 */
export * as Accounts from "./Accounts.ts"
export * as Address from "./Address.ts"
export * as ApiDocument from "./ApiDocument.ts"
export * as EmulatorClient from "./EmulatorClient.ts"
export * as StartError from "./StartError.ts"
export * as Stdio from "./Stdio.ts"
export * as Tool from "./Tool.ts"
export * as ToolCall from "./ToolCall.ts"
export * as Tools from "./Tools.ts"
export * as ToolTable from "./ToolTable.ts"
