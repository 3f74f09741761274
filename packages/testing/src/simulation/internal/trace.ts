/**
 * A trace tells what happened in a run, line by line, and a number that stands for all of it: two runs with the same
 * number were the same.
 */
import type { Process, Sighting } from "../Sighting.ts"
import { nameOf } from "./mirror.ts"

/** The number of lines that are kept; the trace's own number is made of all. */
const keptLines = 2000

const whoOf = (by: Process | null): string => by === null ? "the world" : nameOf(by)

const short = (id: string): string => id.length > 20 ? id.slice(-12) : id

const textOf = (sighting: Sighting): string => {
  switch (sighting._tag) {
    case "Committed": {
      const { cancels, completes, debits, deletes, due, holds, pauses, puts, releases, reply } = sighting.commit
      const parts = [
        ...puts.map((row) =>
          row.kind === "message"
            ? `message ${short(row.key)} ${row.value.status}${row.value.code === null ? "" : ` ${row.value.code}`}`
            : `${row.kind} ${short(row.key)}`
        ),
        ...deletes.map(({ key, kind }) => `no ${kind} ${short(key)}`),
        ...debits.map(({ amount }) => `spend ${amount}`),
        ...holds.map(({ token, work }) => `holds ${work.kind} ${short(work.key)} #${token}`),
        ...releases.map(({ token, work }) => `frees ${work.kind} ${short(work.key)} #${token}`),
        ...completes.map(({ token, work }) => `ends ${work.kind} ${short(work.key)} #${token}`),
        ...cancels.map(({ key, kind }) => `cancels ${kind} ${short(key)}`),
        ...due.map(({ at, failures = 0, work }) =>
          `due ${work.kind} ${short(work.key)} @${at}${failures === 0 ? "" : ` failed ${failures}`}`
        ),
        ...pauses.map(({ lane, until }) => `pauses ${lane} until ${until}`),
        ...(reply === null ? [] : [`answers ${reply.claim.key}`])
      ]
      return `${whoOf(sighting.by)} commits ${parts.slice(0, 12).join(", ")}${parts.length > 12 ? " ..." : ""}`
    }
    case "Claimed":
      return `${whoOf(sighting.by)} ${
        sighting.isByCreator ? "holds immediately" : "claims"
      } ${sighting.leases.length}: ` +
        sighting.leases.slice(0, 8).map(({ token, work }) => `${work.kind} ${short(work.key)} #${token}`).join(", ")
    case "Handed":
      return `${whoOf(sighting.by)} hands ${short(sighting.submission.attempt)} to ${sighting.carrier}`
    case "CarrierOutcome":
      return `${whoOf(sighting.by)} is told ${sighting.outcome._tag} of ${short(sighting.attempt)}`
    case "Asked":
      return `a client asks ${whoOf(sighting.by)} for ${sighting.marker} (${sighting.id})`
    case "Answered":
      return `a client is told ${sighting.status} ${sighting.code ?? ""} for ${sighting.marker} (${sighting.id})`
    case "Posted":
      return `${whoOf(sighting.by)} posts ${short(sighting.delivery)}`
    case "HandOverEnded":
      return `${whoOf(sighting.by)} is done with the hand-over of ${sighting.attempts.map(short).join(", ")}`
    default: {
      const { _tag, ...rest } = sighting
      return `${_tag} ${JSON.stringify(rest)}`
    }
  }
}

export class Trace {
  readonly lines: Array<string> = []
  private hash = 0x811c9dc5

  see(now: number, sighting: Sighting): void {
    if (sighting._tag === "BatchKept" || (sighting._tag === "Claimed" && sighting.leases.length === 0)) return
    this.add(now, textOf(sighting))
  }

  add(now: number, text: string): void {
    const line = `${now.toFixed(0).padStart(8)}  ${text}`
    for (let index = 0; index < line.length; index++) {
      this.hash = Math.imul(this.hash ^ line.charCodeAt(index), 0x01000193)
    }
    this.lines.push(line)
    if (this.lines.length > 2 * keptLines) this.lines.splice(0, keptLines)
  }

  /** Eight hexadecimal digits. */
  get digest(): string {
    return (this.hash >>> 0).toString(16).padStart(8, "0")
  }
}
