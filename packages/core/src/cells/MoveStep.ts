/**
 * Says what comes next when an account is moved from one cell to another, or when that is undone (decisions 20.7). The two
 * residences of the account, in the cell that it leaves and in the one where it goes, tell all that there is to know, so that
 * whoever asks goes on where the last one was interrupted.
 */
import type { State } from "../row/Residence.ts"

export type Wish = "move" | "undo"

export type Step =
  /** From here on no request about the account changes anything. */
  | "leave"
  /** Work that is under way ends, and the other cell opens an empty place for the account. */
  | "arrive"
  /** One page is copied. */
  | "copy"
  /** Both sides are compared, all that leads to the account leads to the other cell, and this one gives it up. */
  | "switch"
  /** The other cell begins to serve the account. */
  | "release"
  /** The former cell removes its rest. */
  | "clear"
  /** From here on nothing more is copied. */
  | "turn back"
  /** A page of what was copied is removed. */
  | "retreat"
  /** The cell that the account was about to leave serves it again. */
  | "stay"

export type Next =
  | { readonly _tag: "Step"; readonly step: Step }
  /** The wish is fulfilled. */
  | { readonly _tag: "Done" }
  /** The other cell has the account already: what was begun can only be brought to its end. */
  | { readonly _tag: "TooLate" }

const step = (step: Step): Next => ({ _tag: "Step", step })

const arriving = (wish: Wish, target: State | null): Next => {
  // Where nothing of it has come, or all of that is gone again, it begins anew.
  if (target?._tag !== "Arriving") return step(wish === "move" ? "arrive" : "stay")
  const progress = target.progress?._tag ?? "Copying"
  if (progress === "Undoing") return step("retreat")
  if (wish === "undo") return step("turn back")
  return step(progress === "Copied" ? "switch" : "copy")
}

/**
 * Returns the next step.
 *
 * @param source the residence in the cell that the account leaves; null where it has none yet
 * @param target the residence in the cell where it goes
 */
export const next = (wish: Wish, source: State | null, target: State | null): Next => {
  switch (source?._tag) {
    case "Leaving":
      return arriving(wish, target)
    case "Gone":
      if (source.isCleared) return { _tag: wish === "move" ? "Done" : "TooLate" }
      if (wish === "undo") return { _tag: "TooLate" }
      return step(target?._tag === "Arriving" ? "release" : "clear")
    case "Arriving":
    case "Here":
    case undefined:
      return wish === "move" ? step("leave") : { _tag: "Done" }
  }
}
