/**
 * The host's review sees a template whole, and its verdict is told whole; what is no verdict is one to nobody.
 */
import * as Instant from "@signalbox/core/Instant"
import { Reviewer } from "@signalbox/core/Reviewer"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { HostFailure, Review, TemplateToReview } from "signalbox"
import * as Log from "signalbox/internal/log"
import { layer } from "signalbox/internal/reviewer"
import { describe, expect, it } from "vitest"
import * as Given from "../core/Given.ts"

const at = new Date("2030-01-15T12:00:00Z")

/** Asks a review about a template, and returns what it says, what it has seen, and what the log and the host are told. */
const review = async (said: unknown) => {
  const seen: Array<TemplateToReview> = []
  const logged: Array<readonly [level: string, message: string, fields: object]> = []
  const failures: Array<readonly [failure: HostFailure, said: ReadonlyArray<string>]> = []
  const log = Log.make({ log: ({ fields, level, message }) => void logged.push([level, message, fields]) })
  const own = ((template) => {
    seen.push(template)
    if (said instanceof Error) throw said
    return said
  }) as Review
  const told = {
    hide: () => {},
    tell: (failure: HostFailure, said: ReadonlyArray<string>) => {
      failures.push([failure, said])
      return { level: "error", message: "thrown", fields: {}, line: "the line", code: "", whole: () => ({}) } as const
    }
  }
  const exit = await Effect.runPromise(
    Effect.exit(Effect.flatMap(Reviewer, (reviewer) => reviewer.review(Given.template(), Given.now))).pipe(
      Effect.provide(layer(told, own)),
      Effect.provide(log.layer)
    )
  )
  return {
    seen,
    logged,
    failures,
    verdict: Exit.isSuccess(exit) ? exit.value : null,
    defect: Exit.isFailure(exit) ? Cause.squash(exit.cause) : null
  }
}

describe("a review", () => {
  const approved = { _tag: "Approved" }
  const rejected = { _tag: "Rejected", reason: "no sense" }
  const undecided = { _tag: "Undecided", askAgainAt: Instant.make(at.getTime()) }

  it.each<readonly [said: unknown, verdict: object]>([
    ["approved", approved],
    [Promise.resolve("approved"), approved],
    [{ rejected: "no sense" }, rejected],
    [{ rejected: "no sense", askAgainAt: undefined }, rejected],
    [{ askAgainAt: at }, undecided],
    [{ askAgainAt: at, channels: {} }, undecided],
    [{ askAgainAt: at, channels: { sms: undefined } }, undecided],
    [
      { askAgainAt: at, channels: { sms: "approved", whatsapp: { rejected: "no sense" }, rcs: undefined } },
      { ...undecided, channels: { sms: approved, whatsapp: rejected } }
    ]
  ])("that says %j is told so", async (said, verdict) => {
    const found = await review(said)
    expect(found.verdict).toStrictEqual(verdict)
    expect([found.logged, found.failures]).toEqual([[], []])
  })

  it("sees the template whole, and nothing else of it", async () => {
    const { category, definition, id, language, name, revision, account } = Given.template()
    expect((await review("approved")).seen).toStrictEqual([
      { id, account, name, revision, category, language, definition }
    ])
  })

  it("that throws is told with the template, of which nothing may be quoted, and is asked again", async () => {
    const error = new Error("no session")
    const { defect, failures, logged } = await review(error)
    expect(failures).toEqual([[
      { where: "review", template: Given.templateId(1), error },
      expect.arrayContaining(["order_shipped", "Your order {{0:variable}} has been shipped."])
    ]])
    expect(logged).toEqual([["error", "thrown", {}]])
    expect(defect).toMatchObject({ _tag: "ReviewFailed", message: "the line" })
  })

  it.each<readonly [said: unknown, flaws: ReadonlyArray<unknown>]>([
    ["yes", ["the verdict must be \"approved\", { rejected: \"why\" } or { askAgainAt: date }"]],
    [{ rejected: 7 }, [expect.stringMatching(/^verdict\.rejected /)]],
    [{ askAgainAt: 7, rejected: "no" }, [
      expect.stringMatching(/^verdict\.rejected /),
      "verdict.askAgainAt must be a Date"
    ]],
    [
      { askAgainAt: at, a: 1, b: 2, c: 3, d: 4, e: 5, f: 6 },
      ["a", "b", "c", "d", "e"].map((name) => expect.stringMatching(`^verdict\\.${name} `) as unknown)
    ]
  ])("that says %j has said nothing, and five of its flaws are logged", async (said, flaws) => {
    const { defect, failures, logged, verdict } = await review(said)
    expect(logged).toEqual([["error", "a review answers what is no verdict", { template: Given.templateId(1), flaws }]])
    expect([verdict, failures, String(defect)]).toEqual([
      null,
      [],
      "TypeError: a review has answered what is no verdict"
    ])
  })

  it("that the host has not given approves everything", async () => {
    const asked = Effect.flatMap(Reviewer, (reviewer) => reviewer.review(Given.template(), Given.now))
    const failures = { hide: () => {}, tell: () => expect.unreachable() }
    expect(await Effect.runPromise(Effect.provide(asked, layer(failures)))).toEqual(approved)
  })
})
