/**
 * The lines of the log: their levels, their words and their fields, in the host's function or on the console.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import type { LogEntry, Options } from "signalbox"
import * as Log from "signalbox/internal/log"
import { describe, expect, it, vi } from "vitest"

const levels: ReadonlyArray<LogEntry["level"]> = ["debug", "info", "warn", "error"]

const all = Effect.all([
  Effect.logTrace("trace"),
  Effect.logDebug("debug"),
  Effect.logInfo("info"),
  Effect.logWarning("warn"),
  Effect.logError("error"),
  Effect.logFatal("fatal")
])

/** Returns the lines that reach the host's function: those of fibers, and those that no fiber has met. */
const logged = (options: Pick<Options, "logLevel">, effect: Effect.Effect<unknown> = all) => {
  const lines: Array<LogEntry> = []
  const { layer, shows, write } = Log.make({ log: (entry) => void lines.push(entry), ...options })
  Effect.runSync(Effect.provide(effect, layer))
  return { lines, shows, write }
}

describe("a log", () => {
  it.each<readonly [logLevel: LogEntry["level"] | undefined, shown: ReadonlyArray<string>]>([
    [undefined, ["info info", "warn warn", "error error", "error fatal"]],
    ["debug", ["debug debug", "info info", "warn warn", "error error", "error fatal"]],
    ["info", ["info info", "warn warn", "error error", "error fatal"]],
    ["warn", ["warn warn", "error error", "error fatal"]],
    ["error", ["error error", "error fatal"]]
  ])("of the level %s has no line below it", (logLevel, shown) => {
    const { lines, shows, write } = logged(logLevel === undefined ? {} : { logLevel })
    expect(lines.map(({ level, message }) => `${level} ${message}`)).toEqual(shown)
    const least = levels.indexOf(logLevel ?? "info")
    expect(levels.map(shows)).toEqual(levels.map((level) => levels.indexOf(level) >= least))
    lines.length = 0
    const before = Date.now()
    for (const level of levels) write(level, "by hand", { level })
    expect(lines).toEqual(
      levels.slice(least).map((level) => ({ level, message: "by hand", fields: { level }, at: expect.any(Date) }))
    )
    for (const { at } of lines) expect(at.getTime() >= before && at.getTime() <= Date.now()).toBe(true)
  })

  it("has the sentence of a line apart from what is said besides, of which the last word counts", () => {
    const effect = Effect.logInfo("one", { a: 1, b: 1 }, 2, ["list"], null, { b: 3 }, Cause.fail("broken")).pipe(
      Effect.annotateLogs({ b: 0, c: 0 })
    )
    const [line] = logged({}, effect).lines
    expect([line?.level, line?.message, line?.at]).toEqual(["info", "one 2 list null", expect.any(Date)])
    expect(line?.fields).toEqual({ a: 1, b: 3, c: 0, cause: expect.stringContaining("broken") })
    expect(logged({}, Effect.logInfo("alone")).lines).toMatchObject([{ message: "alone", fields: {} }])
  })

  it("is switched off whole", () => {
    const { layer, shows, write } = Log.make({ log: false, logLevel: "debug" })
    const spies = levels.map((level) => vi.spyOn(console, level).mockImplementation(() => {}))
    Effect.runSync(Effect.provide(all, layer))
    write("error", "by hand", {})
    expect([levels.map(shows), spies.flatMap(({ mock }) => mock.calls)]).toEqual([levels.map(() => false), []])
    for (const spy of spies) spy.mockRestore()
  })

  it("is on the console from warnings on unless the host has one, each line at its level", () => {
    const spies = levels.map((level) => vi.spyOn(console, level).mockImplementation(() => {}))
    const { layer, shows, write } = Log.make({})
    Effect.runSync(Effect.provide(all, layer))
    write("warn", "by hand", { a: 1 })
    expect(levels.map(shows)).toEqual([false, false, true, true])
    expect(spies.map(({ mock }) => mock.calls)).toEqual([
      [],
      [],
      [["Signalbox: warn"], ["Signalbox: by hand", { a: 1 }]],
      [["Signalbox: error"], ["Signalbox: fatal"]]
    ])
    for (const spy of spies) spy.mockRestore()
  })

  it("that throws is told on the console", () => {
    const spy = vi.spyOn(console, "error").mockImplementation(() => {})
    const error = new Error("the disk is full")
    Log.make({
      log: () => {
        throw error
      }
    }).write("error", "by hand", {})
    expect(spy.mock.calls).toEqual([["Signalbox: the function for its log has thrown", error]])
    spy.mockRestore()
  })
})
