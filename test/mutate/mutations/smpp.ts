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
  smpp("internal/Verdict", "[...new Set(references)]", "references", "Session"),
  smpp("internal/Link", "submitted < settings.window && ", "", "Loss"),
  smpp("internal/Link", "&& now() >= pausedUntil", "", "Session"),
  smpp(
    "internal/Link",
    "for (const [sequence, request] of waiting) settle(sequence, request, { _tag: \"Lost\" })\n",
    "",
    "Session"
  ),
  smpp("internal/Link", "pdu.command !== `${request.command}_resp`", "false", "Session"),
  smpp("internal/Link", "&& age < settings.answersWithin", "&& false", "Session"),
  smpp("internal/Link", "if (!request.isLate) submitted -= 1\n", "", "Session"),
  smpp("internal/Link", "if (isBroken) return close(", "if (false) return close(", "Session"),
  smpp("internal/Link", "deliveries === mostDeliveries - 1", "false", "Deliveries"),
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
  smpp("internal/HandOvers", "if (isClosed) return", "if (false) return", "Session"),
  smpp("internal/Deliveries", "exit.value === \"unknown\" && isWaiting()", "false", "Deliveries"),
  smpp("internal/Deliveries", "settings.unknownReceipts === \"again\"", "true", "Deliveries"),
  smpp("internal/Session", "yield* Effect.addFinalizer(() => leave(link))", "", "Session"),
  smpp("internal/Session", "yield* Effect.timeoutOption(quiet, lastAnswers)", "", "Session"),
  smpp("internal/Wire", "rejectUnauthorized: true", "rejectUnauthorized: false", "Tls"),
  smpp("internal/backOff", "(1 - lot / 2)", "1", "Session"),
  smpp("internal/backOff", "isForSetting ? longest : ", "", "Session")
]
