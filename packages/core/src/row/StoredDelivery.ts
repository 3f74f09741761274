/**
 * The JSON that a store keeps for a delivery: its content, which never changes, and its state, which each attempt changes.
 * A store keeps the two in one object or apart. There are as many of them as events, so names are short, and what follows
 * from the attempts, or is nearly always so, is left out.
 */
import type { Json, JsonObject } from "../value/Json.ts"
import type { Delivery, LoggedAttempt } from "./DeliveryRow.ts"

/** The outcome of an attempt, which the delivery has of its last one. */
type Outcome = Pick<LoggedAttempt, "httpStatus" | "responseBody" | "errorMessage">

const noOutcome: Outcome = { httpStatus: null, responseBody: null, errorMessage: null }

/** Returns what a delivery has besides its attempts, as it follows from them as a rule. */
const implied = (
  status: unknown,
  log: ReadonlyArray<LoggedAttempt>
): Pick<Delivery, "attempts" | "startedAt" | "completedAt"> & Outcome => {
  const last = log.at(-1)
  const isOver = status === "DELIVERED" || status === "FAILED"
  const { errorMessage, httpStatus, responseBody } = last ?? noOutcome
  return {
    attempts: log.length,
    httpStatus,
    responseBody,
    errorMessage,
    startedAt: log[0]?.at ?? null,
    completedAt: isOver && last !== undefined ? (last.at + last.millis) as LoggedAttempt["at"] : null
  }
}

/** The names of these fields, in the order of their kept ones. */
const names = {
  a: "attempts",
  h: "httpStatus",
  r: "responseBody",
  m: "errorMessage",
  b: "startedAt",
  c: "completedAt"
} as const

/** Instants are kept as the time since the delivery was made. The error message comes last, since most attempts have none. */
const writeAttempt = (
  { at, errorMessage, httpStatus, millis, responseBody }: LoggedAttempt,
  since: number
): ReadonlyArray<unknown> => [
  at - since,
  millis,
  httpStatus,
  responseBody,
  ...(errorMessage === null ? [] : [errorMessage])
]

const readAttempt = (line: ReadonlyArray<Json>, since: number): LoggedAttempt => {
  const [at, millis, httpStatus, responseBody, errorMessage = null] = line
  return { at: since + (at as number), millis, httpStatus, responseBody, errorMessage } as LoggedAttempt
}

/** Returns what each attempt changes but for the status. */
export const encodeState = (delivery: Delivery): JsonObject => {
  const { createdAt, log, status } = delivery
  const usual = implied(status, log ?? [])
  const stored: Record<string, unknown> = {}
  if (log !== undefined) stored["l"] = log.map((attempt) => writeAttempt(attempt, createdAt))
  for (const [kept, name] of Object.entries(names)) {
    if (delivery[name] !== usual[name]) stored[kept] = delivery[name]
  }
  return stored as JsonObject
}

export const encode = (delivery: Delivery): JsonObject => {
  const { createdAt, event, ids, name, parent, status, webhook } = delivery
  const content = { s: status, n: name, e: event, w: webhook, p: parent, i: ids, t: createdAt }
  return { ...encodeState(delivery), ...content } as JsonObject
}

/** @param json the content may have null where it has nothing */
export const decode = (json: Json, id: string): unknown => {
  const stored = json as JsonObject
  const { e: event, i: ids, l: lines, n: name, p: parent, s: status, t: createdAt, w: webhook } = stored
  const log = (lines as ReadonlyArray<ReadonlyArray<Json>> | undefined)?.map((line) =>
    readAttempt(line, createdAt as number)
  )
  const delivery: Record<string, unknown> = {
    id,
    webhook,
    ...((parent ?? null) === null ? {} : { parent }),
    event,
    name,
    ...((ids ?? null) === null ? {} : { ids }),
    status,
    createdAt,
    ...(log === undefined ? {} : { log })
  }
  const usual = implied(status, log ?? [])
  for (const [kept, field] of Object.entries(names)) delivery[field] = kept in stored ? stored[kept] : usual[field]
  return delivery
}
