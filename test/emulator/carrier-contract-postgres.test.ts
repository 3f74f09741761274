/**
 * The simulated carriers keep the contract of carriers, with their networks in PostgreSQL.
 */
import * as Effect from "effect/Effect"
import { prepare } from "./PostgresNetworks.ts"
import { suite } from "./Tempers.ts"

const { node } = prepare()

suite("postgres", node.pipe(Effect.tap(({ wipe }) => wipe), Effect.orDie), 4)
