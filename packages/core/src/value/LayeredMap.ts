/**
 * A map of several layers, none of which is copied: what is added to many entries costs no more than what is added. The
 * layers are left as they are by whoever has them.
 */

type Layers<Key, Value> = ReadonlyArray<ReadonlyMap<Key, Value>>

/** From more layers than these all of them are copied into one, since a look-up goes through them. */
const depth = 4

/** Copies the layers into one map. */
const whole = <Key, Value>([lowest, ...others]: Layers<Key, Value>): ReadonlyMap<Key, Value> => {
  const all = new Map(lowest)
  for (const layer of others) for (const [key, value] of layer) all.set(key, value)
  return all
}

export class LayeredMap<Key, Value> implements ReadonlyMap<Key, Value> {
  /** The lowest first: an entry hides those below it. */
  readonly layers: Layers<Key, Value>
  private copied: ReadonlyMap<Key, Value> | null = null

  constructor(layers: Layers<Key, Value>) {
    this.layers = layers
  }

  get(key: Key): Value | undefined {
    for (let index = this.layers.length - 1; index >= 0; index--) {
      const value = this.layers[index]!.get(key)
      if (value !== undefined) return value
    }
    return undefined
  }

  has(key: Key): boolean {
    return this.get(key) !== undefined
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
    this.copied ??= whole(this.layers)
    return this.copied
  }
}

/** The maps that a look-up goes through. */
const layersOf = <Key, Value>(map: ReadonlyMap<Key, Value>): Layers<Key, Value> =>
  map instanceof LayeredMap ? (map as LayeredMap<Key, Value>).layers : [map]

/** Several layers are none that are empty, and to count their entries would copy them. */
const isEmpty = (map: ReadonlyMap<unknown, unknown>): boolean => !(map instanceof LayeredMap) && map.size === 0

/** Returns the entries of both; those of `over` win. No value may be undefined. */
export const union = <Key, Value>(
  under: ReadonlyMap<Key, Value>,
  over: ReadonlyMap<Key, Value>
): ReadonlyMap<Key, Value> => {
  if (isEmpty(under)) return over
  if (isEmpty(over)) return under
  const layers = [...layersOf(under), ...layersOf(over)]
  return layers.length <= depth ? new LayeredMap(layers) : whole(layers)
}
