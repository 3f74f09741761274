/**
 * The reasons why a command has not done what was asked for.
 */
import type { ExecutionError } from "@signalbox/core/Operator"
import * as Data from "effect/Data"

/**
 * `usage`: it was called in a way that it does not understand, and has done nothing. `refused`: the service says no.
 * `failed`: the database, the network or a file did not do its part. The message holds no secret.
 */
export class CommandError extends Data.TaggedError("CommandError")<{
  readonly reason: "usage" | "refused" | "failed"
  readonly message: string
}> {}

export const misuse = (message: string): CommandError => new CommandError({ reason: "usage", message })

export const refused = (message: string): CommandError => new CommandError({ reason: "refused", message })

export const unknownAccount = (account: string): CommandError => refused(`There is no account ${account}.`)

/** The exit code of the process. */
export const exitCode = ({ reason }: CommandError): number => reason === "usage" ? 2 : 1

/** Returns the error of a command for what the service answers instead of a decision. */
export const fromExecution = (error: ExecutionError): CommandError => {
  switch (error._tag) {
    case "Refused":
      return refused(`${error.code}: ${error.message}`)
    case "StoreError":
      return new CommandError({ reason: "failed", message: `DATABASE_URL: ${error.message}` })
    case "Conflict":
    case "LeaseLost":
      return new CommandError({ reason: "failed", message: "Others changed the same thing too often. Try again." })
  }
}
