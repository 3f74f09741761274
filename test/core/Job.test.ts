/**
 * Work as data: what the engine does with a kind of work, whoever is asked, and which kinds there are.
 */
import { Accounts } from "@signalbox/core/Account"
import * as Commits from "@signalbox/core/Commit"
import type { ExecutionError } from "@signalbox/core/Executor"
import { Conflict, Executor, LeaseLost } from "@signalbox/core/Executor"
import * as Facts from "@signalbox/core/Facts"
import type { AccountId } from "@signalbox/core/Id"
import * as LeasedDecision from "@signalbox/core/internal/commit/LeasedDecision"
import { ErasureWork, WhatsappReturnWork } from "@signalbox/core/internal/contact/ContactWork"
import { DeliveryWork } from "@signalbox/core/internal/delivery/DeliveryWork"
import { DispatchWork } from "@signalbox/core/internal/dispatch/DispatchWork"
import * as Job from "@signalbox/core/internal/engine/Job"
import { PartsWork } from "@signalbox/core/internal/inbound/PartsWork"
import {
  ReceiptDeadlineWork,
  SubmissionDeadlineWork,
  SubmissionWork
} from "@signalbox/core/internal/message/AttemptWork"
import { CompletionWork, RemovalWork } from "@signalbox/core/internal/profile/ProfileWork"
import { ReviewWork } from "@signalbox/core/internal/template/ReviewWork"
import * as LaneKind from "@signalbox/core/internal/work/LaneKind"
import * as WorkName from "@signalbox/core/internal/work/WorkName"
import { jobs, laneWidth } from "@signalbox/core/Jobs"
import * as Needs from "@signalbox/core/Needs"
import { StoreError } from "@signalbox/core/Store"
import type { Due, Lease, LeaseToken } from "@signalbox/core/Work"
import { prop } from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Logger from "effect/Logger"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Given from "./Given.ts"

const held = (due: Due): Lease => ({ ...due, token: 7 as LeaseToken })

const lanes = LaneKind.make("errand", 4, (account: AccountId) => account)
const named = (kind: string) =>
  WorkName.make({
    kind,
    lane: lanes,
    key: { write: (name: string) => [name], read: ([name = ""]) => name }
  })
const work = named("errand")

const lease = (name: string, kind = work): Lease => held(kind.due(name, Given.accountId(1), Given.now))

interface Command extends LeasedDecision.Leased {
  readonly said: string | null
}

const decides = LeasedDecision.make<Command, string>({
  name: "errand",
  needs: () => Needs.none,
  decide: ({ said }) => Result.succeed({ answer: String(said), commit: Commits.empty })
})

type Asks = Pick<Job.Asks<void, string, string, string>, "ask" | "how" | "unkept">

/** A job that asks about all that is not "idle", on a executor that fails as told; and what happened, in order. */
const errand = (
  asks: Partial<Asks>,
  fails: (lease: Lease, attempt: number) => ExecutionError | undefined = () => undefined
) => {
  const log: Array<string> = []
  const attempts = new Map<string, number>()
  const job = (of = work) =>
    Job.make({
      work: of,
      outside: Job.alone,
      asks: {
        how: "together",
        reads: (name) => Needs.row(Accounts, name),
        question: (name) => name.startsWith("idle") ? null : `${name}?`,
        ask: (_, questions, owner) =>
          Effect.sync(() => {
            log.push(`ask ${questions.join(" ")} of ${owner}`)
            return questions.map((question) => question.replace("?", "!"))
          }),
        ...asks
      },
      decides,
      command: (_, { lease, said }): Command => {
        if (lease.work.key === "bug") throw new Error("a bug of the job")
        return { lease, said }
      },
      tells: (_, answer) => Effect.sync(() => void log.push(`tell ${answer}`))
    })
  const executor: Executor["Service"] = {
    read: (needs) =>
      Effect.sync(() => {
        log.push(`read ${needs(Facts.empty).rows.map(({ key }) => key).join(" ")}`)
        return Facts.empty
      }),
    run: (use, command) =>
      Effect.suspend(() => {
        const { lease, said } = command as unknown as Command
        const attempt = attempts.get(lease.work.key) ?? 0
        attempts.set(lease.work.key, attempt + 1)
        const failure = fails(lease, attempt)
        if (failure !== undefined) return Effect.fail(failure)
        log.push(`decide ${lease.work.key} ${said}`)
        const decided = Result.getOrThrow(use.decide(command, Facts.empty, Given.now, Given.mint()))
        return Effect.succeed({ answer: decided.answer, at: Given.now })
      })
  }
  const run = (leases: ReadonlyArray<Lease>, kinds = [work]) =>
    Effect.gen(function*() {
      const { handle } = yield* Job.handlers(kinds.map(job))
      return yield* Effect.exit(handle(leases))
    }).pipe(Effect.provideService(Executor, executor), Effect.provide(Logger.layer([])), Effect.runPromise)
  return { log, run }
}

