/**
 * The parts that wait, for all sessions together.
 */
import type { Fate, Job, Outbox, Taker } from "@signalbox/smpp/internal/Outbox"
import * as Outboxes from "@signalbox/smpp/internal/Outbox"
import { messageBody } from "@signalbox/smpp/Pdu"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { expect, it } from "vitest"

const part = { body: messageBody({ source: "", destination: "12015550123" }), tlvs: [] }

const jobOf = (settle: (fate: Fate) => void = () => {}): Job => ({ part, isWithdrawn: false, isWritten: false, settle })

/** A session that takes so many parts when it is asked to. */
const taker = (outbox: Outbox, name: string, asked: Array<string>, load = 0, room = 0): Taker => ({
  load: () => load,
  pump: () => {
    asked.push(name)
    for (let count = 0; count < room; count++) outbox.next()
  }
})

type Step = readonly ["add", withdrawn: ReadonlyArray<boolean>] | readonly ["next", count: number]

const steps: fc.Arbitrary<ReadonlyArray<Step>> = fc.array(fc.oneof(
  fc.tuple(fc.constant("add" as const), fc.array(fc.boolean(), { maxLength: 5 })),
  fc.tuple(fc.constant("next" as const), fc.nat({ max: 6 }))
))

prop("parts are taken in the order in which they came, but for those that nobody wants any more", steps, (steps) => {
  const outbox = Outboxes.make()
  const waiting: Array<Job> = []
  for (const [step, given] of steps) {
    if (step === "add") {
      const jobs = given.map(() => jobOf())
      outbox.add(jobs)
      for (const [index, job] of jobs.entries()) job.isWithdrawn = given[index]!
      waiting.push(...jobs.filter((job) => !job.isWithdrawn))
    } else {
      for (let count = 0; count < given; count++) expect(outbox.next()).toBe(waiting.shift() ?? null)
    }
  }
})

it("a queue that is long keeps its order while it forgets what was taken", () => {
  const outbox = Outboxes.make()
  const jobs = Array.from({ length: 3000 }, () => jobOf())
  const taken: Array<Job | null> = []
  outbox.add(jobs.slice(0, 2000))
  for (let count = 0; count < 1500; count++) taken.push(outbox.next())
  outbox.add(jobs.slice(2000, 2500))
  for (let count = 0; count < 100; count++) taken.push(outbox.next())
  outbox.add(jobs.slice(2500))
  while (taken.at(-1) !== null) taken.push(outbox.next())
  expect(taken.slice(0, -1).every((job, index) => job === jobs[index])).toBe(true)
  expect(taken.length).toBe(jobs.length + 1)
})

it("what comes is offered to the session with the fewest parts under way first", () => {
  const outbox = Outboxes.make()
  const asked: Array<string> = []
  for (const [name, load] of [["many", 9], ["none", 0], ["some", 4]] as const) {
    outbox.attach(taker(outbox, name, asked, load))
  }
  expect(asked.splice(0)).toEqual(["many", "none", "some"])
  outbox.add([jobOf()])
  expect(asked).toEqual(["none", "some", "many"])
})

it("what waits stays for another session, and has no fate but with the last one", () => {
  const outbox = Outboxes.make()
  const fates: Array<string> = []
  const asked: Array<string> = []
  const [one, other] = [taker(outbox, "one", asked), taker(outbox, "other", asked, 0, 1)]
  expect(outbox.isUp()).toBe(false)
  outbox.attach(one)
  const jobs = [1, 2, 3].map((number) => jobOf((fate) => void fates.push(`${number} ${fate._tag}`)))
  outbox.add(jobs)
  outbox.attach(other)
  jobs[1]!.isWithdrawn = true
  outbox.detach(one)
  // A session that has left already leaves nothing else.
  outbox.detach(one)
  expect([fates, outbox.isUp()]).toEqual([[], true])
  outbox.detach(other)
  expect([fates, outbox.isUp()]).toEqual([["3 Unwritten"], false])
  expect(outbox.next()).toBeNull()
  outbox.detach(other)
  outbox.attach(one)
  outbox.add(jobs.slice(2))
  expect(outbox.next()).toBe(jobs[2])
})
