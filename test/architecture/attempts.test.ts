/** One place says what becomes of an attempt, and one which route a message takes next. */
import { describe, expect, it } from "vitest"
import type { Node, Source } from "./Tree.ts"
import { sources, target, visit } from "./Tree.ts"

const core = sources.filter(({ path }) => path.startsWith("packages/core/src/") && !path.endsWith(".d.ts"))
const inCore = (path: string): string => `packages/core/src/${path}`

const as = (value: unknown): Node | undefined => value as Node | undefined
const nameOf = (node: Node | undefined): string =>
  String(node?.type === "Identifier" ? node["name"] : node?.type === "Literal" ? node["value"] : "")

/** Finds the places where an object is given a property of this name with this text. */
const given = (isSought: (key: string, value: Node | undefined) => boolean, ...rooms: ReadonlyArray<string>) =>
  core.filter(({ path }) => !rooms.map(inCore).includes(path)).flatMap((source: Source) => {
    const found: Array<string> = []
    visit(source.program, (node, parent) => {
      if (node.type !== "Property" || parent?.type !== "ObjectExpression") return
      if (isSought(nameOf(as(node["key"])), as(node["value"]))) found.push(`${source.path}:${source.lineOf(node)}`)
    })
    return found
  })

/** Returns the modules that ask this one at run time. */
const users = (path: string): ReadonlyArray<string> =>
  core.flatMap((source) =>
    source.imports.some((each) => !each.type && !each.reexport && target(source, each.specifier) === inCore(path))
      ? [source.path.slice(inCore("").length)]
      : []
  )

const states = ["SENT", "FAILED", "DELIVERED", "READ"]

describe("an attempt", () => {
  it("is charged, and gets its report, in the room of its steps", () => {
    const changes = (key: string, value: Node | undefined): boolean =>
      (key === "charge" && value?.type === "Literal") ||
      (key === "report" && value?.type === "Literal" && (value["value"] === null || states.includes(nameOf(value))))
    // What is stored leaves the report of a new attempt out, which changes none.
    const rooms = ["message/AttemptStep.ts", "message/AttemptReference.ts", "row/MessageLayout.ts"]
    expect(given(changes, ...rooms)).toEqual([])
  })

  it("is waited for as its table says", () => {
    const names = [
      "SubmissionDeadlineWork.due",
      "ReceiptDeadlineWork.due",
      "FallbackWork.due",
      "SubmissionDeadlineWork.ref",
      "ReceiptDeadlineWork.ref",
      "FallbackWork.ref"
    ]
    expect(core.filter(({ text }) => names.some((name) => text.includes(name))).map(({ path }) => path)).toEqual([
      inCore("message/AttemptStep.ts")
    ])
  })

  it("changes through a table that its steps alone ask", () => {
    const asks = core.filter(({ text }) => text.includes("AttemptState.transition(")).map(({ path }) => path)
    expect(asks).toEqual([inCore("message/AttemptStep.ts")])
  })
})

describe("the next route", () => {
  it("is found in one room: nobody else looks at candidates and gates", () => {
    expect([users("dispatch/RoutingContext.ts"), users("dispatch/Gate.ts")]).toEqual([
      ["dispatch/NextRoute.ts"],
      // An explanation only names the gates.
      ["carrier/Clearance.ts", "dispatch/NextRoute.ts", "explain/ExplanationResource.ts"]
    ])
  })

  it("is asked for by who takes a message up, who is refused, who leaves a line, and whose time is over", () => {
    expect(users("dispatch/NextRoute.ts").toSorted()).toEqual([
      "carrier/Answered.ts",
      "carrier/HandOver.ts",
      "dispatch/DispatchStep.ts",
      "dispatch/FallbackStep.ts"
    ])
  })
})
