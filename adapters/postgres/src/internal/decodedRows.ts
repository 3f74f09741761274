/**
 * Rows that many decisions read and few change stay decoded, by their version: so they need not be decoded again, and
 * what core caches by the identity of a value (compiled templates) is found again.
 */
import type { Row } from "@signalbox/core/Row"
import { decodeRow } from "./rows.ts"

interface Decoded {
  readonly version: number
  readonly row: Row
}

const kept: ReadonlySet<string> = new Set<Row["kind"]>(["account", "api_key", "template", "template_revision"])

/** How many characters of values one generation holds; there are at most two of them. */
const most = 8 * 1024 * 1024

export class DecodedRows {
  private young = new Map<string, Decoded>()
  private old = new Map<string, Decoded>()
  private size = 0

  /** Returns the row at this version. A version never comes twice, so what is kept for it is the same row. */
  decode(kind: string, key: string, version: number, value: string): Row {
    if (!kept.has(kind)) return decodeRow(kind, key, value)
    const text = `${kind}/${key}`
    const young = this.young.get(text)
    if (young?.version === version) return young.row
    const old = this.old.get(text)
    const decoded = old?.version === version ? old : { version, row: decodeRow(kind, key, value) }
    this.size += value.length
    if (this.size > most) {
      this.old = this.young
      this.young = new Map()
      this.size = value.length
    }
    this.young.set(text, decoded)
    return decoded.row
  }
}
