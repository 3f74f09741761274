/** Answers of the sandbox that are large are made one at a time for each organization, and others have a turn between. */
import * as Answer from "@signalbox/core/Answer"
import * as SimulationQueue from "@signalbox/core/internal/operation/SimulationQueue"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { expect, it } from "vitest"
import * as Given from "../Given.ts"

const frame = { requestId: "req", at: Given.now, sandbox: true, profile: null }

/** Returns in which order the answers are made of which two are for one organization, each of so many characters. */
const order = (characters: number): Promise<ReadonlyArray<string>> => {
  const made: Array<string> = []
  const { inTurn } = SimulationQueue.make()
  // The quotes of the text are a part of it.
  const data = "x".repeat(characters - 2)
  return Effect.gen(function*() {
    const asks = [["first", 1], ["second", 1], ["other", 2]] as const
    const fibers = yield* Effect.forEach(asks, ([name, organization]) =>
      Effect.forkChild(
        inTurn(Given.accountId(organization), () => {
          made.push(name)
          return Answer.success(frame, 200, data)
        }),
        { startImmediately: true }
      ))
    const answers = yield* Effect.forEach(fibers, Fiber.join)
    expect(answers.map(({ outcome }) => outcome?.json.length)).toEqual([characters, characters, characters])
    return made
  }).pipe(Effect.runPromise)
}

it("one of 65,536 characters lets others have their turn, and a smaller one is made as it comes", async () => {
  expect([await order(65_536), await order(65_535)]).toStrictEqual([
    ["first", "other", "second"],
    ["first", "second", "other"]
  ])
})

it("one without a body is none of the large ones", () =>
  expect(Effect.runSync(SimulationQueue.make().inTurn(Given.accountId(1), () => Answer.success(frame, 204, null))))
    .toMatchObject({ status: 204, outcome: null }))
