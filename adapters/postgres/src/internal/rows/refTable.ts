/**
 * A map by refs that changes in its place. A text of kind and key would be built and hashed at each look-up, which takes
 * five times as long, so the kinds stand apart.
 */
import type { Ref } from "@signalbox/core/Kind"

export class RefTable<Value> {
  private readonly kinds = new Map<string, Map<string, Value>>()

  get({ key, kind }: Ref): Value | undefined {
    return this.kinds.get(kind)?.get(key)
  }

  has({ key, kind }: Ref): boolean {
    return this.kinds.get(kind)?.has(key) === true
  }

  set({ key, kind }: Ref, value: Value): void {
    const keys = this.kinds.get(kind)
    if (keys === undefined) this.kinds.set(kind, new Map([[key, value]]))
    else keys.set(key, value)
  }

  delete({ key, kind }: Ref): void {
    this.kinds.get(kind)?.delete(key)
  }

  /** Calls the function with each value, in the order in which those of a kind have come in. */
  forEach(call: (value: Value) => void): void {
    for (const keys of this.kinds.values()) for (const value of keys.values()) call(value)
  }

  values(): ReadonlyArray<Value> {
    const all: Array<Value> = []
    this.forEach((value) => all.push(value))
    return all
  }
}
