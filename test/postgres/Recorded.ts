/**
 * A PostgreSQL that is none: it notes each statement that it is asked with its parameters, and answers what it was told to.
 */
import type { PgClient } from "@effect/sql-pg/PgClient"
import { RefMap } from "@signalbox/core/RefMap"
import * as HostClient from "@signalbox/postgres/HostClient"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"

type Answer = ReadonlyArray<object>

/** Answers without which nothing begins, by what their statements hold. */
const usual: ReadonlyArray<readonly [RegExp, Answer]> = [
  [/to_regclass\(\$1\)::text as table/, [{ table: null }]],
  [/max\(id\)/, [{ id: 0 }]],
  [/::float8 as number$/, [{ number: 71 }]],
  [/^delete from \S+ \w using json_to_recordset\(\$1/, []]
]

const isControl = (text: string): boolean => /^(?:BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE)\b/.test(text)

/** A placeholder is there as soon as it was inserted. */
const isPlaceholder = (text: string): boolean => text.startsWith("insert") && text.includes("$1::text::json)")

/** Maps and rows by their refs are shown as what is in them. */
const shown = (_: string, value: unknown): unknown =>
  value instanceof RefMap ? value.refs().map((ref) => [ref, value.get(ref)]) : value instanceof Map ? [...value] : value

const lines = (text: string): string =>
  text.split("\n").map((line) => line.trim()).filter((line) => line !== "").join("\n")

/** Runs an effect, whose statements are answered so, and notes what it comes to. */
export type Run = <A, E, R>(
  title: string,
  effect: Effect.Effect<A, E, R>,
  ...answers: ReadonlyArray<Answer | Error>
) => Effect.Effect<void, never, R>

type Body<Services> = (
  run: Run,
  answer: (...answers: ReadonlyArray<Answer | Error>) => void
) => Effect.Effect<void, unknown, Services>

const recording = () => {
  const said: Array<string> = []
  const answers: Array<Answer | Error> = []
  const places = new Map<string, string>()
  let [title, number] = ["the start", 0]
  /** A statement that was there before is written once. */
  const once = (text: string): string => {
    const before = places.get(text)
    if (before !== undefined) return `as ${before}`
    if (!isControl(text)) places.set(text, `${title}, ${++number}`)
    return lines(text)
  }
  const ask = (text: string, params: ReadonlyArray<unknown> = []): Answer | Error => {
    said.push(once(text), ...(params.length === 0 ? [] : [`  ${JSON.stringify(params)}`]))
    if (isControl(text)) return []
    const found = usual.find(([is]) => is.test(text))
    if (found !== undefined) return found[1]
    return isPlaceholder(text) ? JSON.parse(String(params[0])) as Answer : answers.shift() ?? []
  }
  const connection: HostClient.PooledConnection = {
    query: (text, values) => {
      const answer = ask(text, values)
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve({ rows: answer })
    },
    release: () => {}
  }
  const run: Run = (named, effect, ...more) =>
    Effect.suspend(() => {
      ;[title, number] = [named, 0]
      said.push("", `== ${title}`)
      answers.push(...more)
      return Effect.map(Effect.exit(effect), (exit) => {
        said.push(`=> ${JSON.stringify(Exit.isSuccess(exit) ? exit.value : exit.cause, shown) ?? "nothing"}`)
        answers.length = 0
      })
    })
  /** Leaves out all that came before. */
  const begin = (): void => {
    said.length = 0
    places.clear()
  }
  return {
    begin,
    connection,
    run,
    said,
    answer: (...more: ReadonlyArray<Answer | Error>) => void answers.push(...more)
  }
}

type Services = Layer.Success<ReturnType<typeof PostgresStore.layerClient>> | PgClient

/**
 * Returns what a body asks: its statements with their parameters, and what they come to. Statements of the start are left
 * out unless they are the question.
 */
export const recorded = (body: Body<Services>, withStart = false): Promise<string> => {
  const { answer, begin, connection, run, said } = recording()
  const client = HostClient.layerPool({ connect: () => Promise.resolve(connection) })
  return Effect.gen(function*() {
    if (!withStart) begin()
    yield* body(run, answer)
    return said.join("\n").trimStart()
  }).pipe(
    Effect.provide(Layer.fresh(PostgresStore.layerClient({ schema: "s", heartbeatMillis: 3_600_000 }))),
    Effect.provide(client),
    Random.withSeed("a"),
    Effect.runPromise
  )
}

/** The same within a transaction of a host. */
export const recordedWithin = (
  body: Body<Layer.Success<ReturnType<typeof PostgresStore.layerTransaction>>>
): Promise<string> => {
  const { answer, connection, run, said } = recording()
  return Effect.map(body(run, answer), () => said.join("\n").trimStart()).pipe(
    Effect.provide(PostgresStore.layerTransaction(connection, { schema: "s" })),
    Random.withSeed("a"),
    Effect.runPromise
  )
}
