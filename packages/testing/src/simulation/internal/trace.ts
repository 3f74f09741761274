/**
 * What happened in a run, line by line, and a number that stands for all of it: two runs with the same number were the
 * same.
 */
import type { Process, Sighting } from "../Sighting.ts"

/** How many lines are kept; the number is made of all. */
const keptLines = 2000

const nameOf = (by: Process | null): string => by === null ? "the world" : `${by.node}/${by.life}`

const short = (id: string): string => id.length > 20 ? id.slice(-12) : id

const textOf = (sighting: Sighting): string => {
  switch (sighting._tag) {
    case "Committed": {
      const { deletes, due, puts, reply, completes, debits, cancels } = sighting.commit
      const parts = [
        ...puts.map((row) =>
          row.kind === "message"
            ? `message ${short(row.key)} ${row.value.status}${row.value.code === null ? "" : ` ${row.value.code}`}`
            : `${row.kind} ${short(row.key)}`
        ),
        ...deletes.map(({ key, kind }) => `no ${kind} ${short(key)}`),
        ...debits.map(({ amount }) => `spend ${amount}`),
        ...completes.map(({ token, work }) => `ends ${work.kind} ${short(work.key)} #${token}`),
        ...cancels.map(({ key, kind }) => `cancels ${kind} ${short(key)}`),
        ...due.map(({ at, work }) => `due ${work.kind} ${short(work.key)} @${at}`),
        ...(reply === null ? [] : [`answers ${reply.claim.key}`])
      ]
      return `${nameOf(sighting.by)} commits ${parts.slice(0, 12).join(", ")}${parts.length > 12 ? " ..." : ""}`
    }
    case "Loaded":
      return `${nameOf(sighting.by)} loads ${sighting.needs.rows.length} rows`
    case "Claimed":
      return `${nameOf(sighting.by)} claims ${sighting.leases.length}: ` +
        sighting.leases.slice(0, 8).map(({ token, work }) => `${work.kind} ${short(work.key)} #${token}`).join(", ")
    case "Handed":
      return `${nameOf(sighting.by)} hands ${short(sighting.submission.attempt)} to ${sighting.carrier}`
    case "Told":
      return `${nameOf(sighting.by)} is told ${sighting.outcome._tag} of ${short(sighting.attempt)}`
    case "Asked":
      return `a client asks ${nameOf(sighting.by)} for ${sighting.marker} (${sighting.id})`
    case "Answered":
      return `a client is told ${sighting.status} ${sighting.code ?? ""} for ${sighting.marker} (${sighting.id})`
    case "Posted":
      return `${nameOf(sighting.by)} posts ${short(sighting.delivery)}`
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
