/**
 * Ports of a store that have nothing but what a test says, and all that they are asked.
 */
import { Documents } from "@signalbox/core/Documents"
import * as Facts from "@signalbox/core/Facts"
import { refText } from "@signalbox/core/Kind"
import type { ListQuery } from "@signalbox/core/ListQuery"
import { fromEntries } from "@signalbox/core/RefMap"
import { Relocation } from "@signalbox/core/Relocation"
import type { Row } from "@signalbox/core/Row"
import { Store } from "@signalbox/core/Store"
import type { Lane } from "@signalbox/core/Work"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Given from "../Given.ts"

export const [a, b] = [Given.accountId(1), Given.accountId(2)]
export const short = (text: string): string => text.replaceAll(a, "A").replaceAll(b, "B")

interface Answers {
  /** Whether what can be asked for in parts has a second one. */
  readonly hasMore?: boolean
  readonly list?: (query: ListQuery) => ReadonlyArray<Row>
  readonly isLeft?: (asked: number) => boolean
}

/** Ports that have nothing but what a test says, and all that they are asked. */
export const ports = ({ hasMore = false, isLeft = () => false, list = () => [] }: Answers = {}) => {
  const asked: Array<string> = []
  /** How many questions are under way when each begins. */
  const beside: Array<number> = []
  let open = 0
  const answer = <A>(question: string, found: A): Effect.Effect<A> =>
    Effect.gen(function*() {
      asked.push(short(question))
      beside.push(++open)
      yield* Effect.yieldNow
      open--
      return found
    })
  const next = (after: string | null, place: string) => hasMore && (after === null || after === "") ? place : null
  const whole = "daily lookups prefix quick spend verification webhooks".split(" ")
  const named = (names: ReadonlyArray<string>): string => {
    const [first = ""] = names
    const of = first.slice(first.indexOf("/") + 1)
    // The names of an account's counters are those that begin in one of these ways, whatever follows behind a slash.
    const all = whole.flatMap((name) => [`${name}/${of}`, `${name}/${of}/`])
    return names.join() === all.join() ? `all of ${of}` : names.join()
  }
  const relocation = Layer.succeed(Relocation, {
    keys: ({ after, by, found, kind, looked }) => {
      const where = "prefix" in by ? by.prefix : `${by.field}=${by.values.join("+")}`
      return answer(`keys ${kind} ${where} ${after} ${looked} ${found}`, { keys: [], next: next(after, "k") })
    },
    waiting: ({ after, lanes, limit }) =>
      answer(`waiting ${lanes.length} ${lanes[0]} ${after} ${limit}`, { due: [], next: next(after, "w") }),
    settle: ({ after, looked, owners }) => answer(`settle ${owners.join("+")} ${after} ${looked}`, next(after, "s")),
    held: () => answer("held", 0),
    lanes: ({ after, kind, limit }) =>
      answer(
        `lanes ${kind} ${after} ${limit}`,
        Array.from({ length: hasMore && after === null ? limit : 0 }, (_, index): Lane => `submission:${index}/${a}`)
      ),
    sums: ({ after, book, limit, names }) =>
      answer(`sums ${book} ${named(names)} ${after} ${limit}`, { sums: [], next: next(after, "n") }),
    onces: ({ after, book, limit, names }) =>
      answer(`onces ${book} ${named(names)} ${after} ${limit}`, { onces: [], next: next(after, "o") }),
    answered: ({ account, after, limit }) =>
      answer(`answered ${account} ${after} ${limit}`, { answered: [], next: next(after, "r") }),
    days: ({ account, after, limit }) =>
      answer(`days ${account} ${after} ${limit}`, next(after, "") === null ? [] : ["1", "2", "3", "4"]),
    keep: () => answer("keep", undefined),
    forget: ({ account, counters, most, whileAt }) =>
      answer(
        `forget ${account} ${named(counters)} ${most} ${whileAt === undefined ? "" : refText(whileAt.ref)}`,
        isLeft(asked.length + 1)
      )
  })
  const store = Layer.mock(Store, {
    load: (needs) =>
      answer(`rows ${needs.rows.map(refText).join("+")}`, {
        ...Facts.empty,
        rows: fromEntries<Facts.Known>(needs.rows.map((ref) => [ref, { version: 0, row: null }]))
      }),
    list: (query) => {
      const { ahead, behind, isCounted, limit, list: name, offset, scope } = query
      const place = ahead ?? behind
      const from = place === undefined ? "" : ` from ${place.at} ${place.key}`
      const rows = list(query)
      return answer(
        `list ${name} ${scope}${from} ${limit}${isCounted || offset > 0 || behind !== undefined ? " oddly" : ""}`,
        { rows, total: rows.length }
      )
    },
    usage: ({ account, first, last }) => answer(`usage ${account} ${first} ${last}`, [])
  })
  const documents = Layer.mock(Documents, {
    next: (account, after) => answer(`document ${account} ${after}`, null)
  })
  const layer = Layer.mergeAll(relocation, store, documents)
  return {
    asked,
    beside,
    run: <A, E>(effect: Effect.Effect<A, E, Store>): Promise<A> => Effect.runPromise(Effect.provide(effect, layer))
  }
}
