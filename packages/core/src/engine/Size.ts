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

/**
 * About as much as a message, an attempt and a line of the history take of a statement besides longer texts, and an event
 * whose body is not written yet.
 */
const fields = { message: 700, attempt: 500, activity: 200, event: 500 }

/** About as much as anything else in a commit takes: its texts are names, which are short. */
const other = 200

/** The texts of a message, as far as they may be long. */
const ofTexts = ({ inboundMedia, mediaUrls, reference, rendered, subject, template, text }: Message): number =>
  ofValue(inboundMedia) + ofValue(mediaUrls) + ofValue(reference) + ofValue(rendered) + ofValue(subject) +
  ofValue(template) + ofValue(text)

/** Messages are most of what is committed: only what a text may make long is looked at. */
const ofMessage = (message: Message): number => {
  let size = fields.message + ofTexts(message)
  for (const { parts, receipt, refusal } of message.attempts) {
    size += fields.attempt + ofValue(parts) + ofValue(receipt) + ofValue(refusal)
  }
  for (const { description, leftOut } of message.history) {
    size += fields.activity + ofValue(description) + ofValue(leftOut)
  }
  return size
}

const ofRow = (row: Row): number => row.kind === "message" ? ofMessage(row.value) : ofValue(row)

/** A body that is not written yet is not written to be measured: it quotes so much of a message at most. */
const ofEvent = (event: Event, texts: number): number =>
  Object.getOwnPropertyDescriptor(event, "body")?.value === undefined
    ? fields.event + Math.min(texts, Limit.webhookBodyLength)
    : ofValue(event)

/** How much besides rows, events and the reply is in a commit. */
const others = (commit: Commit): number =>
  commit.expects.length + commit.deletes.length + commit.debits.length + commit.counts.length + commit.due.length +
  commit.completes.length + commit.holds.length + commit.releases.length + commit.pauses.length + commit.cancels.length

export const ofCommit = (commit: Commit): number => {
  const { events, puts, reply } = commit
  let size = each + other * others(commit) + ofValue(reply)
  for (const row of puts) size += ofRow(row)
  if (events.length === 0) return size
  const messages = puts.filter((row) => row.kind === "message")
  const texts = messages.length === 0 ? Infinity : messages.reduce((sum, { value }) => sum + ofTexts(value), 0)
  for (const event of events) size += ofEvent(event, texts)
  return size
}
