/**
 * Counts what the engine of patterns does: which it compiles, how large they are, and how long the values are that it
 * matches. That is the work of a request, on any machine.
 */
import { RE2JS } from "re2js"
import { vi } from "vitest"

export interface Compiling {
  readonly compiled: ReadonlyArray<{ readonly pattern: string; readonly size: number }>
  readonly matched: ReadonlyArray<{ readonly length: number; readonly size: number }>
}

/** Begins to watch. What it returns ends that, and says what was compiled and matched meanwhile. */
export const begin = (): () => Compiling => {
  const compile = vi.spyOn(RE2JS, "compile")
  const match = vi.spyOn(RE2JS.prototype, "testExact")
  return () => {
    const compiled = compile.mock.results.map((made, index) => ({
      pattern: compile.mock.calls[index]![0],
      size: made.type === "return" ? (made.value as RE2JS).programSize() : 0
    }))
    const matched = match.mock.calls.map(([value], index) => ({
      length: String(value).length,
      size: (match.mock.contexts[index] as RE2JS).programSize()
    }))
    compile.mockRestore()
    match.mockRestore()
    return { compiled, matched }
  }
}

/** Runs something, and returns what was compiled and matched meanwhile. */
export const watch = <A>(act: () => A): Compiling & { readonly result: A } => {
  const end = begin()
  let isOver = false
  try {
    const result = act()
    isOver = true
    return { result, ...end() }
  } finally {
    if (!isOver) end()
  }
}
