/**
 * `/emulator/faults`: outages of what the service stands on.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Faults } from "../fault/Faults.ts"
import * as Call from "./Call.ts"

const Health = Schema.optionalKey(Schema.Literals(["down", "up"]))
const Change = Schema.Struct({ store: Health, idempotency: Health })

const show = Effect.map(Faults, (faults) => {
  const shown = (part: "store" | "idempotency") => faults.isDown(part) ? "down" : "up"
  return { store: shown("store"), idempotency: shown("idempotency") }
})

export const calls: ReadonlyArray<Call.Call> = [
  Call.get("/emulator/faults", () => show),
  Call.send("PUT", "/emulator/faults", Change, (change) =>
    Effect.gen(function*() {
      const faults = yield* Faults
      for (const part of ["store", "idempotency"] as const) {
        const health = change[part]
        if (health !== undefined) faults.set(part, health === "down")
      }
      return yield* show
    }))
]
