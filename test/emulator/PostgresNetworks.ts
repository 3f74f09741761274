/**
 * Simulated networks in a schema of their own, for any number of nodes.
 */
import type { PgClient } from "@effect/sql-pg/PgClient"
import type { StoreError } from "@signalbox/core/Store"
import { Network } from "@signalbox/emulator/network/Network"
import * as PostgresNetwork from "@signalbox/emulator/network/PostgresNetwork"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { afterAll, beforeAll } from "vitest"
import * as Schema from "../postgres/Schema.ts"
import type { Node } from "./NetworkSuite.ts"

export interface PostgresNetworks {
  /** One more node. Ends with the scope, without telling the others anything. */
  readonly node: Effect.Effect<Node, StoreError, Scope.Scope>
}

/** To be called once in a test file. The schema is dropped when the file is done. */
export const prepare = (options: Omit<PostgresNetwork.Options, "schema"> = {}): PostgresNetworks => {
  const scope = Scope.makeUnsafe()
  let found: { readonly schema: string; readonly client: Context.Context<PgClient> } | undefined

  beforeAll(() =>
    Effect.gen(function*() {
      const { name: schema, url } = yield* Schema.fresh()
      const client = yield* Layer.build(Layer.fresh(PostgresStore.client({ url, maxConnections: 10 })))
      found = { schema, client }
    }).pipe(Scope.provide(scope), Effect.runPromise)
  )

  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

  return {
    node: Effect.suspend(() => {
      const { client, schema } = found!
      return Layer.build(Layer.fresh(PostgresNetwork.layer({ ...options, schema }))).pipe(
        Effect.provideContext(client),
        Effect.map((context) => Context.get(context, Network))
      )
    })
  }
}
