/**
 * The two residences of an account say what comes next in a move, and when it is undone: whoever asks goes on where the
 * last one was interrupted (decisions 20.7).
 */
import type { CellName } from "@signalbox/core/CellName"
import * as MoveStep from "@signalbox/core/internal/cells/MoveStep"
import type { Progress, State } from "@signalbox/core/internal/row/Residence"
import { describe, expect, it } from "vitest"

const [eu, us] = ["eu", "us"] as ReadonlyArray<string> as readonly [CellName, CellName]

const here: State = { _tag: "Here" }
const leaving: State = { _tag: "Leaving", to: us }
const gone = (isCleared: boolean): State => ({ _tag: "Gone", to: us, isCleared })
const arriving = (progress: Progress): State => ({
  _tag: "Arriving",
  from: eu,
  progress
})
const copying = arriving({ _tag: "Copying", place: null, pages: 0 })
const copied = arriving({ _tag: "Copied" })
const undoing = arriving({ _tag: "Undoing", place: null })

const next = (wish: MoveStep.Wish, source: State | null, target: State | null): string => {
  const found = MoveStep.next(wish, source, target)
  return found._tag === "Step" ? found.step : found._tag
}

describe("the next step", () => {
  it.each<[string, State | null, State | null, move: string, undo: string]>([
    ["an account that is here", here, null, "leave", "Done"],
    ["an account that has no residence yet", null, null, "leave", "Done"],
    ["an account that is still arriving here", copying, null, "leave", "Done"],
    ["one that leaves, and is nowhere else", leaving, null, "arrive", "stay"],
    ["one that leaves, and was there once", leaving, here, "arrive", "stay"],
    ["one that leaves, and has gone from there", leaving, gone(true), "arrive", "stay"],
    ["one of which pages are copied", leaving, copying, "copy", "turn back"],
    ["one of which all is copied", leaving, copied, "switch", "turn back"],
    ["one of which the copy is removed", leaving, undoing, "retreat", "retreat"],
    ["one that is given up, and not yet served", gone(false), copied, "release", "TooLate"],
    ["one that is served there, and not yet cleared here", gone(false), here, "clear", "TooLate"],
    ["one that has left for good", gone(true), here, "Done", "TooLate"],
    ["one that has left for good, and has moved on", gone(true), null, "Done", "TooLate"]
  ])("of %s", (_, source, target, move, undo) => {
    expect([next("move", source, target), next("undo", source, target)]).toEqual([move, undo])
  })

  it("of one that arrives as an older version has written it is to copy", () => {
    expect(next("move", leaving, { _tag: "Arriving", from: eu } as State)).toBe("copy")
  })
})
