/**
 * A client whose server's clock is made by hand, and which counts its statements.
 */
import type { PgClient } from "@effect/sql-pg/PgClient"
import type { Instant } from "@signalbox/core/Instant"

/**
 * @param now what the server's clock shows
 * @param said is told of each statement
 */
export const client = (inner: PgClient, now: () => Instant, said: (text: string) => void = () => undefined): PgClient =>
  new Proxy(inner, {
    get: (target, name) => {
      if (name === "withoutTransforms") return () => client(target.withoutTransforms() as PgClient, now, said)
      if (name !== "unsafe") return Reflect.get(target, name) as unknown
      return (text: string, params?: ReadonlyArray<unknown>) => {
        said(text)
        const at = `(timestamptz 'epoch' + ${now()} * interval '1 millisecond')`
        return target.unsafe(text.replaceAll("clock_timestamp()", at), params)
      }
    }
  })
