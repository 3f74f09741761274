/** How much of the sandbox answers of an account a node keeps for replays (decisions 9.4 "kept replies"). */
import * as Instant from "@signalbox/core/Instant"
import * as KeptSimulations from "@signalbox/core/internal/operation/KeptSimulations"
import * as Limit from "@signalbox/core/Limit"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import * as Given from "../Given.ts"

const [one, other] = [Given.accountId(1), Given.accountId(2)]
const midnight = Instant.make(Math.ceil(Given.now / Instant.day) * Instant.day)

it("each account has half of the room for each day, and an answer that does not fit takes none", () => {
  const { take } = KeptSimulations.make(100)
  const [evening, next] = [Instant.plus(midnight, -1), Instant.plus(midnight, Instant.day)]
  expect([
    take(one, 51, evening),
    take(one, 30, evening),
    take(one, 21, evening),
    take(other, 50, evening),
    take(other, 1, evening),
    take(one, 20, evening),
    take(one, 1, evening),
    take(one, 50, midnight),
    take(one, 1, Instant.plus(next, -1)),
    take(one, 1, next)
  ]).toStrictEqual([false, true, false, true, false, true, false, true, false, true])
})

it("there is room for 64 MiB unless somebody says otherwise", () => {
  expect([Effect.runSync(KeptSimulations.KeptSimulationBytes), Limit.keptSimulationBytes])
    .toStrictEqual([67_108_864, 67_108_864])
})
