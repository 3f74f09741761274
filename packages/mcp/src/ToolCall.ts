/**
 * Carries a call of a tool out. Whatever goes wrong is the call's answer, for the assistant to read.
 */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Accounts from "./Accounts.ts"
import type { Answer, Ask } from "./EmulatorClient.ts"
import { NoAnswer } from "./EmulatorClient.ts"
import type { Arguments, Tool } from "./Tool.ts"
import { BadArguments, request } from "./Tool.ts"

export interface Outcome {
  readonly text: string
  readonly isError: boolean
}

const Failure = Schema.Struct({
  error: Schema.Struct({
    code: Schema.optionalKey(Schema.String),
    message: Schema.String,
    details: Schema.optionalKey(Schema.Unknown)
  })
})
const decodeFailure = Schema.decodeUnknownOption(Failure)
const decodeData = Schema.decodeUnknownOption(Schema.Struct({ success: Schema.Literal(true), data: Schema.Unknown }))
const decodeAccounts = Schema.decodeUnknownOption(Accounts.Accounts)

const done = (value: unknown): Outcome => ({
  text: value === undefined ? "Done." : JSON.stringify(value),
  isError: false
})
const failed = (text: string): Outcome => ({ text, isError: true })

const isEmpty = (details: unknown): boolean =>
  details === undefined || details === null || (typeof details === "object" && Object.keys(details).length === 0)

/** The envelope of the API, or the plain answer of a call of the control, as an assistant reads it. */
const outcome = ({ json, status }: Answer): Outcome => {
  if (status < 400) return done(Option.match(decodeData(json), { onNone: () => json, onSome: ({ data }) => data }))
  const failure = decodeFailure(json)
  if (Option.isNone(failure)) return failed(`The emulator answered with the status ${status}.`)
  const { code, details, message } = failure.value.error
  const head = code === undefined ? message : `${code}: ${message}`
  return failed(isEmpty(details) ? head : `${head}\n${JSON.stringify(details)}`)
}

/** Keys are asked for at each call, since the emulator may have begun anew. */
const authorization = async (ask: Ask, signal: AbortSignal, named: unknown) => {
  if (named !== undefined && typeof named !== "string") throw new BadArguments("account must be a text.")
  const { json } = await ask({ method: "GET", path: Accounts.path, signal })
  const accounts = decodeAccounts(json)
  const headers = Option.isSome(accounts) ? Accounts.headers(accounts.value, named) : undefined
  if (headers !== undefined) return headers
  throw new BadArguments(
    named === undefined
      ? "The emulator has no account whose key is known."
      : `The emulator has no account ${JSON.stringify(named)} whose key is known.`
  )
}

/** It never rejects, but for a defect. */
export const run = async (ask: Ask, tool: Tool, given: Arguments, signal: AbortSignal): Promise<Outcome> => {
  try {
    const { account, ...rest } = given
    if (!tool.ofAccount) return outcome(await ask({ ...request(tool, given), signal }))
    const made = request(tool, rest)
    return outcome(await ask({ ...made, headers: await authorization(ask, signal, account), signal }))
  } catch (error) {
    if (error instanceof BadArguments || error instanceof NoAnswer) return failed(error.message)
    throw error
  }
}
