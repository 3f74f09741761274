/**
 * A carrier of the host as the service has it: what is handed over and what comes back are told whole, and neither the
 * answer of one message nor what a callback brings goes astray.
 */
import type { Carrier as Port, CarrierRequest, Submission, SubmissionOutcome } from "@signalbox/core/Carrier"
import { Carriers } from "@signalbox/core/Carrier"
import { ConsentSignals } from "@signalbox/core/ConsentSignals"
import type { InboundMessage } from "@signalbox/core/Inbound"
import { Inbound } from "@signalbox/core/Inbound"
import type { Answer, Receipt } from "@signalbox/core/Receipts"
import { Receipts } from "@signalbox/core/Receipts"
import { StoreError } from "@signalbox/core/Store"
import { Verdicts } from "@signalbox/core/Verdicts"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import type { CallbackAnswer, CarrierOptions, HostFailure, OutgoingMessage } from "signalbox"
import { carrier } from "signalbox"
import { layer } from "signalbox/internal/carriers"
import * as Log from "signalbox/internal/log"
import { describe, expect, it, vi } from "vitest"
import * as Given from "../core/Given.ts"
import { attemptId, submission } from "../emulator/Submissions.ts"

const gone = new StoreError({ reason: "unavailable", message: "the database is gone", cause: null })

interface Ends {
  readonly receipts?: ReadonlyArray<Exit.Exit<Answer, StoreError>>
  readonly inbound?: Effect.Effect<{ readonly _tag: "UnknownNumber" }, StoreError>
}

/** The port of a carrier, and what it tells the service, the log and the host. */
const begin = async (how: Partial<CarrierOptions>, { receipts, inbound }: Ends = {}) => {
  const seen = {
    receipts: [] as Array<Receipt>,
    inbound: [] as Array<InboundMessage>,
    logged: [] as Array<readonly [level: string, message: string, fields: object]>,
    failures: [] as Array<readonly [failure: HostFailure, said: ReadonlyArray<string>]>,
    told: [] as Array<readonly [attempt: string, outcome: SubmissionOutcome]>
  }
  const log = Log.make({ log: ({ fields, level, message }) => void seen.logged.push([level, message, fields]) })
  const ways = Layer.mergeAll(
    log.layer,
    Layer.mock(Receipts, {
      reportAll: (all) =>
        Effect.sync(() => {
          seen.receipts.push(...all)
          return receipts ?? all.map(() => Exit.succeed("applied" as const))
        })
    }),
    Layer.mock(Inbound, {
      receive: (message) =>
        Effect.suspend(() => {
          seen.inbound.push(message as InboundMessage)
          return inbound ?? Effect.succeed({ _tag: "UnknownNumber" } as const)
        })
    }),
    Layer.mock(ConsentSignals, {}),
    Layer.mock(Verdicts, {})
  )
  const failures = {
    hide: () => {},
    tell: (failure: HostFailure, said: ReadonlyArray<string>) => {
      seen.failures.push([failure, said])
      return { level: "warn", message: "thrown", fields: {}, line: "", code: "E7", whole: () => ({}) } as const
    }
  }
  const made = carrier({ id: "acme", channels: ["sms"], submit: () => {}, ...how })
  const [port] = await Effect.runPromise(
    Effect.provide(Effect.provide(Carriers, layer([made], failures)), ways)
  ) as [Port]
  const submit = (...batch: ReadonlyArray<Submission>) =>
    Effect.provide(
      port.submit(batch, (attempt, outcome) => Effect.sync(() => void seen.told.push([attempt, outcome]))),
      log.layer
    )
  const call = (request: CarrierRequest = { method: "POST", url: "/", headers: {}, body: new Uint8Array() }) =>
    Effect.runPromise(Effect.provide(port.hook?.(request) ?? Effect.die("it has none"), log.layer))
  return { port, seen, submit, call }
}

const rich = submission(1, {
  channel: "rcs",
  rendered: {
    header: "the header",
    headerMedia: { type: "image", url: "https://a.example/header.png" },
    content: "the content",
    footer: "the footer",
    buttons: [{ type: "quick_reply", value: "the value", text: "the text", postbackData: "the data" }],
    media: ["https://a.example/media.png"],
    subject: "the subject",
    plain: "all of it"
  },
  template: {
    id: Given.templateId(1),
    name: "order",
    revision: 3,
    language: "en_US",
    category: "UTILITY",
    header: ["in the header"],
    body: ["in the body"],
    buttons: [{ index: 0, value: "in the button" }]
  },
  sms: null,
  reference: "the reference",
  metadata: { order: "the order" }
})

