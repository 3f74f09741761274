/**
 * `signalbox smpp-check`: tries an operator out before messages go to it.
 */
import type { Options } from "@signalbox/smpp/Options"
import * as SmppOptions from "@signalbox/smpp/Options"
import type { IdForm } from "@signalbox/smpp/Receipt"
import * as SmppCheck from "@signalbox/smpp/SmppCheck"
import * as Effect from "effect/Effect"
import { plain, table } from "../Answer.ts"
import type { Command, Input } from "../Command.ts"
import { text } from "../Command.ts"
import type { CommandError } from "../CommandError.ts"
import { misuse } from "../CommandError.ts"
import * as Files from "../Files.ts"
import * as Value from "../Value.ts"

/** The host and the port of `smpp.example.com:2775`; an address of IPv6 stands in brackets. */
const placed = (written: string): Pick<Options, "host" | "port"> | null => {
  const [, bracketed, bare, port] = /^(?:\[([0-9A-Fa-f:.]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/.exec(written) ?? []
  const host = bracketed ?? bare
  return host === undefined ? null : { host, ...(port === undefined ? {} : { port: Number(port) }) }
}

/** The type of number of `5/0`; undefined where the option is not given. */
const numberKind = Effect.fnUntraced(function*(input: Input, name: "from-type" | "to-type") {
  const given = text(input, name)
  if (given === undefined) return undefined
  const [, ton, npi] = /^(\d{1,3})\/(\d{1,3})$/.exec(given) ?? []
  if (ton === undefined) return yield* misuse(`--${name} ${given} is no type of number, such as 5/0.`)
  return { ton: Number(ton), npi: Number(npi) }
})

const ids = Effect.fnUntraced(function*(input: Input) {
  const given = text(input, "ids")
  if (given === undefined) return undefined
  const [answer, tlv, inText, ...others] = given.split(",") as ReadonlyArray<IdForm>
  if (answer === undefined || tlv === undefined || inText === undefined || others.length > 0) {
    return yield* misuse(`--ids ${given} are not three forms, such as hexadecimal,decimal,decimal.`)
  }
  return { answer, tlv, text: inText }
})

const tls = Effect.fnUntraced(function*(input: Input) {
  const [file, servername] = [text(input, "ca"), text(input, "servername")]
  if (!input.options.has("tls")) {
    if (file !== undefined || servername !== undefined) yield* misuse("--ca and --servername are for --tls.")
    return false
  }
  return {
    ...(file === undefined ? {} : { ca: yield* Files.read(file) }),
    ...(servername === undefined ? {} : { servername })
  }
})

const optionsOf = Effect.fnUntraced(function*(input: Input): Effect.fn.Return<Options, CommandError> {
  const [place = ""] = input.arguments
  const found = placed(place)
  const systemId = text(input, "system-id")
  if (found === null) return yield* misuse(`${place} is no host, such as smpp.example.com:2775.`)
  if (systemId === undefined) return yield* misuse("--system-id is missing.")
  const [sender, recipient] = [yield* numberKind(input, "from-type"), yield* numberKind(input, "to-type")]
  const forms = yield* ids(input)
  const options: Options = {
    ...found,
    systemId,
    password: process.env["SMPP_PASSWORD"] ?? "",
    systemType: text(input, "system-type") ?? "",
    tls: yield* tls(input),
    ...(input.options.has("pair") ? { bindAs: "transmitter and receiver" as const } : {}),
    ...(sender === undefined ? {} : { senders: { number: sender, shortCode: sender, name: sender } }),
    ...(recipient === undefined ? {} : { recipient }),
    ...(forms === undefined ? {} : { ids: forms })
  }
  return yield* Effect.try({
    try: () => SmppOptions.check(options),
    catch: (error) => misuse(error instanceof Error ? error.message : String(error))
  }).pipe(Effect.as(options))
})

const smppCheck: Command = {
  path: ["smpp-check"],
  says: "Binds to an operator by SMPP, sends one message, and waits for its receipt",
  details: [
    "The password is that of the environment, SMPP_PASSWORD. The message is a real one, and may cost money.",
    "It takes one bind of those that the operator allows."
  ],
  takes: [
    { name: "HOST:PORT", says: "where the operator listens; 2775 unless given" },
    { name: "NUMBER", says: "who gets the message, such as +12015550123" }
  ],
  options: [
    "system-id",
    "system-type",
    "from",
    "from-type",
    "to-type",
    "ids",
    "text",
    "tls",
    "ca",
    "servername",
    "pair",
    "wait"
  ],
  on: "alone",
  run: Effect.fnUntraced(function*(input) {
    const to = yield* Value.phone(input.arguments[1] ?? "")
    const options = yield* optionsOf(input)
    const patience = yield* Value.duration("wait", text(input, "wait") ?? "1m")
    const steps = yield* SmppCheck.run(options, {
      from: text(input, "from") ?? null,
      to,
      text: text(input, "text") ?? "Signalbox asks whether this arrives.",
      patience
    })
    const rows = steps.map(({ holds, name, words }) => [name, holds ? "ok" : "FAILED", plain(words)])
    const [, ...lines] = table(["step", "", ""], rows)
    return { json: { steps }, lines, isPartial: steps.some(({ holds }) => !holds) }
  })
}

export const commands: ReadonlyArray<Command> = [smppCheck]
