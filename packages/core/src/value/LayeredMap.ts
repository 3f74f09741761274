/**
 * A map on top of another one, neither of which is copied: what is added to many entries costs no more than what is
 * added. Both are left as they are by whoever has them.
 */

/** From so many layers on, all of them are copied into one, since a look-up goes through them. */
const depth = 4

export class LayeredMap<Key, Value> implements ReadonlyMap<Key, Value> {
  private readonly under: ReadonlyMap<Key, Value>
  private readonly over: ReadonlyMap<Key, Value>
  readonly layers: number
  private whole: ReadonlyMap<Key, Value> | null = null

  constructor(under: ReadonlyMap<Key, Value>, over: ReadonlyMap<Key, Value>, layers: number) {
    this.under = under
    this.over = over
    this.layers = layers
  }

  get(key: Key): Value | undefined {
    const value = this.over.get(key)
    return value === undefined ? this.under.get(key) : value
  }

  has(key: Key): boolean {
    return this.over.has(key) || this.under.has(key)
  }

  get size(): number {
    return this.all().size
  }

  forEach(each: (value: Value, key: Key, map: ReadonlyMap<Key, Value>) => void): void {
    for (const [key, value] of this) each(value, key, this)
  }

  entries(): MapIterator<[Key, Value]> {
    return this.all().entries()
  }

  keys(): MapIterator<Key> {
    return this.all().keys()
  }

  values(): MapIterator<Value> {
    return this.all().values()
  }

  [Symbol.iterator](): MapIterator<[Key, Value]> {
    return this.entries()
  }

  private all(): ReadonlyMap<Key, Value> {
    if (this.whole === null) {
      const whole = new Map(this.under)
      for (const [key, value] of this.over) whole.set(key, value)
      this.whole = whole
    }
    return this.whole
  }
}

/** How many maps a look-up goes through. */
const layersOf = (map: ReadonlyMap<unknown, unknown>): number =>
  map instanceof LayeredMap ? map.layers : map.size === 0 ? 0 : 1

/** Returns the entries of both; those of `over` win. No value may be undefined. */
export const union = <Key, Value>(
  under: ReadonlyMap<Key, Value>,
  over: ReadonlyMap<Key, Value>
): ReadonlyMap<Key, Value> => {
  const [below, above] = [layersOf(under), layersOf(over)]
  if (below === 0) return over
  if (above === 0) return under
  const layers = below + above
  if (layers <= depth) return new LayeredMap(under, over, layers)
  const all = new Map(under)
  for (const [key, value] of over) all.set(key, value)
  return all
}
