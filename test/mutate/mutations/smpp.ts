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
  smpp("Codec", "if (reader.isShort) return malformed(\"body\")\n", "", "Codec"),
  smpp("Codec", "if (reader.isShort) return malformed(\"tlv\")\n", "", "Codec"),
  smpp("GsmAlphabet", "index < escape ? index : index + 1", "index", "Encodings"),
  smpp("Receipt", "if (!hasText) isBefore.add(name)", "", "Receipt"),
  smpp("internal/Verdict", "refused(final, taken)", "refused(final, {})", "Session"),
  smpp(
    "internal/Link",
    "for (const [sequence, request] of waiting) settle(sequence, request, { _tag: \"Lost\" })\n",
    "",
    "Session"
  ),
  smpp("internal/Link", "!isAnswerTo(request, commandIds[pdu.command])", "false", "Session"),
  smpp("internal/Link", "sequence === lastSequence ? 1 : ", "", "Link"),
  smpp("internal/Link", "&& age < settings.answersWithin", "&& false", "Session"),
  smpp("internal/Link", "if (request.isInWindow) submitted -= 1\n", "", "Session"),
  smpp("internal/Link", "deliveries >= mostDeliveries", "false", "Deliveries"),
  smpp("internal/Outbox", "if (!job.isWithdrawn) return job", "return job", "Session"),
  smpp("internal/HandOvers", "if (before !== undefined) return Effect.succeed(before)\n", "", "Carrier"),
  smpp(
    "internal/HandOvers",
    "const joined = open.get(attempt)",
    "const joined = undefined as Entry | undefined",
    "Carrier"
  ),
  smpp("internal/HandOvers", "nextSession(now), \"node\"", "nextSession(now), \"lane\"", "Session"),
  smpp("internal/PartReferences", "(before + 1) & 0xffff", "begins", "PartReferences"),
  smpp("internal/Deliveries", "exit.value === \"unknown\" && isWaiting()", "false", "Deliveries"),
  smpp("internal/Deliveries", "settings.unknownReceipts === \"again\"", "true", "Deliveries"),
  smpp("internal/Session", "let since = Infinity", "let since = now()", "Session"),
  smpp(
    "SmppCheck",
    "owner === \"ours\" ? CommandStatus.codes.ok : CommandStatus.codes.tryAgain",
    "CommandStatus.codes.ok",
    "Check"
  ),
  smpp("Incoming", "place !== null && place.index < place.count)", "false)", "Incoming"),
  smpp("internal/backOff", "(1 - lot / 2)", "1", "Session"),
  smpp("internal/backOff", "isForSetting ? longest : ", "", "Session")
]
