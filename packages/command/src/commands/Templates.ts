/**
 * `signalbox templates`: a verdict by hand on a template.
 */
import { Channel } from "@signalbox/core/Channel"
import { TemplateId } from "@signalbox/core/Id"
import type { Statement } from "@signalbox/core/Operator"
import { Operator } from "@signalbox/core/Operator"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Argument, Command } from "../Command.ts"
import { text } from "../Command.ts"
import { fromExecution, misuse, refused } from "../CommandError.ts"

const template: Argument = { name: "TEMPLATE", says: "the id of the template" }

const channels = Channel.literals

const judge = (path: string, outcome: Statement["outcome"], says: string): Command => ({
  path: ["templates", path],
  says,
  takes: [template],
  options: outcome === "reject" ? ["reason", "channel"] : ["channel"],
  on: "operator",
  run: Effect.fnUntraced(function*(input) {
    const operator = yield* Operator
    const [given = ""] = input.arguments
    const id = yield* Effect.mapError(
      Schema.decodeUnknownEffect(TemplateId)(given),
      () => misuse(`${given} is no template: the id of a template is a UUID.`)
    )
    const name = text(input, "channel")
    const channel = channels.find((each) => each === name) ?? null
    if (name !== undefined && channel === null) {
      return yield* Effect.fail(misuse(`--channel is one of ${channels.join(", ")}.`))
    }
    const reason = text(input, "reason") ?? null
    if (outcome === "reject" && reason === null) return yield* Effect.fail(misuse("--reason says why."))
    const answer = yield* Effect.mapError(operator.assess(id, { channel, outcome, reason }), fromExecution)
    switch (answer._tag) {
      case "Changed":
        return { json: { id, channel, status: answer.status }, lines: [`The template is ${answer.status}.`] }
      case "Unknown":
        return yield* Effect.fail(refused(`There is no template ${id}.`))
      case "Refused": {
        const why = answer.status === null ? "has no body there" : `is ${answer.status}`
        return yield* Effect.fail(refused(`The template ${why}, which does not allow that.`))
      }
    }
  })
})

export const commands: ReadonlyArray<Command> = [
  judge("approve", "approve", "Approves a template that is in review"),
  judge("reject", "reject", "Rejects a template that is in review"),
  judge("pause", "pause", "Lets nothing more be sent by an approved template"),
  judge("resume", "lift", "Lets a paused template be used again")
]
