/**
 * Joins the parts of a whole: their lists, and of their other fields the last one that is not null.
 *
 * Decisions do so several times each, and most parts have few of a dozen fields. So only what a part has is looked at,
 * and a list that only one part has is taken as it is.
 */
type Field = ReadonlyArray<unknown> | object | null | undefined

type Fields<Whole> = { [Name in keyof Whole]: Field }

/** Of so few parts each list is copied when it grows. Then it has its size, and nothing is kept of those that grew. */
const few = 4

export const join = <Whole extends Readonly<Fields<Whole>>>(
  empty: Whole,
  parts: ReadonlyArray<Partial<Whole>>
): Whole => {
  const whole: Fields<Whole> = { ...empty }
  /** The lists that were made here, and may grow. */
  let own: Map<keyof Whole, Array<unknown>> | null = null
  for (const part of parts) {
    for (const name in part) {
      const more: Field = part[name]
      if (more === undefined || more === null || (Array.isArray(more) && more.length === 0)) continue
      const before: Field = whole[name]
      if (!Array.isArray(more) || !Array.isArray(before) || before.length === 0) whole[name] = more
      else if (parts.length <= few) whole[name] = [...before, ...more]
      else {
        const all: Array<unknown> = own?.get(name) ?? [...before]
        own = (own ?? new Map()).set(name, all)
        for (const each of more) all.push(each)
        whole[name] = all
      }
    }
  }
  return whole as Whole
}