describe("a message that is handed over", () => {
  it("has all that it is made of, and nothing that it was not given", async () => {
    const handed: Array<OutgoingMessage> = []
    const { submit } = await begin({ submit: (message) => void handed.push(message) })
    const bare = submission(2, { from: null })
    await Effect.runPromise(submit(rich, bare))
    const { content, plain, ...rendered } = rich.rendered
    const { expiresAt, message, rendered: _, ...same } = rich
    expect(handed).toStrictEqual([
      { ...same, id: message, text: plain, content: { ...rendered, body: content }, expiresAt: new Date(expiresAt) },
      {
        attempt: bare.attempt,
        id: bare.message,
        account: bare.account,
        channel: "sms",
        to: bare.to,
        from: null,
        text: "Hello",
        content: {
          header: null,
          headerMedia: null,
          body: "Hello",
          footer: null,
          buttons: [],
          media: [],
          subject: null
        },
        template: null,
        sms: { encoding: "GSM-7", parts: ["Hello"] },
        expiresAt: new Date(bare.expiresAt)
      }
    ])
  })

  it("does not wait for the others of its batch, and each is told its own answer", async () => {
    const answers: Array<(answer: string) => void> = []
    const { seen, submit } = await begin({ submit: () => new Promise((resolve) => answers.push(resolve)) })
    const done = Effect.runPromise(submit(submission(1), submission(2)))
    await vi.waitFor(() => expect(answers).toHaveLength(2), { interval: 1 })
    answers[1]?.("second")
    await vi.waitFor(() => expect(seen.told).toHaveLength(1), { interval: 1 })
    answers[0]?.("first")
    await done
    expect(seen.told).toEqual([
      [attemptId(2), { _tag: "Accepted", references: ["second"] }],
      [attemptId(1), { _tag: "Accepted", references: ["first"] }]
    ])
    expect([seen.logged, seen.failures]).toEqual([[], []])
  })

  it("whose carrier throws has no answer, and nothing of it may be quoted", async () => {
    const error = new Error("no session")
    const { seen, submit } = await begin({ submit: () => Promise.reject(error) })
    await Effect.runPromise(submit(rich))
    expect(seen.told).toEqual([
      [rich.attempt, { _tag: "Unanswered", detail: { code: "E7", text: "the carrier failed" } }]
    ])
    const [[failure, said]] = seen.failures as [(typeof seen.failures)[number]]
    expect(failure).toEqual({ where: "carrier.submit", carrier: "acme", attempt: rich.attempt, error })
    expect(said.toSorted()).toEqual([
      rich.to,
      rich.from,
      "the reference",
      "the order",
      ...["header", "content", "footer", "value", "text", "data", "subject"].map((part) => `the ${part}`),
      "all of it",
      "quick_reply",
      "image",
      "https://a.example/header.png",
      "https://a.example/media.png",
      ...["header", "body", "button"].map((part) => `in the ${part}`)
    ].toSorted())
    expect(seen.logged).toEqual([["warn", "thrown", {}]])
    const { seen: free, submit: freely } = await begin({ submit: () => Promise.reject(error) })
    await Effect.runPromise(freely(submission(1)))
    expect(free.failures[0]?.[1].toSorted()).toEqual([Given.phone(1), Given.phone(9000), "Hello", "Hello"].toSorted())
  })

  it.each<readonly [answer: unknown, outcome: SubmissionOutcome["_tag"] | null, flaws: number]>([
    ["late", "Accepted", 0],
    [{ refused: "invalid_number" }, "Refused", 0],
    [{ refusd: true }, null, 2]
  ])("is told %j when nobody waits any more: %s", async (answer, outcome, flaws) => {
    let end: (answer: unknown) => void = () => {}
    const { seen, submit } = await begin({
      submit: () => new Promise((resolve) => end = resolve as (answer: unknown) => void)
    })
    const fiber = Effect.runFork(submit(submission(1)))
    await new Promise((resolve) => setImmediate(resolve))
    await Effect.runPromise(Fiber.interrupt(fiber))
    expect([seen.told, seen.failures]).toEqual([[], []])
    end(answer)
    await vi.waitFor(() => expect(seen.told.length + seen.logged.length).toBe(1), { interval: 1 })
    expect(seen.told.map(([attempt, { _tag }]) => [attempt, _tag])).toEqual(
      outcome === null ? [] : [[attemptId(1), outcome]]
    )
    expect(seen.logged).toEqual(
      flaws === 0 ? [] : [["error", "a carrier's answer cannot be read", {
        carrier: "acme",
        attempt: attemptId(1),
        flaws: expect.objectContaining({ length: flaws })
      }]]
    )
  })
})