const away = new StoreError({ reason: "unavailable", cause: "gone" })
const broken = new StoreError({ reason: "failed", cause: "no such column" })
const account = Given.accountId(1)

describe("a job that asks", () => {
  it("together reads once, puts one question about what is still wanted, and decides each piece by its own answer", async () => {
    const { log, run } = errand({})
    expect(await run(["idle", "b", "idle-too", "d"].map((name) => lease(name)))).toEqual(Exit.void)
    expect(log.slice(0, 2)).toEqual(["read idle b idle-too d", `ask b? d? of ${account}`])
    expect(log.filter((line) => line.startsWith("decide"))).toEqual([
      "decide idle null",
      "decide b b!",
      "decide idle-too null",
      "decide d d!"
    ])
    expect(log.filter((line) => line.startsWith("tell"))).toEqual(["tell null", "tell b!", "tell null", "tell d!"])
  })

  it("asks nobody when nothing is wanted any more", async () => {
    const { log, run } = errand({})
    await run([lease("idle")])
    expect(log).toEqual(["read idle", "decide idle null", "tell null"])
  })

  it("side by side asks about each piece by itself, and one that fails costs the others nothing", async () => {
    const { log, run } = errand({ how: "side by side" }, ({ work }) => work.key === "a" ? broken : undefined)
    expect(Exit.isFailure(await run(["a", "b", "c"].map((name) => lease(name))))).toBe(true)
    expect(log.filter((line) => line.startsWith("ask"))).toEqual(
      ["a", "b", "c"].map((name) => `ask ${name}? of ${account}`)
    )
    expect(log.filter((line) => line.startsWith("decide"))).toEqual(["decide b b!", "decide c c!"])
  })

  it.each(["together", "side by side"] as const)("%s does the others where one piece meets a bug", async (how) => {
    const { log, run } = errand({ how })
    expect(Exit.hasDies(await run([lease("bug"), lease("b")]))).toBe(true)
    expect(log).toContain("decide b b!")
  })

  it("in order asks about the next piece after the last one is settled, and not after one that fails", async () => {
    const { log, run } = errand({ how: "in order" }, ({ work }) => work.key === "c" ? broken : undefined)
    expect(Exit.isFailure(await run(["a", "b", "c", "d"].map((name) => lease(name))))).toBe(true)
    expect(log).toEqual(
      ["a", "b"].flatMap((name) => [
        `read ${name}`,
        `ask ${name}? of ${account}`,
        `decide ${name} ${name}!`,
        `tell ${name}!`
      ]).concat("read c", `ask c? of ${account}`)
    )
  })

  it.each(["together", "side by side", "in order"] as const)(
    "%s drops what somebody else holds by now",
    async (how) => {
      const { log, run } = errand(
        { how },
        ({ work }) => work.key === "a" ? new LeaseLost({ use: "errand" }) : undefined
      )
      expect(await run([lease("a"), lease("b")])).toEqual(Exit.void)
      expect(log.filter((line) => !/^(read|ask)/.test(line))).toEqual(["decide b b!", "tell b!"])
    }
  )

  it.each([0, 1, 3])("decides nothing on %i answers to two questions", async (count) => {
    const { log, run } = errand({ ask: () => Effect.succeed(Array.from({ length: count }, () => "!")) })
    expect(Exit.hasDies(await run([lease("a"), lease("b")]))).toBe(true)
    expect(log).toEqual(["read a b"])
  })

  it("gives back what it cannot keep where asking again does no harm", async () => {
    const { log, run } = errand({}, (_, attempt) => attempt === 0 ? away : undefined)
    expect(Exit.isFailure(await run([lease("a")]))).toBe(true)
    expect(log).toEqual(["read a", `ask a? of ${account}`])
  })

  it.each([["the store is away", away], ["others are faster", new Conflict({ use: "errand" })]])(
    "keeps what was said until it is kept while %s, where asking again might do harm",
    async (_, failure) => {
      const { log, run } = errand({ unkept: "lost" }, (_, attempt) => attempt === 0 ? failure : undefined)
      expect(await run([lease("a")])).toEqual(Exit.void)
      expect(log).toEqual(["read a", `ask a? of ${account}`, "decide a a!", "tell a!"])
    }
  )

  it("decides that the answer is lost when it can never be kept, where asking again might do harm", async () => {
    const { log, run } = errand({ unkept: "lost" }, (_, attempt) => attempt === 0 ? broken : undefined)
    expect(await run([lease("a"), lease("idle")])).toEqual(Exit.fail(broken))
    // Nobody was asked about the idle one, so it is given back as ever.
    expect(log.filter((line) => line.startsWith("decide"))).toEqual(["decide a lost"])
  })
})

