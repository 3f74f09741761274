/**
 * Sums up the belongings of accounts: how many there are of each, and a digest of all of them that does not depend on
 * their order. Two stores that have the same have the same digest.
 */
import * as Schema from "effect/Schema"
import { claimText, Reply } from "../commit/Reply.ts"
import { encode } from "../row/Row.ts"
import { keyText } from "../row/Usage.ts"
import { sha256Of, sha256Raw } from "../value/Digest.ts"
import type { Json } from "../value/Json.ts"
import { canonical } from "../value/Json.ts"
import { refText } from "../work/Work.ts"
import type { Kept, Portion } from "./Portion.ts"

export interface Digest {
  /** How many there are of each kind of row, of work, of sums and of all else. What there is none of is not named. */
  readonly counts: Readonly<Record<string, number>>
  /** 128 bits in hex. */
  readonly sum: string
}

const modulus = 1n << 128n

const encodeReply = Schema.encodeSync(Reply)

interface Thing {
  readonly part: string
  readonly text: string
}

const thingOf = (part: string, ...text: ReadonlyArray<Json>): Thing => ({ part, text: canonical([part, ...text]) })

const ofKept = (kept: Kept): Thing => {
  switch (kept._tag) {
    case "Once":
      return thingOf(`key of a ${kept.book}`, kept.name, kept.once, kept.at)
    case "Answered":
      return thingOf(
        "answer",
        claimText(kept.reply.claim),
        kept.fingerprint,
        encodeReply(kept.reply) as Json
      )
    case "Document": {
      const { document: { bytes, ...rest }, until } = kept
      return thingOf("document", { ...rest, until, bytes: sha256Of(bytes) })
    }
  }
}

const things = ({ counts, debits, due, kept, puts, tallies }: Portion): ReadonlyArray<Thing> => [
  ...puts.map((row) => thingOf(row.kind, row.key, JSON.parse(JSON.stringify(encode(row))) as Json)),
  ...due.map(({ at, failures = 0, lane, work }) => thingOf("work", refText(work), lane, at, failures)),
  ...debits.map(({ account, amount }) => thingOf("balance", account, amount)),
  ...counts.map(({ by, counter }) => thingOf("counter", counter, by)),
  ...tallies.map((usage) =>
    thingOf("usage", keyText(usage), usage.messages, usage.segments, usage.price, usage.activeContactPrice)
  ),
  ...kept.map(ofKept)
]

export class Digesting {
  private readonly counts = new Map<string, number>()
  private sum = 0n
  /** The revisions of templates that are deleted come with each message that was sent by them. */
  private readonly revisions = new Set<string>()

  add(portion: Portion): void {
    const puts = portion.puts.filter(({ key, kind }) => kind !== "template_revision" || this.isFirst(key))
    for (const { part, text } of things({ ...portion, puts })) {
      this.counts.set(part, (this.counts.get(part) ?? 0) + 1)
      const hash = sha256Raw(text).subarray(0, 16).reduce((bits, byte) => bits << 8n | BigInt(byte), 0n)
      this.sum = (this.sum + hash) % modulus
    }
  }

  get digest(): Digest {
    const counts = Object.fromEntries([...this.counts].toSorted(([one], [other]) => one < other ? -1 : 1))
    return { counts, sum: this.sum.toString(16).padStart(32, "0") }
  }

  private isFirst(revision: string): boolean {
    const isNew = !this.revisions.has(revision)
    this.revisions.add(revision)
    return isNew
  }
}

export const isSame = (one: Digest, other: Digest): boolean =>
  one.sum === other.sum && canonical(one.counts) === canonical(other.counts)
