/**
 * A message of a store that holds what a test says: each field as the control tells it, also those that no simulated
 * carrier fills.
 */
import * as Commit from "@signalbox/core/Commit"
import * as Instant from "@signalbox/core/Instant"
import { Messages } from "@signalbox/core/Message"
import * as Money from "@signalbox/core/Money"
import { Store } from "@signalbox/core/Store"
import * as MemoryStore from "@signalbox/memory/MemoryStore"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { expect, it } from "vitest"
import * as Given from "../../core/Given.ts"
import * as Asked from "./Asked.ts"

const at = (millis: number) => Instant.plus(Given.now, millis)
const told = (millis: number) => new Date(at(millis)).toISOString()

const stored = Given.message({
  status: "SENT",
  channel: "sms",
  code: "DELIVERY_008",
  price: Money.fromNumber(0.0158),
  scheduledAt: at(1),
  attempts: [
    Given.attempt({
      charge: "returned",
      refusal: { code: "30007", text: "It was filtered." },
      report: "FAILED",
      failure: "carrier_filtered",
      handedOver: { token: 7, times: 2 },
      startedAt: at(2)
    }),
    Given.attempt({
      id: Given.attemptId(2),
      send: 2,
      carrier: Given.carrierId("sms-b"),
      segments: 2,
      charge: "taken",
      deadline: null,
      reference: "a",
      parts: [{ reference: "a", report: "DELIVERED" }, { reference: "b", report: null }]
    }),
    Given.attempt({ id: Given.attemptId(3), from: null, reference: "c" })
  ],
  history: [
    { ...Given.line("SCHEDULED", at(3)), scheduledAt: at(1) },
    {
      ...Given.line("SENT", at(4)),
      reached: false,
      description: "said",
      from: "+12015550100",
      price: Money.fromNumber(0.5),
      code: "DELIVERY_001",
      leftOut: [{ channel: "sms", carrier: Given.carrierId("sms-a"), reason: "already_tried" }]
    }
  ]
})

const ask = (row: typeof stored) =>
  Asked.run(
    Effect.gen(function*() {
      const store = Context.get(yield* Layer.build(Layer.fresh(MemoryStore.layer)), Store)
      yield* store.commit([Commit.make({ puts: [Commit.put(Messages, row)] })])
      return yield* Asked.ask("GET /emulator/messages/:id", Layer.succeed(Store, store), {
        parameters: { id: row.id }
      })
    }).pipe(Effect.scoped)
  )

const attempt = {
  send: 1,
  channel: "sms",
  from: Given.phone(9000),
  segments: 1,
  price: 0.0079,
  charge: "reserved",
  started_at: told(0),
  handed_over: 0,
  answer_until: told(30_000),
  report: null,
  failure: null,
  refusal: null
}

it("is told field by field", async () => {
  expect(await ask(stored)).toStrictEqual({
    message_id: stored.id,
    account: stored.account,
    phone: stored.phone,
    direction: "OUTBOUND",
    status: "SENT",
    channel: "sms",
    code: "DELIVERY_008",
    template: { id: Given.templateId(1), name: "order_shipped", revision: 1 },
    price: 0.0158,
    created_at: told(0),
    scheduled_at: told(1),
    attempts: [
      {
        ...attempt,
        id: Given.attemptId(1),
        carrier: "sms-a",
        charge: "returned",
        started_at: told(2),
        handed_over: 2,
        references: [],
        report: "FAILED",
        failure: "carrier_filtered",
        refusal: { code: "30007", text: "It was filtered." }
      },
      {
        ...attempt,
        id: Given.attemptId(2),
        send: 2,
        carrier: "sms-b",
        segments: 2,
        charge: "taken",
        answer_until: null,
        references: ["a", "b"]
      },
      { ...attempt, id: Given.attemptId(3), carrier: "sms-a", from: null, references: ["c"] }
    ],
    activities: [
      {
        status: "SCHEDULED",
        reached: true,
        at: told(3),
        description: "",
        from: null,
        price: null,
        code: null,
        scheduled_at: told(1),
        left_out: []
      },
      {
        status: "SENT",
        reached: false,
        at: told(4),
        description: "said",
        from: "+12015550100",
        price: 0.5,
        code: "DELIVERY_001",
        scheduled_at: null,
        left_out: [{ channel: "sms", carrier: "sms-a", reason: "already_tried" }]
      }
    ]
  })
})

it("is told without a template where it has none", async () => {
  expect(await ask({ ...stored, template: null, scheduledAt: null })).toMatchObject({
    template: null,
    scheduled_at: null
  })
})
