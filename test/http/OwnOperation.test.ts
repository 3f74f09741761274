/**
 * An endpoint that is added, as docs/architecture.md says it: the operation says all that the OpenAPI document shows of
 * it, and what it answers.
 */
import type { OperationName } from "@signalbox/core/Catalogue"
import * as Commits from "@signalbox/core/Commit"
import { done } from "@signalbox/core/internal/commit/Decision"
import * as Needs from "@signalbox/core/Needs"
import * as Operation from "@signalbox/core/Operation"
import * as Operations from "@signalbox/core/Operations"
import { bind } from "@signalbox/http/Binding"
import * as Endpoint from "@signalbox/http/Endpoint"
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { expect, it } from "vitest"
import * as Bench from "../core/Bench.ts"
import * as Scene from "../core/Scene.ts"

const CountLetters = Operation.make({
  // The catalogue makes a name of the service's out of it.
  name: "letters.count" as OperationName,
  summary: "Count the letters of a word",
  description: "Answers how many letters a word has. Nothing is kept.",
  path: Schema.Struct({ word: Schema.String.annotate({ description: "The word whose letters are counted." }) }),
  query: Schema.Struct({}),
  body: Schema.Struct({}),
  data: Schema.Struct({ letters: Schema.Int.annotate({ description: "How many letters the word has." }) }),
  status: 200,
  refuses: ["RESOURCE_003"],
  role: null,
  scope: "read",
  tier: "standard",
  idempotent: false,
  check: () => [],
  simulate: null,
  decides: {
    name: "letters.count",
    needs: () => Needs.none,
    decide: ({ path }) => done({ letters: path.word.length }, Commits.empty)
  }
})

const Letters = HttpApi.make("letters").add(
  HttpApiGroup.make("letters").add(Endpoint.make(bind("GET", "/v3/letters/:word", CountLetters)))
)

it("an operation alone says what the document shows of its endpoint", () => {
  const { get } = OpenApi.fromApi(Letters).paths["/v3/letters/{word}"]!
  expect(get).toMatchObject({
    operationId: "letters.count",
    summary: "Count the letters of a word",
    description: "Answers how many letters a word has. Nothing is kept.",
    parameters: [
      { name: "word", in: "path", required: true, description: "The word whose letters are counted." },
      {},
      {}
    ]
  })
  const { responses } = get!
  expect(JSON.stringify(responses["200"])).toContain("How many letters the word has.")
  expect(responses["404"]!.description).toContain("`RESOURCE_003`")
})

it("is asked like every other one", async () => {
  const answer = await Bench.run(
    Bench.layer(),
    Effect.flatMap(
      Operations.Operations,
      ({ run }) => run(CountLetters, Scene.caller, { ...Scene.request({}), path: { word: "seven" } })
    )
  )
  expect(answer).toMatchObject({ status: 200 })
  expect(JSON.stringify(answer)).toContain(`"letters":5`)
})
