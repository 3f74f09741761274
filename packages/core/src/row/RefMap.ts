/**
 * A map by refs: by kind and, within each kind, a layered map by key. Decisions look rows up more often than they do
 * anything else. One layered map by kind and key would build a text of the two at each look-up, so the kinds stand apart,
 * and they are so few that looking through them costs less than a map of them would.
 */
import { union } from "../value/LayeredMap.ts"
import type { Ref } from "./Kind.ts"

const nothing: ReadonlyMap<string, never> = new Map<string, never>()

export class RefMap<Value> {
  /** The kinds, and at the same places the entries of each by key. Maps may share those, so they are never changed. */
  private readonly kinds: ReadonlyArray<string>
  private readonly entries: ReadonlyArray<ReadonlyMap<string, Value>>

  constructor(kinds: ReadonlyArray<string>, entries: ReadonlyArray<ReadonlyMap<string, Value>>) {
    this.kinds = kinds
    this.entries = entries
  }

  get size(): number {
    return this.entries.reduce((sum, { size }) => sum + size, 0)
  }

  get({ key, kind }: Ref): Value | undefined {
    return this.find(kind)?.get(key)
  }

  has({ key, kind }: Ref): boolean {
    return this.find(kind)?.has(key) === true
  }

  /** Returns the entries of a kind, by key. */
  of(kind: string): ReadonlyMap<string, Value> {
    return this.find(kind) ?? nothing
  }

  refs(): ReadonlyArray<Ref> {
    return this.kinds.flatMap((kind, index) => [...this.entries[index]!.keys()].map((key) => ({ kind, key })))
  }

  values(): ReadonlyArray<Value> {
    return this.entries.flatMap((keys) => [...keys.values()])
  }

  /** Returns the entries of both; those of `more` win. */
  union(more: RefMap<Value>): RefMap<Value> {
    if (this.kinds.length === 0) return more
    if (more.kinds.length === 0) return this
    const { kinds } = this
    const entries = this.entries.map((mine, index) => {
      const theirs = more.find(kinds[index]!)
      return theirs === undefined ? mine : union(mine, theirs)
    })
    const added = more.kinds.filter((kind) => !kinds.includes(kind))
    return added.length === 0
      ? new RefMap(kinds, entries)
      : new RefMap([...kinds, ...added], [...entries, ...added.map((kind) => more.of(kind))])
  }

  private find(kind: string): ReadonlyMap<string, Value> | undefined {
    const { kinds } = this
    for (let index = 0; index < kinds.length; index++) if (kinds[index] === kind) return this.entries[index]
    return undefined
  }
}

/** Of several entries of one ref the last one wins. */
export const fromEntries = <Value>(entries: Iterable<readonly [Ref, Value]>): RefMap<Value> => {
  const kinds: Array<string> = []
  const maps: Array<Map<string, Value>> = []
  for (const [{ key, kind }, value] of entries) {
    const index = kinds.indexOf(kind)
    if (index < 0) {
      kinds.push(kind)
      maps.push(new Map<string, Value>().set(key, value))
    } else maps[index]!.set(key, value)
  }
  return new RefMap(kinds, maps)
}

export const empty: RefMap<never> = new RefMap([], [])
