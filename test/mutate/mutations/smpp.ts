import type { Mutation } from "../Mutation.ts"

/** A mutation of the client of operators. */
const smpp = (file: string, find: string, replace: string, test: string): Mutation => ({
  area: "smpp",
  file: `adapters/smpp/src/${file}.ts`,
  find,
  replace,
  tests: [`smpp/${test}`]
})

export const mutations: ReadonlyArray<Mutation> = [
  smpp("Codec", "if (reader.isShort || length !== octets.length)", "if (reader.isShort)", "Codec"),
  smpp("Codec", "if (reader.isShort) return malformed(\"body\")\n", "", "Codec"),
  smpp("Codec", "if (reader.isShort) return malformed(\"tlv\")\n", "", "Codec"),
  smpp("Framing", "length < headerLength || length > most", "length < headerLength", "Codec"),
  smpp("GsmAlphabet", "index < escape ? index : index + 1", "index", "Encodings"),
  smpp("UserDataHeader", "|| index > count", "", "Encodings"),
  smpp("Receipt", "named !== null && named !== \"\"", "named !== null", "Receipt"),
  smpp("Receipt", "if (!hasText) isBefore.add(name)", "", "Receipt"),
  smpp("Incoming", "usual === null || usual === \"delivered\" ? undefined", "usual === null ? undefined", "Incoming"),
  smpp("Incoming", "if (isForPort) return", "if (false) return", "Incoming"),
  smpp("Incoming", "pdu.serviceType === \"USSD\" || ", "", "Incoming"),
  smpp("Outgoing", "esmClass: 0x40, ", "", "Outgoing"),
  smpp("Outgoing", "from.length > longestAddress || ", "", "Outgoing"),
  smpp("internal/Verdict", "if (accepted.length > 0 || faulty !== undefined)", "if (faulty !== undefined)", "Session"),
  smpp("internal/Verdict", "&& round >= mostTries", "", "Session"),
  smpp("internal/Verdict", "...taken })\n  if (final", "})\n  if (final", "Session"),
  smpp("internal/Verdict", "refused(final, taken)", "refused(final, {})", "Session"),
  smpp("internal/Link", "submitted < settings.window && ", "", "Loss"),
  smpp("internal/Link", "&& now() >= pausedUntil", "", "Session"),
  smpp(
    "internal/Link",
    "for (const [sequence, request] of waiting) settle(sequence, request, { _tag: \"Lost\" })\n",
    "",
    "Session"
  ),
  smpp("internal/Link", "!isAnswerTo(request, commandIds[pdu.command])", "false", "Session"),
  smpp("internal/Link", "pdu.status || CommandStatus.codes.unknownError", "pdu.status", "Session"),
  smpp("internal/Link", "&& wire.hasRoom()", "", "Link"),
  smpp("internal/Link", "sequence === lastSequence ? 1 : ", "", "Link"),
  smpp("internal/Link", "if (wire.queued() > mostQueued)", "if (false)", "Link"),
  smpp("internal/Link", "&& age < settings.answersWithin", "&& false", "Session"),
  smpp("internal/Link", "if (request.isInWindow) submitted -= 1\n", "", "Session"),
  smpp("internal/Link", "if (isBroken) return close(", "if (false) return close(", "Lies"),
  smpp("internal/Link", "deliveries >= mostDeliveries", "false", "Deliveries"),
  smpp("internal/Link", "isLeaving || ", "", "Leave"),
  smpp(
    "internal/Link",
    "if (request.command === \"enquire_link\") return close(",
    "if (false) return close(",
    "Session"
  ),
  smpp("internal/Outbox", "if (!job.isWithdrawn) return job", "return job", "Session"),
  smpp("internal/Outbox", "!takers.delete(taker) || takers.size > 0", "!takers.delete(taker)", "Session"),
  smpp("internal/HandOvers", "if (before !== undefined) return Effect.succeed(before)\n", "", "Carrier"),
  smpp(
    "internal/HandOvers",
    "const joined = open.get(attempt)",
    "const joined = undefined as Entry | undefined",
    "Carrier"
  ),
  smpp("internal/HandOvers", "if (isClosed) return", "if (false) return", "Leave"),
  smpp("internal/HandOvers", "nextSession(now), \"node\"", "nextSession(now), \"lane\"", "Session"),
  smpp("internal/PartReferences", "(before + 1) & 0xffff", "begins", "PartReferences"),
  smpp("internal/Deliveries", "exit.value === \"unknown\" && isWaiting()", "false", "Deliveries"),
  smpp("internal/Deliveries", "settings.unknownReceipts === \"again\"", "true", "Deliveries"),
  smpp("internal/Session", "yield* Effect.addFinalizer(() => leave(link))", "", "Leave"),
  smpp("internal/Session", "yield* Effect.timeoutOption(quiet, lastAnswers)", "", "Leave"),
  smpp("internal/Session", " || link.owed() > 0", "", "Leave"),
  smpp("internal/Session", "let since = Infinity", "let since = now()", "Session"),
  smpp("internal/Wire", "socket.on(\"end\", () => to.closed(wordsOf(error)))\n", "", "Wire"),
  smpp(
    "SmppCheck",
    "owner === \"ours\" ? CommandStatus.codes.ok : CommandStatus.codes.tryAgain",
    "CommandStatus.codes.ok",
    "Check"
  ),
  smpp("Incoming", "place !== null && place.index < place.count)", "false)", "Incoming"),
  smpp("internal/Wire", "rejectUnauthorized: true", "rejectUnauthorized: false", "Tls"),
  smpp("internal/backOff", "(1 - lot / 2)", "1", "Session"),
  smpp("internal/backOff", "isForSetting ? longest : ", "", "Session")
]
