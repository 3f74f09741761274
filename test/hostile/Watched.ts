/**
 * JSON that counts how many entries of its arrays and objects somebody looks at.
 */
export interface Watched<A> {
  readonly value: A
  /** Returns how many entries have been looked at. */
  readonly looks: () => number
}

export const watched = <A>(value: A): Watched<A> => {
  let looks = 0
  const wrap = <B>(inner: B): B => {
    if (typeof inner !== "object" || inner === null) return inner
    return new Proxy<B & object>(inner, {
      get: (target, name, receiver) => {
        const found: unknown = Reflect.get(target, name, receiver)
        if (!Object.hasOwn(target, name) || (Array.isArray(target) && name === "length")) return found
        looks++
        return wrap(found)
      }
    })
  }
  return { value: wrap(value), looks: () => looks }
}
