/**
 * A command reads a file, or its standard input.
 */
import * as Files from "@signalbox/command/Files"
import * as Effect from "effect/Effect"
import { PassThrough } from "node:stream"
import { afterEach, expect, it, vi } from "vitest"

afterEach(() => vi.restoreAllMocks())

const refusal = (path: string) => Effect.runPromise(Effect.flip(Files.read(path)))

it("says why it cannot be read, by its code where there is one", async () => {
  expect(await refusal("/nowhere/at/all")).toMatchObject({
    reason: "failed",
    message: "/nowhere/at/all cannot be read (ENOENT)."
  })
  const broken = new PassThrough()
  vi.spyOn(process, "stdin", "get").mockReturnValue(broken as never)
  broken.destroy(new Error("gone"))
  expect(await refusal("-")).toMatchObject({ reason: "failed", message: "- cannot be read (no reason)." })
})

it("is a secret without the space around it only where it is the standard input", async () => {
  const input = new PassThrough()
  vi.spyOn(process, "stdin", "get").mockReturnValue(input as never)
  input.end(" s3cret\n")
  expect(await Effect.runPromise(Files.secret("-"))).toBe("s3cret")
  expect(await Effect.runPromise(Files.secret(" s3cret\n"))).toBe(" s3cret\n")
})
