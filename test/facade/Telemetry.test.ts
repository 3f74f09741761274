/**
 * An operator without Effect sees a service by metrics for Prometheus, and spans by the API of OpenTelemetry. Nothing
 * of a client is in either.
 */
import { context, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api"
import type { ReadableSpan } from "@opentelemetry/sdk-trace-base"
import { InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base"
import { NodeTracerProvider } from "@opentelemetry/sdk-trace-node"
import type { Options, Signalbox, Tracer } from "signalbox"
import { carrier, createSignalbox, memory, postgres } from "signalbox"
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import * as Database from "../postgres/Database.ts"
import { number, order, template } from "./Acme.ts"
import * as Exposition from "./Exposition.ts"

const patience = { timeout: 20_000, interval: 10 }
const secretKeys = `test:${Buffer.alloc(32, 7).toString("base64")}`
const words = "the words of Ada Lovelace"

let database: Database.Database
const open = new Set<Signalbox>()

beforeAll(async () => {
  database = await Database.fresh()
})
afterEach(async () => {
  await Promise.all([...open].map((box) => box.close({ graceMs: 100 })))
  open.clear()
})
afterAll(() => database.drop())

const storages: ReadonlyArray<readonly [string, () => Options["storage"]]> = [
  ["memory", memory],
  ["PostgreSQL", () => postgres(database.url, { maxConnections: 4 })]
]

const begin = (storage: () => Options["storage"], options: Partial<Options> = {}) => {
  const handed: Array<string> = []
  const box = createSignalbox({
    storage: storage(),
    carriers: [carrier({
      id: "acme",
      channels: ["sms"],
      submit: ({ attempt, id }) => {
        handed.push(id)
        return attempt
      }
    })],
    secretKeys,
    log: false,
    ...options
  })
  open.add(box)
  return { box, handed }
}

let accounts = 0

/** An account that may send, and its key. */
const furnish = async (box: Signalbox) => {
  const { id } = await box.accounts.ensure({ name: `Acme ${++accounts}`, balance: 100, numbers: [number] })
  await box.as(id).templates.ensure(template, { reviewedWithinMs: 20_000 })
  return { account: id, key: await box.keys.create(id) }
}

const isSent = (box: Signalbox, account: string, id: string) =>
  vi.waitFor(async () => expect((await box.as(account).messages.get(id)).status).toBe("SENT"), patience)

const call = (box: Signalbox, path: string, key = "", headers: Record<string, string> = {}) =>
  box.fetch(new Request(`http://localhost${path}`, { headers: { "x-api-key": key, ...headers } }))

describe.each(storages)("metrics on %s", (_, storage) => {
  it("are text in the format of Prometheus, of whatever has happened", async () => {
    const { box } = begin(storage)
    const { account, key } = await furnish(box)
    const { recipients } = await box.as(account).messages.send(order)
    await isSent(box, account, recipients[0]!.message_id)
    expect((await call(box, "/v3/me", key)).status).toBe(200)
    expect((await call(box, "/v3/nowhere", key)).status).toBe(404)
    const families = Exposition.read(await box.metrics())
    const samples = (name: string) => families.flatMap((family) => family.samples).filter((each) => each.name === name)
    expect(samples("signalbox_requests")).toEqual(expect.arrayContaining([
      { name: "signalbox_requests", labels: { operation: "me.get", status: "200" }, value: 1 },
      { name: "signalbox_requests", labels: { operation: "unknown", status: "404" }, value: 1 }
    ]))
    expect(samples("signalbox_submissions")).toEqual([
      { name: "signalbox_submissions", labels: { carrier: "acme", outcome: "accepted" }, value: 1 }
    ])
    expect(families.map(({ name, type }) => [name, type])).toEqual(expect.arrayContaining([
      ["signalbox_requests", "counter"],
      ["signalbox_requests_underway", "gauge"],
      ["signalbox_request_milliseconds", "histogram"],
      ["signalbox_decisions", "counter"],
      ["signalbox_submission_milliseconds", "histogram"]
    ]))
  })

  it("have no more series for more accounts, recipients and paths, and hold nothing of them", async () => {
    const { box } = begin(storage)
    const told = new Set([words, "201555"])
    const round = async (nth: number) => {
      const { account, key } = await furnish(box)
      const recipient = `+1201555${1000 + nth}`
      const sent = await box.as(account).messages.send({ ...order, to: [recipient] })
      const id = sent.recipients[0]!.message_id
      await isSent(box, account, id)
      for (const path of [`/v3/${nth}-nowhere`, `/v3/messages/${id}`, `/v3/contacts?search=${words} ${nth}`]) {
        await call(box, path, key)
        await call(box, path, `wrong-${nth}`)
      }
      // Nobody knows it yet, so it is kept for a while.
      void box.receipts.report({ carrier: `carrier-${nth}`, reference: `r-${nth}`, status: "read" }).catch(() => {})
      await vi.waitFor(async () => expect(await box.metrics()).toContain("decision=\"report\""), patience)
      for (const text of [account, key, id, recipient]) told.add(text)
      return Exposition.series(await box.metrics())
    }
    const first = await round(1)
    await round(2)
    expect(await round(3)).toEqual(first)
    const text = await box.metrics()
    expect([...told].filter((each) => text.includes(each))).toEqual([])
  })

  it("are those of one service, although another one runs in the same process", async () => {
    const [one, other] = [begin(storage, { node: "one" }), begin(storage, { node: "other", work: false })]
    expect((await call(one.box, "/v3/me")).status).toBe(401)
    await other.box.ready
    expect(await one.box.metrics()).toContain("signalbox_requests{")
    expect(await other.box.metrics()).not.toContain("signalbox_requests{")
  })
})

it("metrics are there without a storage and after the end", async () => {
  const { box } = begin(() => postgres("postgres://nobody@127.0.0.1:1/none"))
  expect(Exposition.read(await box.metrics())).toEqual([])
  await box.close({ graceMs: 0 })
  expect(await box.metrics()).toBe("")
})

describe.each(storages)("spans on %s", (_, storage) => {
  const exporter = new InMemorySpanExporter()
  const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
  const tracer = provider.getTracer("the host's")

  beforeAll(() => provider.register())
  afterEach(() => exporter.reset())
  afterAll(async () => {
    await provider.shutdown()
    trace.disable()
    context.disable()
  })

  const named = (name: string): ReadonlyArray<ReadableSpan> =>
    exporter.getFinishedSpans().filter((span) => span.name === name)
  const within = (spans: ReadonlyArray<ReadableSpan>, parent: ReadableSpan | undefined) =>
    spans.filter(({ parentSpanContext }) => parentSpanContext?.spanId === parent?.spanContext().spanId)

  it("of a call belong to the span that is active in the host, and those of the worker to nobody's", async () => {
    // The worker begins within a span of the host's, and what it does later is no part of that.
    const { box } = tracer.startActiveSpan("boot", () => begin(storage, { tracer }))
    const { account } = await furnish(box)
    exporter.reset()
    const sent = await tracer.startActiveSpan("order", async (span) => {
      const answer = await box.as(account).messages.send(order)
      span.end()
      return answer
    })
    await isSent(box, account, sent.recipients[0]!.message_id)
    await vi.waitFor(() => expect(named("signalbox.submission")).toHaveLength(1), patience)
    const [host] = named("order")
    const [asked] = within(named("signalbox.call"), host)
    expect(asked).toMatchObject({ kind: SpanKind.INTERNAL, attributes: { operation: "messages.send" } })
    expect(asked!.spanContext().traceId).toBe(host!.spanContext().traceId)
    expect(within(named("signalbox.decision"), asked)).toMatchObject([{
      attributes: { decision: "messages.send", done: 1 }
    }])
    const [submission] = named("signalbox.submission")
    expect(submission).toMatchObject({
      kind: SpanKind.CLIENT,
      attributes: { carrier: "acme", messages: 1, accepted: 1 }
    })
    expect(submission!.parentSpanContext).toBeUndefined()
    for (const { duration, status } of exporter.getFinishedSpans()) {
      expect(duration[0]).toBeLessThan(60)
      expect(status.code).toBe(SpanStatusCode.UNSET)
    }
  })

  it("of a request belong to the active span, or to the one that its headers name", async () => {
    const { box } = begin(storage, { tracer })
    const { key } = await furnish(box)
    exporter.reset()
    await tracer.startActiveSpan("server", async (span) => {
      expect((await call(box, "/v3/me", key)).status).toBe(200)
      span.end()
    })
    const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    expect((await call(box, "/v3/me", key, { traceparent })).status).toBe(200)
    await vi.waitFor(() => expect(named("signalbox.request")).toHaveLength(2), patience)
    const [one, other] = named("signalbox.request")
    expect(one!.parentSpanContext?.spanId).toBe(named("server")[0]!.spanContext().spanId)
    expect(other!.parentSpanContext).toMatchObject({ spanId: "b7ad6b7169203331", isRemote: true })
    expect(other!.spanContext().traceId).toBe("0af7651916cd43dd8448eb211c80319c")
    expect(one).toMatchObject({
      kind: SpanKind.SERVER,
      attributes: { "http.response.status_code": 200, "http.route": "/v3/me" }
    })
  })

  it("tell nothing of a client, and no statement of the database, also when they fail", async () => {
    const { box } = begin(storage, { tracer })
    const { account, key } = await furnish(box)
    const me = box.as(account)
    const failed = me.messages.send({ ...order, template: { name: words } })
    await expect(failed).rejects.toMatchObject({ code: "RESOURCE_002" })
    const { recipients } = await me.messages.send(order)
    await isSent(box, account, recipients[0]!.message_id)
    await call(box, `/v3/contacts?search=${words}`, key)
    await call(box, "/v3/me", "hunter2")
    const spans = exporter.getFinishedSpans()
    expect(new Set(spans.map(({ name }) => name.split(".")[0]))).toEqual(new Set(["signalbox"]))
    expect(spans.find(({ name, status }) => name === "signalbox.call" && status.code === SpanStatusCode.ERROR))
      .toMatchObject({ attributes: { operation: "messages.send", error_code: "RESOURCE_002" } })
    const texts = JSON.stringify(
      spans.map(({ attributes, events, links, name, status }) => ({ attributes, events, links, name, status }))
    )
    for (const secret of [words, "Ada", key, "hunter2", "12015550123", "On its way", "select "]) {
      expect(texts).not.toContain(secret)
    }
  })

  it("of a tracer that throws are lost, and nothing else is", async () => {
    const broken: Tracer = {
      startSpan: () => {
        throw new Error("own affair")
      }
    }
    const { box, handed } = begin(storage, { tracer: broken })
    const { account, key } = await furnish(box)
    const { recipients } = await box.as(account).messages.send(order)
    await isSent(box, account, recipients[0]!.message_id)
    expect(handed).toEqual([recipients[0]!.message_id])
    expect((await call(box, "/v3/me", key)).status).toBe(200)
  })
})