const receipt = { reference: "r", status: "delivered" } as const
const inbound = { reference: "i", channel: "sms", from: "+12015550001", to: "+12015559000", text: "Hi" } as const

describe("a callback", () => {
  it("brings receipts and messages, and is answered as it says", async () => {
    const response = { status: 202, headers: { "x-a": "b" }, body: "taken" }
    const { call, seen } = await begin({ callback: () => ({ receipts: [receipt], inbound: [inbound], response }) })
    expect(await call()).toStrictEqual(response)
    expect(seen.receipts).toStrictEqual([{
      subject: { _tag: "Reference", carrier: "acme", reference: "r" },
      reported: { _tag: "Delivered" }
    }])
    expect(seen.inbound).toStrictEqual([{
      carrier: "acme",
      reference: "i",
      from: "+12015550001",
      to: { _tag: "Number", number: "+12015559000" },
      channel: "sms",
      text: "Hi",
      media: []
    }])
    expect(seen.logged).toEqual([])
  })

  const again = { status: 503, headers: { "retry-after": "1" } }
  const both: CallbackAnswer = { receipts: [receipt, receipt], inbound: [inbound], response: { status: 202 } }

  it.each<readonly [name: string, ends: Ends, answer: object, lines: number]>([
    ["a receipt cannot be stored", { receipts: [Exit.succeed("applied"), Exit.fail(gone)] }, again, 1],
    ["a message cannot be stored", { inbound: Effect.fail(gone) }, again, 1],
    ["a receipt is of no message yet", { receipts: [Exit.succeed("applied"), Exit.succeed("unknown")] }, again, 0],
    ["a receipt comes again", { receipts: [Exit.succeed("repeated"), Exit.succeed("applied")] }, { status: 202 }, 0]
  ])("of which %s is answered so that the carrier knows", async (_, ends, answer, lines) => {
    const { call, seen } = await begin({ callback: () => both }, ends)
    expect(await call()).toStrictEqual(answer)
    // What comes with it is stored all the same.
    expect([seen.receipts.length, seen.inbound.length]).toEqual([2, 1])
    const line = [
      "error",
      "what a carrier brought cannot be stored",
      { carrier: "acme", cause: expect.stringContaining("StoreError") }
    ]
    expect(seen.logged).toEqual(Array.from({ length: lines }, () => line))
  })

  it("that cannot be read stores nothing, and the log names five flaws", async () => {
    const { call, seen } = await begin({
      callback: () => ({ receipts: Array.from({ length: 6 }, () => ({}) as typeof receipt), inbound: [inbound] })
    })
    expect(await call()).toStrictEqual({ status: 500 })
    expect(seen.logged).toEqual([["error", "a carrier's callback answers what cannot be read", {
      carrier: "acme",
      flaws: Array.from({ length: 5 }, (_, index) => expect.stringContaining(`receipts[${index}]: `))
    }]])
    expect([seen.receipts, seen.inbound]).toEqual([[], []])
  })

  it("that throws is told with all of the request, of which nothing may be quoted", async () => {
    const error = new Error("no signature")
    const { call, seen } = await begin({ callback: () => Promise.reject(error) })
    const body = new TextEncoder().encode("the body")
    const request = { method: "POST", url: "/carriers/acme?a=b", headers: { "x-a": "one", "x-b": "two" }, body }
    expect(await call(request)).toStrictEqual({ status: 500 })
    expect(seen.failures).toEqual([[
      { where: "carrier.callback", carrier: "acme", error },
      ["the body", "/carriers/acme?a=b", "one", "two"]
    ]])
    expect(seen.logged).toEqual([["warn", "thrown", {}]])
  })
})

it("a port has what its carrier was given, and nothing else", async () => {
  const { port: bare } = await begin({})
  expect(bare).toStrictEqual({ id: "acme", channels: ["sms"], submit: expect.any(Function) })
  const given = {
    channels: ["sms", "mms"],
    choosesSender: true,
    pace: { perSecond: 3, inFlight: 7 },
    answersWithin: 9,
    repeat: "never"
  } as const
  const { port } = await begin({ ...given, callback: () => {} })
  expect(port).toStrictEqual({ id: "acme", ...given, submit: expect.any(Function), hook: expect.any(Function) })
})
