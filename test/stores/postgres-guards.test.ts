/** The guards that stand before requests keep their contracts in PostgreSQL. */
import * as IdempotencyContract from "@signalbox/testing/IdempotencyContract"
import * as LockoutContract from "@signalbox/testing/LockoutContract"
import * as PaceContract from "@signalbox/testing/PaceContract"
import * as Prop from "@signalbox/testing/Prop"
import * as RateWindowContract from "@signalbox/testing/RateWindowContract"
import * as Matrix from "../http/Matrix.ts"
import { suite as prepare } from "../postgres/Client.ts"

Prop.sparing(Matrix.storeShare)

const { harness } = prepare("guards")

for (const { suite } of [IdempotencyContract, RateWindowContract, LockoutContract, PaceContract]) {
  suite("postgres", harness)
}
