/**
 * A first attempt that the service itself could not make stays in its place: what comes after it waits behind it, whoever
 * holds that by then.
 */
import { Accounts } from "@signalbox/core/Account"
import * as Commits from "@signalbox/core/Commit"
import type { EventId } from "@signalbox/core/Id"
import { plus } from "@signalbox/core/Instant"
import * as EventEnvelope from "@signalbox/core/internal/delivery/EventEnvelope"
import { Committer } from "@signalbox/core/internal/engine/Committer"
import { Webhooks } from "@signalbox/core/Webhook"
import type { WebhookResult } from "@signalbox/core/WebhookSender"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import { expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"

const ok: WebhookResult = { _tag: "Answered", status: 204, body: "" }
const unsent: WebhookResult = { _tag: "Unsent", message: "too many connections are open" }

const event = (number: number) => ({
  id: `01900000-0000-7000-8000-${String(number).padStart(12, "0")}` as EventId,
  account: Given.accountId(1),
  name: "message.sent" as const,
  at: Given.now,
  body: EventEnvelope.envelope("message.sent", Given.now, { number, outbound_number: "+12015550123" })
})

const until = (holds: () => boolean) =>
  Effect.gen(function*() {
    while (!holds()) yield* Effect.sleep(1)
  })

it.each([
  ["has not answered well yet", []],
  ["has", [1]]
])("a first attempt that could not be made comes before those behind it, at an endpoint that %s", async (_, first) => {
  const answers = await Effect.runPromise(Latch.make(false))
  const sent: Array<number> = []
  const send = ({ body }: { readonly body: string }) =>
    Effect.suspend((): Effect.Effect<WebhookResult> => {
      const { number } = (JSON.parse(body) as { readonly payload: { readonly number: number } }).payload
      const isUnsent = number === 2 && !sent.includes(2)
      sent.push(number)
      return isUnsent ? Effect.as(answers.await, unsent) : Effect.succeed(ok)
    })
  await Bench.run(
    Bench.layer({ send }),
    Effect.gen(function*() {
      const { commit } = yield* Committer
      const webhook = Given.webhook({ subscribes: ["message.sent"] })
      yield* commit(Commits.make({ puts: [Commits.put(Accounts, Given.account()), Commits.put(Webhooks, webhook)] }))
      const raise = (number: number) => commit(Commits.make({ events: [event(number)] }))
      yield* Effect.forEach(first, raise)
      yield* Bench.idle
      yield* raise(2)
      yield* until(() => sent.includes(2))
      yield* raise(3)
      yield* raise(4)
      yield* Effect.replicateEffect(Effect.yieldNow, 200, { discard: true })
      yield* answers.open
      yield* Bench.idle
      expect(sent).toEqual([...first, 2])
      yield* Bench.travel(plus(Given.now, 2000))
      yield* Bench.idle
      expect(sent).toEqual([...first, 2, 2, 3, 4])
    })
  )
})
