/**
 * Whatever carriers bring, answer or report: what no store can hold never comes to one, and the rest is kept. The store
 * of these tests is as strict as one can be.
 */
import { Accounts } from "@signalbox/core/Account"
import type { SubmissionOutcome } from "@signalbox/core/Carrier"
import type { Channel } from "@signalbox/core/Channel"
import * as Commits from "@signalbox/core/Commit"
import type { AccountId, AttemptId, MessageId } from "@signalbox/core/Id"
import { Inbound } from "@signalbox/core/Inbound"
import type { Command } from "@signalbox/core/internal/inbound/Receive"
import { CarrierReferences, key as referenceKey } from "@signalbox/core/internal/row/CarrierReference"
import * as Needs from "@signalbox/core/Needs"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import type { Receipt } from "@signalbox/core/Receipts"
import { Receipts } from "@signalbox/core/Receipts"
import { Store } from "@signalbox/core/Store"
import { propWith } from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Tap } from "../Bench.ts"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"
import * as Junk from "../Junk.ts"
import * as Scene from "../Scene.ts"

const ill = /\0|\p{Surrogate}/u

/** Every text in a value, keys included. */
const textsOf = (value: unknown): ReadonlyArray<string> =>
  typeof value === "string"
    ? [value]
    : typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([key, each]) => [key, ...textsOf(each)])
    : []

