/**
 * The memory of a node is bounded, and keeps the entries that are used.
 */
import { Remembered } from "@signalbox/core/internal/cells/Remembered"
import { expect, it } from "vitest"

it("forgets what was used least recently", () => {
  const memory = new Remembered<number>(3)
  for (const [index, key] of ["a", "b", "c"].entries()) memory.set(key, index)
  expect(memory.get("a")).toBe(0)
  memory.set("b", 7)
  memory.set("d", 3)
  expect(["a", "b", "c", "d"].map((key) => memory.get(key))).toEqual([0, 7, undefined, 3])
  memory.delete("a")
  expect(memory.get("a")).toBe(undefined)
  // There is room for one.
  memory.set("e", 4)
  expect(["b", "d", "e"].map((key) => memory.get(key))).toEqual([7, 3, 4])
})
