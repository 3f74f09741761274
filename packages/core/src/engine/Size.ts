/**
 * An estimate of how many bytes a commit takes on its way to the store, cheap enough to make for every commit: its texts
 * count a byte for each character, and everything else a few.
 */
import * as Limit from "../catalogue/Limit.ts"
import type { Commit } from "../commit/Commit.ts"
import type { Event } from "../row/Delivery.ts"
import type { Message } from "../row/Message.ts"
import type { Row } from "../row/Row.ts"

const each = 16

const ofValue = (value: unknown): number => {
  if (typeof value === "string") return value.length
  if (typeof value !== "object" || value === null) return each
  let size = each
  if (Array.isArray(value)) { for (const item of value) size += ofValue(item) }
  else for (const name in value) size += name.length + ofValue((value as Readonly<Record<string, unknown>>)[name])
  return size
}

/** About as much as an event takes whose body is not written yet: it quotes so much of a message at most. */
const unwritten = Limit.webhookBodyLength + 500

/** The body is not written to be measured. */
const ofEvent = (event: Event): number =>
  Object.getOwnPropertyDescriptor(event, "body")?.get === undefined ? ofValue(event) : unwritten

/** About as much as the fields of a message, an attempt and a line of the history take besides longer texts. */
const fields = { message: 1000, attempt: 800, activity: 300 }

/**
 * Messages are most of what is committed, and each of their versions repeats the one before: only what a text may make
 * long is looked at.
 */
const ofMessage = (
  { attempts, history, inboundMedia, mediaUrls, reference, rendered, subject, template, text }: Message
): number => {
  let size = fields.message + ofValue([inboundMedia, mediaUrls, reference, rendered, subject, template, text])
  for (const { parts, receipt, refusal } of attempts) size += fields.attempt + ofValue([parts, receipt, refusal])
  for (const { description, leftOut } of history) size += fields.activity + ofValue([description, leftOut])
  return size
}

const ofRow = (row: Row): number => row.kind === "message" ? ofMessage(row.value) : ofValue(row)

export const ofCommit = ({ events, puts, ...commit }: Commit): number => {
  let size = ofValue(commit)
  for (const event of events) size += ofEvent(event)
  for (const row of puts) size += ofRow(row)
  return size
}
