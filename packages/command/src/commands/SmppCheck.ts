/**
 * `signalbox smpp-check`: tries an operator out before messages go to it.
 */
import type { Options } from "@signalbox/smpp/Options"
import * as SmppOptions from "@signalbox/smpp/Options"
import * as SmppCheck from "@signalbox/smpp/SmppCheck"
import * as Effect from "effect/Effect"
import { plain, table } from "../Answer.ts"
import type { Command, Input } from "../Command.ts"
import { text } from "../Command.ts"
import type { CommandError } from "../CommandError.ts"
import { misuse } from "../CommandError.ts"
import * as Value from "../Value.ts"

/** The host and the port of `smpp.example.com:2775`; an address of IPv6 stands in brackets. */
const placed = (written: string): Pick<Options, "host" | "port"> | null => {
  const [, bracketed, bare, port] = /^(?:\[([0-9A-Fa-f:.]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/.exec(written) ?? []
  const host = bracketed ?? bare
  return host === undefined ? null : { host, ...(port === undefined ? {} : { port: Number(port) }) }
}

const optionsOf = (input: Input): Effect.Effect<Options, CommandError> =>
  Effect.suspend(() => {
    const [place = ""] = input.arguments
    const found = placed(place)
    const systemId = text(input, "system-id")
    if (found === null) return Effect.fail(misuse(`${place} is no host, such as smpp.example.com:2775.`))
    if (systemId === undefined) return Effect.fail(misuse("--system-id is missing."))
    const options: Options = {
      ...found,
      systemId,
      password: process.env["SMPP_PASSWORD"] ?? "",
      tls: input.options.has("tls"),
      ...(input.options.has("pair") ? { bindAs: "transmitter and receiver" as const } : {})
    }
    return Effect.try({
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
  options: ["system-id", "from", "text", "tls", "pair", "wait"],
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
