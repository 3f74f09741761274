/**
 * The ports that nothing is called on are those that fetch refuses, on whatever host.
 */
import * as BlockedPort from "@signalbox/core/BlockedPort"
import * as WebAddress from "@signalbox/core/internal/definition/WebAddress"
import { describe, expect, it } from "vitest"

const all = Array.from({ length: 65_536 }, (_, port) => port)
const blocked = all.filter((port) => BlockedPort.of({ port: String(port) }) !== null)

/** The runtime's own opinion. It is asked only about what it refuses before it connects. */
const isRefusedByFetch = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/`).then(
    () => false,
    (error: Error) => error.cause instanceof Error && error.cause.message === "bad port"
  )

describe("a blocked port", () => {
  it("is one that fetch refuses, or 0, which nobody can listen at", async () => {
    expect(blocked).toHaveLength(83)
    const opinions = await Promise.all(blocked.map(isRefusedByFetch))
    expect(blocked.filter((_, index) => !opinions[index])).toEqual([0])
  })

  it("is none that web servers have", () => {
    for (const port of ["", "80", "443", "3000", "8000", "8080", "8443"]) expect(BlockedPort.of({ port })).toBeNull()
  })

  it("is found where the URL parser finds it, and not where it is left out", () => {
    expect(BlockedPort.of(new URL("http://a.example:0025/"))).toBe("25")
    expect(BlockedPort.of(new URL("http://a.example:80/"))).toBeNull()
    expect(BlockedPort.of(new URL("https://a.example:443/"))).toBeNull()
  })

  it("is not taken in the URL of an attachment, nor of a template's media", () => {
    for (const flaw of [WebAddress.attachmentFlaw, WebAddress.mediaFlaw]) {
      expect(flaw("https://a.example:25/a.png")).toBe(BlockedPort.sentence)
      expect(flaw("https://a.example:8443/a.png")).toBeNull()
    }
  })
})
