/**
 * Requests made from the contract, for every endpoint: right ones, ones with exactly one known flaw, hostile ones. Every
 * answer is one of the API, with its headers and its envelope, and never an unexpected failure.
 *
 * 20,000 requests are sent in the whole matrix, else a tenth of them; `PROP_RUNS=10` sends ten times as many, and a failure
 * prints the seed that sends them again.
 */
import type { HttpSubject } from "@signalbox/testing/http/HttpSubject"
import { propWith } from "@signalbox/testing/Prop"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Matrix from "../http/Matrix.ts"
import { node } from "../http/NodeSubject.ts"
import * as Storages from "../http/Storages.ts"
import { endpoints, legacy } from "./Contract.ts"
import * as InProcess from "./InProcess.ts"
import type { Plan } from "./Plans.ts"
import { kinds } from "./Plans.ts"
import type { Send } from "./Target.ts"
import { Target } from "./Target.ts"
import * as Verdict from "./Verdict.ts"

/** Every endpoint is asked so often, by kind of request. */
const whole = { valid: 48, flawed: 140, hostile: 105 } as const

/** A fifth of that in `npm test` alone, where properties make half of their runs besides. */
const runs = {
  valid: Matrix.searched(whole.valid, 1 / 5),
  flawed: Matrix.searched(whole.flawed, 1 / 5),
  hostile: Matrix.searched(whole.hostile, 1 / 5)
}

/** So many of each kind go through a socket. */
const socketRuns = 2

/** Generous: the machine may have other things to do. */
const timeout = 300_000

const titles = {
  valid: "that are right are answered by what is stored [ENV-011, ENV-012, ENV-018, ENV-022, ENV-023]",
  flawed: "that have one flaw are refused for it alone [ENV-019, ENV-020, ENV-027, ERR-001, ERR-003, ERR-005]",
  hostile: "that mean harm are answered, and never by accident [ENV-007, ENV-013, ENV-024, ENV-034]"
} as const

const names = ["valid", "flawed", "hostile"] as const

/** Asks in the order of the plans, for an account of their own. */
const run = async (subject: HttpSubject, send: Send, plans: ReadonlyArray<Plan>): Promise<boolean> => {
  const target = new Target(send, await subject.freshAccount!({ channels: ["sms", "whatsapp", "rcs"] }))
  // What is refused for a flaw never comes to what is stored.
  if (plans.some(({ flaw }) => flaw === null)) await target.furnish()
  for (const plan of plans) {
    const { reply, wire } = await target.ask(plan)
    Verdict.check(plan, wire, reply)
  }
  return true
}

describe("requests made from the contract", () => {
  let running: InProcess.InProcess

  beforeAll(async () => {
    running = await InProcess.start()
  })

  afterAll(() => running?.stop())

  for (const kind of names) {
    propWith({ runs: runs[kind], timeout })(
      titles[kind],
      kinds[kind],
      (plans) => run(running.subject, running.send, plans)
    )
  }
})

describe("requests made from the contract, through a socket", () => {
  let subject: HttpSubject

  beforeAll(async () => {
    subject = await node(Storages.memory)()
  })

  afterAll(() => subject?.stop())

  for (const kind of names) {
    propWith({ runs: socketRuns, timeout })(
      titles[kind],
      kinds[kind],
      (plans) => run(subject, InProcess.over(subject.baseUrl), plans)
    )
  }
})

it("are 20,000 in all in the whole matrix, and some for every endpoint", () => {
  const { flawed, hostile, valid } = whole
  const all = endpoints.length + legacy.length
  const sent = endpoints.length * (valid + socketRuns) + all * (flawed + hostile + 2 * socketRuns)
  expect(sent).toBeGreaterThanOrEqual(20_000)
})
