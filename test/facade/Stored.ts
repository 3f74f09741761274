/**
 * The places where a service of the facade may keep its data.
 */
import type { Options } from "signalbox"
import { memory, postgres } from "signalbox"
import * as Database from "../postgres/Database.ts"

export interface Place extends AsyncDisposable {
  readonly options: Pick<Options, "storage" | "secretKeys">
}

type Stored = () => Promise<Place>

export const onMemory: Stored = async () => ({
  options: { storage: memory() },
  [Symbol.asyncDispose]: async () => {}
})

/** A database of its own, which is dropped in the end: whatever uses it has to be closed first. */
export const onPostgres: Stored = async () => {
  const { drop, url } = await Database.fresh()
  return {
    options: {
      storage: postgres(url, { maxConnections: 4 }),
      secretKeys: `test:${Buffer.alloc(32, 7).toString("base64")}`
    },
    [Symbol.asyncDispose]: drop
  }
}

export const all: ReadonlyArray<readonly [string, Stored]> = [["memory", onMemory], ["postgres", onPostgres]]