/** As PostgreSQL: no text with U+0000 or half a character, and no long key. */
const strict: Tap = (store) => {
  const checked = <A, E>(value: unknown, effect: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.suspend(() => textsOf(value).some((text) => ill.test(text)) ? Effect.die("no store can hold it") : effect)
  const keys = (refs: ReadonlyArray<{ readonly key: string }>) => refs.some(({ key }) => key.length > 600)
  return {
    ...store,
    load: (needs) => keys(needs.rows) ? Effect.die("a key without a bound") : checked(needs, store.load(needs)),
    commit: (commits) =>
      commits.some(({ puts }) => keys(puts))
        ? Effect.die("a key without a bound")
        : checked(commits, store.commit(commits))
  }
}

/** Runs a program on an account that may send; answers what was logged as well. */
const scene = async <A, E>(
  program: Effect.Effect<A, E, Bench.Services>,
  outcome: (index: number) => SubmissionOutcome = () => ({ _tag: "Accepted", references: [] })
) => {
  const logged: Array<unknown> = []
  let submissions = 0
  const { carrier } = Scene.carrier("sms-a", ["sms"], () => outcome(submissions++))
  const answer = await Bench.run(
    Bench.layer({ carriers: [carrier], tap: strict }).pipe(
      Layer.provideMerge(Logger.layer([Logger.make(({ message }) => void logged.push(message))]))
    ),
    Effect.gen(function*() {
      yield* Scene.seed(100_000)
      return yield* program
    })
  )
  return { answer, logged: logged.map((each) => JSON.stringify(each)) }
}

const hostile = fc.oneof(
  fc.string({ unit: "binary", maxLength: 80 }),
  fc.constantFrom("", "\0", "\ud800", "a\0b\udc00c", "x".repeat(255), "x".repeat(256), "😀".repeat(40_000))
)

const written = (parts: Partial<Command> = {}): Command => ({
  carrier: Given.carrierId("sms-a"),
  reference: "ref-1",
  from: Given.phone(1),
  to: { _tag: "Number", number: Given.phone(9000) },
  channel: "sms",
  text: "Where is it?",
  media: [],
  ...parts
})

const receive = (command: Command) => Effect.flatMap(Inbound, (inbound) => inbound.receive(command))

describe("what a recipient writes", () => {
  propWith({ runs: 60 })(
    "is kept as texts that every store can hold, none of them without a bound",
    hostile,
    fc.option(hostile),
    hostile,
    fc.array(
      fc.record({
        url: hostile,
        mimeType: fc.option(hostile),
        sizeBytes: fc.option(fc.oneof(fc.double(), fc.integer())),
        hashSha256: fc.option(hostile)
      }),
      { maxLength: 40 }
    ),
    async (reference, text, name, media) => {
      // Nobody can answer a sender id of letters alone.
      const sender = /^[A-Za-z0-9 ]{3,11}$/.test(name) ? `${name}.` : name
      const to = { _tag: "Account", account: Scene.account.id, sender } as const
      const { answer: [first, again, messages] } = await scene(
        Effect.gen(function*() {
          const command = written({ reference, text, media, to })
          return [yield* receive(command), yield* receive(command), yield* Scene.messages] as const
        })
      )
      expect(first._tag).toBe("Received")
      // Without a name it cannot be told whether it was brought twice.
      expect(again._tag).toBe(reference === "" ? "Received" : "Repeated")
      expect(Math.max(...textsOf(messages).map(({ length }) => length))).toBeLessThanOrEqual(65_536)
      const files = messages[0]!.inboundMedia ?? []
      const shown = [messages[0]!.rendered?.content ?? "", ...files.map(({ url }) => url)]
      const bytes = shown.map((each) => Buffer.byteLength(JSON.stringify(each)) - 2)
      expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(65_536)
      expect(files.length).toBeLessThanOrEqual(32)
      for (const { hashSha256, mimeType, sizeBytes, url } of files) {
        expect(url.length).toBeLessThanOrEqual(2048)
        expect(mimeType?.length ?? 0).toBeLessThanOrEqual(255)
        expect(sizeBytes === null || Number.isSafeInteger(sizeBytes) && sizeBytes >= 0).toBe(true)
        expect(hashSha256).toBe(null)
      }
    }
  )

  it("is kept as far as it can be read, and a file's declaration where it can be so", async () => {
    const sum = "AB".repeat(32)
    const { answer: [message], logged } = await scene(Effect.andThen(
      receive(written({
        text: "a\0b\ud800c",
        media: [
          { url: "https://a.example/1", mimeType: "image/png", sizeBytes: 0, hashSha256: sum },
          { url: "", mimeType: null, sizeBytes: 1, hashSha256: null },
          { url: `https://a.example/${"x".repeat(2048)}`, mimeType: null, sizeBytes: 1, hashSha256: null },
          { url: "https://a.example/2", mimeType: "x".repeat(256), sizeBytes: -1, hashSha256: "ab" }
        ]
      })),
      Scene.messages
    ))
    expect(message!.rendered?.content).toBe("ab\ufffdc")
    expect(message!.inboundMedia).toEqual([
      { url: "https://a.example/1", mimeType: "image/png", sizeBytes: 0, hashSha256: sum.toLowerCase() },
      { url: "https://a.example/2", mimeType: null, sizeBytes: null, hashSha256: null }
    ])
    expect(logged).toEqual([
      JSON.stringify([
        "What a carrier brought cannot be kept as it is",
        { carrier: "sms-a", mended: ["text", "media"] }
      ])
    ])
  })

  it("brings 65,536 bytes of text and addresses, and its activity tells what was more", async () => {
    const file = { url: "https://a.example/1", mimeType: null, sizeBytes: null, hashSha256: null }
    const { answer: [message] } = await scene(Effect.andThen(
      receive(written({ text: "\n".repeat(32_760) + "😀".repeat(10), media: [file] })),
      Scene.messages
    ))
    expect(message!.rendered?.content).toBe("\n".repeat(32_760) + "😀".repeat(4))
    expect(message!.inboundMedia).toBeUndefined()
    expect(message!.history.at(-1)?.description)
      .toBe("received by sms-a; 6 characters and 1 file beyond the limit left out")
  })

  it("brings 32 files at most", async () => {
    const file = (index: number) => ({
      url: `https://a.example/${index}`,
      mimeType: null,
      sizeBytes: null,
      hashSha256: null
    })
    const { answer: [message], logged } = await scene(Effect.andThen(
      receive(written({ media: Array.from({ length: 33 }, (_, index) => file(index)) })),
      Scene.messages
    ))
    expect(message!.inboundMedia).toEqual(Array.from({ length: 32 }, (_, index) => file(index)))
    expect(logged.length).toBe(1)
  })

  it("is another message under another reference, also when no store can hold that", async () => {
    const references = ["a", "a\0", "a\ud800", "a\ud801", "a".repeat(256), "a".repeat(257)]
    const { answer } = await scene(
      Effect.forEach([...references, ...references], (reference) => receive(written({ reference })))
    )
    expect(answer.map(({ _tag }) => _tag)).toEqual([
      ...references.map(() => "Received"),
      ...references.map(() => "Repeated")
    ])
  })

  it.each(
    [
      ["from no phone number", { from: "12345" as PhoneNumber }, "VALIDATION_002", "from"],
      ["from what no store can hold", { from: "+12015550001\0" as PhoneNumber }, "VALIDATION_002", "from"],
      ["on no channel", { channel: "fax" as Channel }, "VALIDATION_001", "channel"]
    ] as const
  )("%s is refused, and leaves nothing behind", async (_, parts, code, field) => {
    const { answer } = await scene(Effect.gen(function*() {
      const refused = yield* Effect.flip(receive(written(parts)))
      return { refused, messages: yield* Scene.messages, contacts: yield* Scene.contacts }
    }))
    expect(answer.refused).toMatchObject({ _tag: "Refused", code, details: { [field]: [expect.any(String)] } })
    expect([answer.messages, answer.contacts]).toEqual([[], []])
  })

  it.each<Command["to"]>([
    { _tag: "Number", number: "+1201\0" as PhoneNumber },
    { _tag: "Number", number: "x".repeat(10_000) as PhoneNumber },
    { _tag: "Account", account: "a\0" as AccountId, sender: "ACME" },
    { _tag: "Account", account: "x".repeat(10_000) as AccountId, sender: "ACME" }
  ])("to what can be nobody's name is nobody's (%#)", async (to) => {
    expect((await scene(receive(written({ to })))).answer).toEqual({ _tag: "UnknownNumber" })
  })
})

/** One message on its way, with what its carrier said. */
const sent = Effect.gen(function*() {
  yield* Scene.ask("messages.send", Scene.send(Given.phone(1)))
  yield* Bench.idle
  const [message] = yield* Scene.messages
  return message!
})

const referenceOf = (reference: string) =>
  Effect.flatMap(Store, (store) =>
    Effect.map(
      store.load(Needs.row(CarrierReferences, referenceKey({ carrier: Given.carrierId("sms-a"), reference }))),
      ({ rows }) => [...rows.values()][0]!.row?.value ?? null
    ))

describe("what a carrier answers", () => {
  propWith({ runs: 40 })(
    "is a name that receipts find, whatever a store can hold of it",
    hostile,
    async (reference) => {
      const { answer: { attempts, status, told }, logged } = await scene(
        Effect.gen(function*() {
          const message = yield* sent
          if (reference === "") return { ...message, told: null }
          const { report } = yield* Receipts
          const subject = { _tag: "Reference", carrier: Given.carrierId("sms-a"), reference } as const
          return { ...message, told: yield* report({ subject, reported: { _tag: "Delivered" } }) }
        }),
        () => ({ _tag: "Accepted", references: [reference] })
      )
      const isKept = reference !== "" && reference.length <= 255 && !ill.test(reference)
      const digest = expect.stringMatching(/^sha256:[0-9a-f]{64}$/)
      const name = isKept ? reference : reference === "" ? null : digest
      expect([status, attempts[0]!.reference, told]).toEqual(["SENT", name, reference === "" ? null : "applied"])
      expect(logged.length).toBe(isKept ? 0 : 1)
      if (!isKept) {
        expect(logged[0]).toContain(attempts[0]!.id)
        expect(logged[0]).toContain("sms-a")
      }
    }
  )

  it("names the attempt at that carrier, for receipts that carry nothing else", async () => {
    const { answer } = await scene(
      Effect.gen(function*() {
        const { attempts, id } = yield* sent
        return { id, attempt: attempts[0]!.id, row: yield* referenceOf("their-1") }
      }),
      () => ({ _tag: "Accepted", references: ["their-1"] })
    )
    expect(answer.row).toEqual({ carrier: "sms-a", reference: "their-1", message: answer.id, attempt: answer.attempt })
  })

  it("is that carrier's own name: another one may give the same to another message", async () => {
    const same = (id: string) => Scene.carrier(id, ["sms"], () => ({ _tag: "Accepted", references: ["1"] })).carrier
    const carriers = [same("sms-a"), same("sms-b")]
    const to = (carrier: string, number: string) => ({
      channel: null,
      carrier: Given.carrierId(carrier),
      action: "ALLOW" as const,
      fallback: true,
      country: null,
      priority: 0,
      number: number as PhoneNumber
    })
    const routes = [to("sms-a", Given.phone(1)), to("sms-b", Given.phone(2))]
    const answer = await Bench.run(
      Bench.layer({ carriers }),
      Effect.gen(function*() {
        yield* Scene.seed(100_000)
        const store = yield* Store
        yield* store.commit([Commits.make({ puts: [Commits.put(Accounts, { ...Scene.account, rules: routes })] })])
        yield* Scene.ask("messages.send", Scene.send(Given.phone(1), Given.phone(2)))
        yield* Bench.idle
        const { report } = yield* Receipts
        const subject = { _tag: "Reference", carrier: Given.carrierId("sms-a"), reference: "1" } as const
        const answer = yield* report({ subject, reported: { _tag: "Delivered" } })
        return [answer, (yield* Scene.messages).map(({ phone, status }) => [phone, status]).toSorted()]
      })
    )
    expect(answer).toEqual(["applied", [[Given.phone(1), "DELIVERED"], [Given.phone(2), "SENT"]]])
  })

  it.each<readonly [said: unknown, status: string, failure: string | null]>([
    [{ _tag: "Accepted" }, "SENT", null],
    [{ _tag: "Accepted", references: "their-1" }, "SENT", null],
    [{ _tag: "Accepted", references: [{ id: 7 }] }, "SENT", null],
    [{ _tag: "Accepted", references: [2 ** 60] }, "SENT", null],
    [{ _tag: "Refused", failure: "a\0" }, "FAILED", "unknown"],
    [{ _tag: "Refused" }, "FAILED", "unknown"],
    [{ _tag: "Perhaps" }, "ROUTED", null],
    [null, "ROUTED", null],
    [undefined, "ROUTED", null]
  ])("%j makes the message %s", async (said, status, failure) => {
    const { answer, logged } = await scene(sent, () => said as SubmissionOutcome)
    expect([answer.status, answer.attempts[0]!.failure]).toEqual([status, failure])
    expect(logged.length).toBe(1)
  })

  it("may be a number, which is taken as a text", async () => {
    const { answer, logged } = await scene(
      Effect.gen(function*() {
        const { attempts, id } = yield* sent
        return { id, attempt: attempts[0]!.id, row: yield* referenceOf("4711") }
      }),
      () => ({ _tag: "Accepted", references: [4711 as unknown as string] })
    )
    expect(answer.row).toEqual({ carrier: "sms-a", reference: "4711", message: answer.id, attempt: answer.attempt })
    expect(logged).toEqual([])
  })

  propWith({ runs: 60 })(
    "is an outcome or none, whatever it is, and costs the other messages of its batch nothing",
    Junk.outcomes,
    async (said) => {
      const { answer } = await scene(
        Effect.gen(function*() {
          yield* Scene.ask("messages.send", Scene.send(Given.phone(1), Given.phone(2), Given.phone(3)))
          yield* Bench.idle
          return yield* Scene.messages
        }),
        (index) => index === 1 ? said as SubmissionOutcome : { _tag: "Accepted", references: [`${index}`] }
      )
      const statuses = answer.map(({ status }) => status)
      expect(statuses.filter((status) => status === "SENT").length).toBeGreaterThanOrEqual(2)
      expect(["SENT", "FAILED", "ROUTED"]).toEqual(expect.arrayContaining(statuses))
    }
  )

  it("costs the other messages of its batch nothing", async () => {
    const phones = Array.from({ length: 9 }, (_, index) => Given.phone(index))
    const { answer } = await scene(
      Effect.gen(function*() {
        yield* Scene.ask("messages.send", Scene.send(...phones))
        yield* Bench.idle
        return yield* Scene.messages
      }),
      (index) => ({ _tag: "Accepted", references: [index % 3 === 0 ? `\0${index}` : `${index}`] })
    )
    expect(answer.map(({ status }) => status)).toEqual(phones.map(() => "SENT"))
    const references = new Set(answer.map(({ attempts }) => attempts[0]!.reference))
    expect([...references].filter((reference) => reference!.length === 1).toSorted()).toEqual([
      "1",
      "2",
      "4",
      "5",
      "7",
      "8"
    ])
    expect(references.size).toBe(9)
  })
})

describe("what a receipt says", () => {
  const report = (receipt: unknown) => Effect.flatMap(Receipts, (receipts) => receipts.report(receipt as Receipt))

  propWith({ runs: 40 })("of a name that no attempt can have is unknown", hostile, hostile, async (one, other) => {
    const { answer } = await scene(
      Effect.gen(function*() {
        const { attempts, id } = yield* sent
        const attempt = attempts[0]!.id
        const reported = { _tag: "Delivered" } as const
        const carrier = Given.carrierId("sms-a")
        const answers = yield* Effect.forEach([
          { _tag: "Attempt", message: one as MessageId, attempt },
          { _tag: "Attempt", message: id, attempt: other as AttemptId },
          { _tag: "Reference", carrier, reference: one },
          null
        ], (subject) => report({ subject, reported }))
        return { answers, status: (yield* Scene.messages)[0]!.status }
      })
    )
    expect(answer).toEqual({ answers: ["unknown", "unknown", "unknown", "unknown"], status: "SENT" })
  })

  propWith({ runs: 60 })(
    "is heard or unknown, whatever it is",
    Junk.receipts("the message", "the attempt"),
    async (receipt) => {
      const { answer, logged } = await scene(
        Effect.gen(function*() {
          const { attempts, id } = yield* sent
          // The right ids are known only now.
          const { subject, ...rest } = (receipt ?? {}) as { readonly subject?: { readonly message?: unknown } }
          const named = subject?.message === "the message"
            ? { _tag: "Attempt", message: id, attempt: attempts[0]!.id }
            : subject
          return [
            yield* report({ ...rest, subject: named }),
            yield* report(receipt),
            yield* Scene.messages
          ] as const
        }),
        () => ({ _tag: "Accepted", references: ["r-1"] })
      )
      expect(["applied", "unknown"]).toContain(answer[0])
      expect(["applied", "repeated", "unknown"]).toContain(answer[1])
      expect(["SENT", "DELIVERED", "FAILED"]).toContain(answer[2][0]!.status)
      for (const line of logged) expect(line.length).toBeLessThan(2000)
    }
  )

  it("finds its attempt in either case of its id", async () => {
    const { answer } = await scene(Effect.gen(function*() {
      const { attempts, id } = yield* sent
      const subject = { _tag: "Attempt", message: id.toUpperCase(), attempt: attempts[0]!.id.toUpperCase() }
      return [yield* report({ subject, reported: { _tag: "Delivered" } }), (yield* Scene.messages)[0]!.status]
    }))
    expect(answer).toEqual(["applied", "DELIVERED"])
  })

  it("of no class of failure is one of an unknown cause; of neither arrival nor failure says nothing", async () => {
    const { answer, logged } = await scene(Effect.gen(function*() {
      const { attempts, id } = yield* sent
      const subject = { _tag: "Attempt", message: id, attempt: attempts[0]!.id }
      const perhaps = yield* report({ subject, reported: { _tag: "Perhaps" } })
      const before = (yield* Scene.messages)[0]!.status
      const failed = yield* report({ subject, reported: { _tag: "Failed", failure: "a\0" } })
      const { code, status } = (yield* Scene.messages)[0]!
      return { perhaps, before, failed, code, status }
    }))
    expect(answer).toEqual({
      perhaps: "unknown",
      before: "SENT",
      failed: "applied",
      code: "DELIVERY_001",
      status: "FAILED"
    })
    expect(logged.length).toBe(1)
  })
})
