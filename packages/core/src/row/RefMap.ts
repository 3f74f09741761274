/**
 * A map by refs: by kind and, within each kind, a layered map by key. Decisions look rows up more often than they do
 * anything else. One layered map by kind and key would build a text of the two at each look-up, so the kinds stand apart.
 */
import { union } from "../value/LayeredMap.ts"
import type { Ref } from "./Kind.ts"

export class RefMap<Value> {
  /** The entries of each kind, by key. Maps may share the entries of a kind, which are therefore never changed. */
  private readonly kinds: ReadonlyMap<string, ReadonlyMap<string, Value>>

  constructor(kinds: ReadonlyMap<string, ReadonlyMap<string, Value>>) {
    this.kinds = kinds
  }

  get size(): number {
    let size = 0
    for (const keys of this.kinds.values()) size += keys.size
    return size
  }

  get({ key, kind }: Ref): Value | undefined {
    return this.kinds.get(kind)?.get(key)
  }

  has({ key, kind }: Ref): boolean {
    return this.kinds.get(kind)?.has(key) === true
  }

  /** Returns the entries of a kind, by key. */
  of(kind: string): ReadonlyMap<string, Value> {
    return this.kinds.get(kind) ?? new Map()
  }

  refs(): ReadonlyArray<Ref> {
    return [...this.kinds].flatMap(([kind, keys]) => [...keys.keys()].map((key) => ({ kind, key })))
  }

  values(): ReadonlyArray<Value> {
    return [...this.kinds.values()].flatMap((keys) => [...keys.values()])
  }

  /** Returns the entries of both; those of `more` win. */
  union(more: RefMap<Value>): RefMap<Value> {
    if (this.kinds.size === 0) return more
    if (more.kinds.size === 0) return this
    const kinds = new Map(this.kinds)
    for (const [kind, keys] of more.kinds) {
      const mine = kinds.get(kind)
      kinds.set(kind, mine === undefined ? keys : union(mine, keys))
    }
    return new RefMap(kinds)
  }
}

/** Of several entries of one ref the last one wins. */
export const fromEntries = <Value>(entries: Iterable<readonly [Ref, Value]>): RefMap<Value> => {
  const kinds = new Map<string, Map<string, Value>>()
  for (const [{ key, kind }, value] of entries) {
    const keys = kinds.get(kind)
    if (keys === undefined) kinds.set(kind, new Map([[key, value]]))
    else keys.set(key, value)
  }
  return new RefMap(kinds)
}

export const empty: RefMap<never> = new RefMap(new Map())
