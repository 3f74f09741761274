/**
 * Secrets that an emulator has sealed are opened by each later one: their key stays what it is.
 */
import { IdGenerator } from "@signalbox/core/IdGenerator"
import { Secrets } from "@signalbox/core/Secrets"
import * as FixedSecrets from "@signalbox/emulator/FixedSecrets"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { expect, it } from "vitest"
import * as Given from "../core/Given.ts"

const sealed = "sealed:emulator:seaL4PM9ocHl3DvlXGk4b3PJDZjQJOIRAog8GfuJVuUevqhnNDHrdrD86cPsgzJAKuSGepZZfA+osrjC8/" +
  "zmttVzIqedC2aDIiPbfOD/"

it("opens what was sealed before", () =>
  Effect.gen(function*() {
    const { open } = yield* Secrets
    expect(yield* open(sealed)).toBe("whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=")
  }).pipe(
    Effect.provide(FixedSecrets.layer.pipe(Layer.provide(Layer.succeed(IdGenerator, Given.ids())))),
    Effect.runPromise
  ))
