/**
 * Work as data: what the engine does with a kind of work, whoever is asked, and which kinds there are.
 */
import { Accounts } from "@signalbox/core/Account"
import * as Commits from "@signalbox/core/Commit"
import type { ExecutionError } from "@signalbox/core/Executor"
import { Conflict, Executor, LeaseLost } from "@signalbox/core/Executor"
import * as Facts from "@signalbox/core/Facts"
import type { AccountId, VerificationId } from "@signalbox/core/Id"
import { make as instant } from "@signalbox/core/Instant"
import * as LeasedDecision from "@signalbox/core/internal/commit/LeasedDecision"
import { PrefixMemoryWork, PrefixReviewWork } from "@signalbox/core/internal/commit/PrefixWork"
import { ErasureWork, WhatsappReturnWork } from "@signalbox/core/internal/contact/ContactWork"
import { DeliveryWork, RetryWork } from "@signalbox/core/internal/delivery/DeliveryWork"
import { DispatchWork } from "@signalbox/core/internal/dispatch/DispatchWork"
import * as ErrorSummary from "@signalbox/core/internal/engine/ErrorSummary"
import type { Handler, Undone } from "@signalbox/core/internal/engine/Handler"
import * as Job from "@signalbox/core/internal/engine/Job"
import { PartsWork } from "@signalbox/core/internal/inbound/PartsWork"
import {
  ReceiptDeadlineWork,
  SubmissionDeadlineWork,
  SubmissionWork
} from "@signalbox/core/internal/message/AttemptWork"
import { CompletionWork, RemovalWork } from "@signalbox/core/internal/profile/ProfileWork"
import { ReviewWork } from "@signalbox/core/internal/template/ReviewWork"
import { ExpiryWork } from "@signalbox/core/internal/verification/VerificationWork"
import * as LaneKind from "@signalbox/core/internal/work/LaneKind"
import * as WorkName from "@signalbox/core/internal/work/WorkName"
import { jobs, laneTerms } from "@signalbox/core/Jobs"
import * as Needs from "@signalbox/core/Needs"
import { StoreError } from "@signalbox/core/Store"
import type { Due, Lease, LeaseToken } from "@signalbox/core/Work"
import { prop } from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const held = (due: Due): Lease => ({ failures: 0, ...due, token: 7 as LeaseToken })

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

type Asks = Pick<Job.Asks<void, string, string, string>, "ask">

/** Says in words what became of an item. */
const told = (undone: Undone): string =>
  `${undone.lease.work.key} ${undone._tag === "LetGo" ? "is let go" : `failed: ${ErrorSummary.text(undone.cause)}`}`

/** A job that asks about all that is not "idle", on an executor that fails as told; and what happened, in order. */
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
        reads: (name) => Needs.row(Accounts, name),
        question: (name) => name.startsWith("idle") ? null : `${name}?`,
        ask: (_, question) =>
          Effect.sync(() => {
            log.push(`ask ${question}`)
            return question.replace("?", "!")
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
    remembered: () => Effect.die("a job asks the store"),
    ask: (use, command) => Effect.map(executor.run(use, command), ({ answer }) => answer),
    run: (use, command) =>
      Effect.suspend(() => {
        const { lease, said } = command as unknown as Command
        const attempt = attempts.get(lease.work.key) ?? 0
        attempts.set(lease.work.key, attempt + 1)
        const failure = fails(lease, attempt)
        if (failure !== undefined) return Effect.fail(failure)
        log.push(`decide ${lease.work.key} ${said}`)
        const decided = Result.getOrThrow(use.decide(command, { facts: Facts.empty, now: Given.now, ids: Given.ids() }))
        return Effect.succeed({ answer: decided.answer, at: Given.now })
      }),
    runAll: (use, commands) => Effect.forEach(commands, (command) => Effect.exit(executor.run(use, command)))
  }
  /** Returns what became of each item that is not done. */
  const runAll = (jobs: ReadonlyArray<Job.Job<string, string, never>>, leases: ReadonlyArray<Lease>) =>
    Effect.gen(function*() {
      const { handle } = yield* Job.handlers<never>(jobs)
      return (yield* handle(leases, { hasBegun: () => false, begins: Effect.never })).map(told)
    }).pipe(Effect.provideService(Executor, executor), Effect.runPromise)
  const run = (leases: ReadonlyArray<Lease>, kinds = [work]) => runAll(kinds.map(job), leases)
  return { job, log, run, runAll }
}

const away = new StoreError({ reason: "unavailable", cause: new Error("gone") })
const broken = new StoreError({ reason: "failed", cause: new Error("no such column") })
const account = Given.accountId(1)

