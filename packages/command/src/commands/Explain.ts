/**
 * `signalbox messages explain`: a running service tells what would become of a send. Its carriers, prices and rules are in
 * its code, so no database alone could answer.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Answer } from "../Answer.ts"
import * as Answers from "../Answer.ts"
import type { Command, Input } from "../Command.ts"
import { text } from "../Command.ts"
import { CommandError, misuse, refused } from "../CommandError.ts"
import * as Json from "../Json.ts"

const patienceMillis = 30_000

const Explained = Schema.Struct({
  to: Schema.String,
  channel: Schema.String,
  outcome: Schema.Struct({ status: Schema.String, description: Schema.String }),
  held_until: Schema.NullOr(Schema.String),
  candidates: Schema.Array(Schema.Struct({
    channel: Schema.String,
    carrier: Schema.String,
    sender: Schema.NullOr(Schema.String),
    segments: Schema.Int,
    price: Schema.Struct({ amount: Schema.Finite }),
    rule: Schema.Int
  })),
  dropped: Schema.Array(
    Schema.Struct({ channel: Schema.String, carrier: Schema.String, rule: Schema.Int, sentence: Schema.String })
  ),
  gates: Schema.Array(
    Schema.Struct({ gate: Schema.String, passes: Schema.Boolean, sentence: Schema.optionalKey(Schema.String) })
  )
})

const Reply = Schema.Union([
  Schema.Struct({
    success: Schema.Literal(true),
    data: Schema.Struct({ messages: Schema.Int, recipients: Schema.Array(Explained) })
  }),
  Schema.Struct({
    success: Schema.Literal(false),
    error: Schema.Struct({
      code: Schema.String,
      message: Schema.String,
      details: Schema.optionalKey(Schema.Record(Schema.String, Schema.Array(Schema.String)))
    })
  })
])

const lines = ({ candidates, channel, dropped, gates, held_until: until, outcome, to }: typeof Explained.Type) => [
  `${to} ${channel}: ${outcome.status}, ${outcome.description}`,
  ...(until === null ? [] : [`  quiet hours until ${until}`]),
  ...gates.flatMap(({ gate, passes, sentence = "" }) => passes ? [] : [`  stops at ${gate}: ${sentence}`]),
  ...candidates.map(({ carrier, channel: by, price, rule, segments, sender }, index) =>
    `  ${index + 1}. ${by} through ${carrier} from ${sender ?? "a sender of the carrier's"}: ` +
    `${Answers.plural(segments, "segment")}, ${price.amount}, by rule ${rule}`
  ),
  ...dropped.map(({ carrier, channel: by, rule, sentence }) =>
    `  not ${by} through ${carrier}, by rule ${rule}: ${sentence}`
  )
]

const failed = (message: string): CommandError => new CommandError({ reason: "failed", message })

const asked = (url: URL, key: string, body: unknown): Effect.Effect<unknown, CommandError> =>
  Effect.tryPromise({
    try: async (signal) => {
      const response = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json", "x-api-key": key },
        body: JSON.stringify(body),
        redirect: "error",
        signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMillis)])
      })
      return await response.json() as unknown
    },
    catch: () => failed(`${url.origin} does not answer as a service does.`)
  })

const addressOf = (input: Input): Effect.Effect<URL, CommandError> => {
  const given = text(input, "url") ?? "http://127.0.0.1:3000"
  const base = URL.canParse(given) ? new URL(given) : null
  return base === null || !/^https?:$/.test(base.protocol)
    ? Effect.fail(misuse(`--url ${given} is no URL, such as https://messages.example.com.`))
    : Effect.succeed(new URL(`${base.pathname.replace(/\/$/, "")}/v3/messages/explain`, base))
}

const refusal = ({ code, details = {}, message }: { code: string; message: string; details?: typeof Details.Type }) =>
  refused(
    [`${code}: ${message}`, ...Object.entries(details).map(([field, flaws]) => `${field} ${flaws.join(", ")}`)].join(
      "; "
    )
  )

const Details = Schema.Record(Schema.String, Schema.Array(Schema.String))

const explain: Command = {
  path: ["messages", "explain"],
  says: "Tells what would become of a send, and why; nothing is sent",
  details: [
    "FILE is the body of POST /v3/messages: { \"to\": [\"+12015550123\"], \"template\": { \"name\": \"order\" } }",
    "SIGNALBOX_API_KEY is a key of the account that would send it."
  ],
  takes: [Json.file],
  options: ["url"],
  on: "alone",
  run: Effect.fnUntraced(function*(input): Effect.fn.Return<Answer, CommandError> {
    const url = yield* addressOf(input)
    const key = process.env["SIGNALBOX_API_KEY"] ?? ""
    if (key === "") return yield* Effect.fail(misuse("SIGNALBOX_API_KEY is missing: the key of an account."))
    const body = yield* Json.read(input.arguments[0]!, Schema.Record(Schema.String, Schema.Unknown))
    const answer = yield* asked(url, key, body)
    const reply = yield* Effect.mapError(
      Schema.decodeUnknownEffect(Reply)(answer),
      () => failed(`${url.origin} does not answer as a service does.`)
    )
    if (!reply.success) return yield* Effect.fail(refusal(reply.error))
    const { messages, recipients } = reply.data
    return {
      json: (answer as { readonly data: unknown }).data,
      lines: recipients.flatMap(lines).map(Answers.plain),
      ...(messages > recipients.length ? { notes: [`${messages - recipients.length} more are not shown.`] } : {})
    }
  })
}

export const commands: ReadonlyArray<Command> = [explain]
