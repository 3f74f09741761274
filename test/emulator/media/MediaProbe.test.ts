/**
 * A look at a media file finds what it was told to: a size, none, or nothing for ever.
 */
import * as Port from "@signalbox/core/MediaProbe"
import type { Found } from "@signalbox/emulator/media/MediaProbe"
import * as MediaProbe from "@signalbox/emulator/media/MediaProbe"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { expect, it } from "vitest"

const url = "https://files.example/a.png"

it.each<readonly [told: Found | null, found: Exit.Exit<number | null> | undefined]>([
  [null, Exit.succeed(null)],
  ["undeclared", Exit.succeed(null)],
  [0, Exit.succeed(0)],
  [5_000_000, Exit.succeed(5_000_000)],
  ["hang", undefined]
])("a file of which %s was told", (told, found) =>
  Effect.gen(function*() {
    const { look, set } = yield* MediaProbe.MediaProbe
    const { size } = yield* Port.MediaProbe
    if (told !== null) set(url, told)
    expect(look(url)).toBe(told ?? "undeclared")
    const looked = yield* Effect.forkChild(size(url), { startImmediately: true })
    yield* Effect.yieldNow
    expect(looked.pollUnsafe()).toEqual(found)
    yield* Fiber.interrupt(looked)
    // Of another file nobody has said anything.
    expect(yield* size(`${url}?`)).toBeNull()
  }).pipe(Effect.provide(MediaProbe.portLayer.pipe(Layer.provideMerge(MediaProbe.layer))), Effect.runPromise))