describe("the handler of several kinds", () => {
  const other = named("chore")

  it("gives each kind its own, in the order of the lane", async () => {
    const { log, run } = errand({})
    await run([lease("a"), lease("b", other), lease("c")], [work, other])
    expect(log.filter((line) => line.startsWith("ask"))).toEqual([`ask a? c? of ${account}`, `ask b? of ${account}`])
  })

  it("fails for a kind that nobody carries out, and does the others", async () => {
    const { log, run } = errand({})
    expect(Exit.hasDies(await run([lease("x", other), lease("a")]))).toBe(true)
    expect(log).toContain("decide a a!")
  })
})

describe("the jobs of the service", () => {
  it("have the kinds and lanes that stores keep, each kind once, and lanes of one width", () => {
    expect(jobs.map(({ kind, lane }) => [kind, lane.name, lane.width])).toEqual([
      ["dispatch", "dispatch", 64],
      ["submission", "submission", 128],
      ["submission_deadline", "deadline", 64],
      ["receipt_deadline", "deadline", 64],
      ["delivery", "delivery", 8],
      ["review", "review", 16],
      ["profile_removal", "profile", 4],
      ["profile_completion", "profile", 4],
      ["inbound_parts", "inbound", 16],
      ["whatsapp_return", "contact", 4],
      ["consent_erasure", "contact", 4]
    ])
    expect(laneWidth).toEqual({
      dispatch: 64,
      submission: 128,
      deadline: 64,
      delivery: 8,
      review: 16,
      profile: 4,
      inbound: 16,
      contact: 4
    })
  })

  it("name their work as stores keep it", () => {
    const [message, attempt] = [Given.messageId(1), Given.attempt().id]
    const target = { message, attempt }
    const at = Given.now
    expect([
      DispatchWork.due({ message, send: 2 }, account, at),
      SubmissionWork.due(target, Given.carrierId("whatsapp:eu"), at),
      SubmissionDeadlineWork.due(target, account, at),
      ReceiptDeadlineWork.due(target, account, at),
      DeliveryWork.due("delivery", Given.webhookId(1), at),
      ReviewWork.due({ template: Given.templateId(1), revision: 3 }, account, at),
      RemovalWork.due({ profile: account, seen: 40 }, account, at),
      CompletionWork.due("completion", account, at),
      PartsWork.due("parts", account, at),
      WhatsappReturnWork.due(Given.contact().id, account, at),
      ErasureWork.due({ account, contact: Given.contact().id }, account, at)
    ]).toEqual([
      ["dispatch", `${message}/2`, `dispatch:${account}`],
      ["submission", `${message}/${attempt}`, "submission:whatsapp:eu"],
      ["submission_deadline", `${message}/${attempt}`, `deadline:${account}`],
      ["receipt_deadline", `${message}/${attempt}`, `deadline:${account}`],
      ["delivery", "delivery", `delivery:${Given.webhookId(1)}`],
      ["review", `${Given.templateId(1)}/3`, `review:${account}`],
      ["profile_removal", `${account}/40`, `profile:${account}`],
      ["profile_completion", "completion", `profile:${account}`],
      ["inbound_parts", "parts", `inbound:${account}`],
      ["whatsapp_return", Given.contact().id, `contact:${account}`],
      ["consent_erasure", `${account}/${Given.contact().id}`, `contact:${account}`]
    ].map(([kind, key, lane]) => ({ work: { kind, key }, lane, at })))
    expect(LaneKind.owner(SubmissionWork.lane.of(Given.carrierId("whatsapp:eu")))).toBe("whatsapp:eu")
  })

  prop("read what they have named", fc.uuid(), fc.uuid(), fc.nat(), (one, other, number) => {
    const read = <Target>(name: WorkName.WorkName<string, string, AccountId, Target>, target: Target) =>
      expect(name.target(held(name.due(target, account, Given.now)))).toEqual(target)
    read(DispatchWork, { message: one, send: number })
    read(SubmissionDeadlineWork, { message: one, attempt: other })
    read(ReceiptDeadlineWork, { message: one, attempt: other })
    read(ReviewWork, { template: one, revision: number })
    read(RemovalWork, { profile: one, seen: number })
    read(CompletionWork, one)
  })
})
