/**
 * Remembers what was made of the keys that were asked for last: of between one and two generations of them. It is for
 * pure functions only, so whether it remembers shows in nothing but time.
 */
export interface Recent<in Key, out Value> {
  /** Returns what was made of the key, or makes it. */
  readonly of: (key: Key) => Value
}

/**
 * How many keys a generation has. A message's life is over before so many others have begun, also where a dozen sends to a
 * thousand recipients each are accepted one after the other, and then dispatched.
 */
const usual = 16_384

/** @param generation how many keys a generation has */
export const make = <Key, Value>(of: (key: Key) => Value, generation = usual): Recent<Key, Value> => {
  let young = new Map<Key, Value>()
  let old = new Map<Key, Value>()
  return {
    of: (key) => {
      const known = young.get(key)
      if (known !== undefined) return known
      const value = old.get(key) ?? of(key)
      if (young.size === generation) {
        old = young
        young = new Map()
      }
      young.set(key, value)
      return value
    }
  }
}
