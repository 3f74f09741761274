/** The soak of `npm run soak` in its shortest form. */
import * as Effect from "effect/Effect"
import { strict as assert } from "node:assert"
import * as Soaking from "../soak/Soaking.ts"
import type { Run } from "./Run.ts"

const options: Soaking.Options = { nodes: 2, seconds: 18, seed: 127, perSecond: 30, heartbeatMillis: 1000 }

export const soak: Run = {
  name: "soak: two nodes are killed, stopped, replaced, cut off and set to another time",
  needs: [],
  patience: 110_000,
  run: Effect.promise(async () => {
    const found = await Soaking.play(options)
    assert.deepEqual(found.wrong, [], found.journal.join("\n"))
    return Soaking.told(found)
  })
}