describe("a job that asks", () => {
  it(
    "puts one question about what is still wanted, and decides each item by its answer",
    async () => {
      const { log, run } = errand({})
      expect(await run(["idle", "b", "idle-too", "d"].map((name) => lease(name)))).toEqual([])
      expect(log.filter((line) => line.startsWith("ask"))).toEqual(["ask b?", "ask d?"])
      expect(log.filter((line) => line.startsWith("decide"))).toEqual([
        "decide idle null",
        "decide b b!",
        "decide idle-too null",
        "decide d d!"
      ])
      expect(log.filter((line) => line.startsWith("tell"))).toEqual(["tell null", "tell b!", "tell null", "tell d!"])
    }
  )

  it("does the others where one item fails, and says which one and why", async () => {
    const { log, run } = errand({}, ({ work }) => work.key === "a" ? broken : undefined)
    expect(await run(["a", "bug", "c"].map((name) => lease(name)))).toEqual([
      "a failed: StoreError: the store failed: no such column",
      "bug failed: Error: a bug of the job"
    ])
    expect(log.filter((line) => line.startsWith("decide"))).toEqual(["decide c c!"])
  })

  it("outlives whoever is asked and throws, dies or interrupts", async () => {
    const ask = (_: void, question: string): Effect.Effect<string> => {
      if (question === "a?") throw new Error("thrown")
      return question === "b?" ? Effect.die("dead") : question === "c?" ? Effect.interrupt : Effect.succeed("!")
    }
    const { log, run } = errand({ ask })
    expect(await run(["a", "b", "c", "d"].map((name) => lease(name)))).toEqual([
      "a failed: Error: thrown",
      "b failed: dead",
      "c failed: interrupted"
    ])
    expect(log).toContain("decide d !")
  })

  it("drops what somebody else holds by now", async () => {
    const { log, run } = errand({}, ({ work }) => work.key === "a" ? new LeaseLost({ use: "errand" }) : undefined)
    expect(await run([lease("a"), lease("b")])).toEqual([])
    expect(log.filter((line) => !/^(read|ask)/.test(line))).toEqual(["decide b b!", "tell b!"])
  })

  it.each([
    ["the store is away", away],
    ["others are faster", new Conflict({ use: "errand" })]
  ])("keeps what was said until it is kept while %s, and asks nobody again", async (_, failure) => {
    const { log, run } = errand({}, ({ work }, attempt) => work.key === "a" && attempt < 1 ? failure : undefined)
    expect(await run([lease("a"), lease("b")])).toEqual([])
    expect(log.filter((line) => line.startsWith("ask"))).toEqual(["ask a?", "ask b?"])
    expect(log.filter((line) => line.startsWith("decide")).toSorted()).toEqual(["decide a a!", "decide b b!"])
  })

  it("stops keeping what was said once somebody else holds the lease", async () => {
    const { log, run } = errand({}, (_, attempt) => attempt === 0 ? away : new LeaseLost({ use: "errand" }))
    expect(await run([lease("a")])).toEqual([])
    expect(log).toEqual(["read a", "ask a?"])
  })
})

describe("the handler of several kinds", () => {
  const other = named("chore")

  it("gives each kind its own, in the order of the lane", async () => {
    const { log, run } = errand({})
    await run([lease("a"), lease("b", other), lease("c")], [work, other])
    expect(log.filter((line) => line.startsWith("ask")).toSorted()).toEqual(["ask a?", "ask b?", "ask c?"])
  })

  it("does the others where the handler of one kind dies as a whole", async () => {
    const { job, log, runAll } = errand({})
    const dead = Job.custom({ work: other, handler: Effect.succeed<Handler>(() => Effect.die("dead")) })
    expect(await runAll([job(), dead], [lease("x", other), lease("a"), lease("y", other)])).toEqual([
      "x failed: dead",
      "y failed: dead"
    ])
    expect(log).toContain("decide a a!")
  })

  it("fails for a kind that nobody carries out, and does the others", async () => {
    const { log, run } = errand({})
    expect(await run([lease("x", other), lease("a")])).toEqual([
      "x failed: Error: no job carries out work of the kind chore"
    ])
    expect(log).toContain("decide a a!")
  })
})

