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
    "      dueAt: Instant.plus(now, (index + 1) * step.delayMillis),",
    "      dueAt: Instant.plus(now, step.delayMillis),",
    "network-memory"
  ),
  emulator("network/Play", "script.toSpliced(index, 1)", "script.toSpliced(0, 1)", "network-memory"),
  emulator("network/Play", "    known.set(submission.attempt, one.outcome)\n", "", "network-memory"),
  emulator("network/Play", "attempt: submission.attempt }", "attempt: submission.message as never }", "network-memory"),
  emulator("network/MemoryNetwork", "{ account, number: from }", "{ account, number: to }", "network-memory"),
  emulator("network/MemoryNetwork", "this.correspondents, this.inHand]", "this.inHand]", "network-memory"),
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
    "yield* network.settle([], lost, Instant.plus(now, putOffMillis))",
    "",
    "ReceiptDelivery"
  ),
  emulator(
    "network/ReceiptDelivery",
    "Effect.onInterrupt(() => Effect.ignore(network.settle([], owed, now)))",
    "Effect.asSome",
    "ReceiptDelivery"
  ),
  emulator("review/ReviewScript", "    byTemplate.delete(template.id)\n", "", "ReviewScript"),
  emulator("review/ReviewScript", "      begun.delete(key)\n", "", "ReviewScript"),
  emulator("review/ReviewScript", "review.channel === null ? verdict : ", "", "reviews"),
  emulator("review/Reviews", "script.forget(template)", "void 0", "reviews"),
  emulator(
    "review/Reviews",
    "if (verdict !== null && channel === null) script.amend(template, verdict, now)",
    "",
    "reviews"
  ),
  emulator("clock/TravelClock", "Math.max(offset, this.ahead, ", "Math.max(offset, ", "TravelClock"),
  emulator("clock/TravelClock", "    this.stillAt = null\n  }\n\n  /** Back", "  }\n\n  /** Back", "TravelClock"),
  emulator(
    "fault/Faults",
    "const [stored, claimed] = [unless(\"store\"), unless(\"idempotency\")]",
    "const [stored, claimed] = [unless(\"idempotency\"), unless(\"store\")]",
    "Faults"
  ),
  emulator("fault/Faults", "nextDue: stored(store.nextDue)", "nextDue: store.nextDue", "Faults"),
  emulator("control/InboundMessages", "sender: last.number ?? \"\"", "sender: \"\"", "control"),
  emulator("control/Handsets", "subject: received.subject", "subject: received.footer", "control")
]
