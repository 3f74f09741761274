import type { Mutation } from "../Mutation.ts"

/** A mutation of the simulated world. */
const emulator = (file: string, find: string, replace: string, test: string): Mutation => ({
  area: "emulator",
  file: `packages/emulator/src/${file}.ts`,
  find,
  replace,
  tests: [`emulator/${test}`]
})

export const mutations: ReadonlyArray<Mutation> = [
  emulator("network/Play", "headerMedia: isText ? null : rendered.headerMedia", "headerMedia: null", "network-memory"),
  emulator("network/Play", "footer: isText ? null : rendered.footer", "footer: rendered.footer", "network-memory"),
  emulator(
    "network/Play",
    "        dueAt: Instant.plus(start, (index + 1) * step.delayMillis),",
    "        dueAt: Instant.plus(start, step.delayMillis),",
    "network-memory"
  ),
  emulator("network/Play", "script.toSpliced(index, 1)", "script.toSpliced(0, 1)", "network-memory"),
  emulator("network/Play", "attempt: submission.attempt }", "attempt: submission.message as never }", "network-memory"),
  emulator("network/Play", "Instant.plus(now, behaviour.delayMillis)", "now", "network-memory"),
  emulator("network/Play", "parts.length <= 1 ? [name]", "parts.length <= 9 ? [name]", "network-memory"),
  emulator(
    "network/Play",
    "behaviour.share < 1 ? \"recipient\" : \"lane\"",
    "\"lane\"",
    "Behaviour.test"
  ),
  emulator("network/Behaviour", "lot(seed, attempt) < share", "lot(0, attempt) < share", "Behaviour.test"),
  emulator("network/Behaviour", "Math.max(now - modeSince, shortestWait)", "shortestWait", "Behaviour.test"),
  emulator("network/SimulatedCarriers", "unheard.has(attempt) ? Effect.void : ", "", "behaviours"),
  emulator(
    "network/SimulatedCarriers",
    "yield* Effect.sleep(yield* network.queue(id, parts * 1000 / perSecond))",
    "yield* network.queue(id, parts * 1000 / perSecond)",
    "behaviours"
  ),
  emulator("network/internal/memoryCarriers", "if (times === 2) this.repeated++", "", "network-memory"),
  emulator(
    "network/internal/postgresCarriers",
    "times = a.times + excluded.times",
    "times = a.times",
    "network-postgres"
  ),
  emulator(
    "network/internal/postgresCarriers",
    "case when $3::boolean then c.behaviour else '{}'::jsonb end || ",
    "",
    "behaviours"
  ),
  emulator("network/MemoryNetwork", "{ account, number: from }", "{ account, number: to }", "network-memory"),
  emulator("network/MemoryNetwork", "Math.max(first.dueAt, until)", "until", "network-memory"),
  emulator("network/PostgresNetwork", "greatest(o.due_at, $2::int8)", "$2::int8", "network-postgres"),
  emulator("network/PostgresNetwork", "order by seq desc limit 1", "order by seq limit 1", "network-postgres"),
  emulator(
    "network/PostgresNetwork",
    "if (result.played.length > 0) yield* keep(result.played, carrier)",
    "",
    "network-postgres"
  ),
  emulator(
    "network/ReceiptDelivery",
    "Effect.onInterrupt(() => Effect.ignore(network.settle([], owed, now)))",
    "Effect.asSome",
    "ReceiptDelivery"
  ),
  emulator("review/ReviewScript", "review.channel === null ? verdict : ", "", "reviews"),
  emulator("review/Reviews", "script.forget(template)", "void 0", "reviews"),
  emulator(
    "review/Reviews",
    "if (verdict !== null && channel === null) script.amend(template, verdict, now)",
    "",
    "reviews"
  ),
  emulator(
    "fault/Faults",
    "const [stored, claimed] = [unless(\"store\"), unless(\"idempotency\")]",
    "const [stored, claimed] = [unless(\"idempotency\"), unless(\"store\")]",
    "Faults"
  ),
  emulator("fault/Faults", "nextDue: (offset) => stored(store.nextDue(offset))", "nextDue: store.nextDue", "Faults"),
  emulator("fault/Faults", "now: stored(store.now)", "now: store.now", "Faults"),
  emulator("clock/TravelClock", "this.offset + this.storeBehind", "this.offset", "TimeTravel"),
  emulator("control/InboundMessages", "sender: last.number ?? \"\"", "sender: \"\"", "control"),
  emulator("control/Handsets", "subject: received.subject", "subject: received.footer", "control")
]