describe("the jobs of the service", () => {
  it("have the kinds and lanes that stores keep, each kind once, and lanes of one width", () => {
    expect(jobs.map(({ kind, lane }) => [kind, lane.name, lane.width])).toEqual([
      ["dispatch", "send", 2048],
      ["look_up", "look_up", 16],
      ["media_probe", "media", 64],
      ["submission", "submission", 1024],
      ["submission_deadline", "deadline", 64],
      ["receipt_deadline", "deadline", 64],
      ["fallback", "deadline", 64],
      ["delivery", "delivery", 256],
      ["retry", "retry", 8],
      ["fanout", "fanout", 1],
      ["review", "review", 16],
      ["profile_removal", "profile", 4],
      ["profile_completion", "profile", 4],
      ["inbound_parts", "inbound", 16],
      ["whatsapp_return", "contact", 4],
      ["consent_erasure", "contact", 4],
      ["webhook_clones", "clone", 1],
      ["profile_clones", "clone", 1],
      ["clone_removal", "clone", 1],
      ["channel", "channel", 8],
      ["document", "document", 8],
      ["verification_expiry", "verification", 64],
      ["audit_retention", "audit", 16],
      ["prefix_review", "prefix", 8],
      ["prefix_memory", "prefix", 8],
      ["recipient_erasure", "privacy", 1],
      ["redaction", "privacy", 1],
      ["body_redaction", "privacy", 1],
      ["purge", "retention", 1],
      ["purge_accounts", "retention", 1]
    ])
    const terms = (width: number, shared: boolean) => ({ width, shared })
    expect(laneTerms).toEqual({
      send: terms(2048, true),
      look_up: terms(16, true),
      media: terms(64, true),
      submission: terms(1024, true),
      deadline: terms(64, true),
      delivery: { ...terms(256, false), given: 4096 },
      retry: terms(8, true),
      fanout: terms(1, false),
      review: terms(16, false),
      profile: terms(4, false),
      inbound: terms(16, false),
      contact: terms(4, false),
      clone: terms(1, false),
      channel: terms(8, false),
      document: terms(8, false),
      verification: terms(64, true),
      audit: terms(16, true),
      prefix: terms(8, true),
      privacy: terms(1, false),
      retention: terms(1, false)
    })
  })

  it("name their work as stores keep it", () => {
    const verification = "0e51f1ed-0000-7000-8000-000000000001" as VerificationId
    const [message, attempt] = [Given.messageId(1), Given.attempt().id]
    const target = { message, attempt }
    const at = Given.now
    expect([
      DispatchWork.due({ message, send: 2 }, account, at),
      SubmissionWork.due(target, { carrier: Given.carrierId("whatsapp:eu"), account }, at),
      SubmissionDeadlineWork.due(target, account, at),
      ReceiptDeadlineWork.due(target, account, at),
      DeliveryWork.due("delivery", Given.webhookId(1), at),
      RetryWork.due("delivery", Given.webhookId(1), at),
      ReviewWork.due({ template: Given.templateId(1), revision: 3 }, account, at),
      RemovalWork.due({ profile: account, last: { at, key: message } }, account, at),
      CompletionWork.due("completion", account, at),
      PartsWork.due("parts", account, at),
      WhatsappReturnWork.due(Given.contact().id, account, at),
      ErasureWork.due({ account, contact: Given.contact().id }, account, at),
      ExpiryWork.due(verification, account, at),
      PrefixReviewWork.due({ account, prefix: "+12015", minute: 7 }, account, at),
      PrefixMemoryWork.due({ account, prefix: "+12015" }, account, at)
    ]).toEqual([
      ["dispatch", `${message}/2`, `send:${account}`],
      ["submission", `${message}/${attempt}`, `submission:whatsapp:eu/${account}`],
      ["submission_deadline", `${message}/${attempt}`, `deadline:${account}`],
      ["receipt_deadline", `${message}/${attempt}`, `deadline:${account}`],
      ["delivery", "delivery", `delivery:${Given.webhookId(1)}`],
      ["retry", "delivery", `retry:${Given.webhookId(1)}`],
      ["review", `${Given.templateId(1)}/3`, `review:${account}`],
      ["profile_removal", `${account}/${at}/${message}`, `profile:${account}`],
      ["profile_completion", "completion", `profile:${account}`],
      ["inbound_parts", "parts", `inbound:${account}`],
      ["whatsapp_return", Given.contact().id, `contact:${account}`],
      ["consent_erasure", `${account}/${Given.contact().id}`, `contact:${account}`],
      ["verification_expiry", verification, `verification:${account}`],
      ["prefix_review", `${account}/+12015/7`, `prefix:${account}`],
      ["prefix_memory", `${account}/+12015`, `prefix:${account}`]
    ].map(([kind, key, lane]) => ({ work: { kind, key }, lane, at })))
  })

  prop("read what they have named", fc.uuid(), fc.uuid(), fc.nat(), (one, other, number) => {
    const read = <Target>(name: WorkName.WorkName<string, string, AccountId, Target>, target: Target) =>
      expect(name.target(held(name.due(target, account, Given.now)))).toEqual(target)
    read(DispatchWork, { message: one, send: number })
    read(SubmissionDeadlineWork, { message: one, attempt: other })
    read(ReceiptDeadlineWork, { message: one, attempt: other })
    read(ReviewWork, { template: one, revision: number })
    read(RemovalWork, { profile: one, last: { at: instant(number), key: other } })
    read(RemovalWork, { profile: one, last: null })
    read(CompletionWork, one)
  })
})
