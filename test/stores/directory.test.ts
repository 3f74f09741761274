/**
 * The directories of cells keep their contract.
 */
import { Directory } from "@signalbox/core/Directory"
import * as MemoryDirectory from "@signalbox/memory/MemoryDirectory"
import * as PostgresDirectory from "@signalbox/postgres/PostgresDirectory"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import { suite } from "@signalbox/testing/DirectoryContract"
import * as Prop from "@signalbox/testing/Prop"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Matrix from "../http/Matrix.ts"
import * as Schema from "../postgres/Schema.ts"

const of = <E>(layer: Layer.Layer<Directory, E>) =>
  Effect.orDie(Effect.map(Layer.build(Layer.fresh(layer)), (context) => Context.get(context, Directory)))

Prop.sparing(Matrix.storeShare)

suite("memory", of(MemoryDirectory.layer))

suite(
  "postgres",
  Effect.flatMap(Schema.fresh(), ({ name, url }) =>
    of(
      Layer.provide(
        PostgresDirectory.layerClient({ schema: name }),
        PostgresStore.client({ url, maxConnections: 4 })
      )
    ))
)
