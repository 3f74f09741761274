/**
 * The simulated registry of numbers. It tells what a seed or the control has said of a number, and of all others what the
 * numbering plans tell.
 */
import * as Port from "@signalbox/core/NumberLookup"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"

const optional = Schema.optionalKey

const Network = Schema.String.check(
  Schema.makeFilter((text: string) => /^[0-9]{5,6}$/.test(text), {
    message: "must be the codes of country and network, such as 26201"
  })
)

/** The longest time that an answer may take, in milliseconds. */
const longest = 60_000

/** The fields of an answer. */
export const Answer = Schema.Struct({
  ported: optional(Schema.NullOr(Schema.Boolean)),
  network: optional(Schema.NullOr(Network)),
  line_type: optional(Schema.NullOr(Port.LineType)),
  carrier_name: optional(Schema.NullOr(Schema.String.check(Schema.isMaxLength(255)))),
  /** `throw`: it fails. `hang`: it never answers. */
  mode: optional(Schema.Literals(["normal", "throw", "hang"])),
  delay_ms: optional(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: longest })))
})
export type Answer = typeof Answer.Type

/** The answers of a registry, and the terms on which it gives them. */
export interface Answers {
  readonly cost?: number
  readonly keep_hours?: number
  readonly numbers?: ReadonlyArray<Answer & { readonly phone: PhoneNumber }>
}

export class NumberAnswers extends Context.Service<NumberAnswers, {
  /** @param answer null: the numbering plans tell again */
  readonly set: (phone: PhoneNumber, answer: Answer | null) => void
  readonly answerOf: (phone: PhoneNumber) => Answer | null
  /** Returns how often it was asked for the number. */
  readonly timesAsked: (phone: PhoneNumber) => number
  readonly find: (phone: PhoneNumber) => Effect.Effect<Port.Finding>
}>()("@signalbox/emulator/lookup/NumberAnswers") {}

const countryDigits = 3

const finding = (
  phone: PhoneNumber,
  { carrier_name: carrierName, line_type: lineType, network, ported }: Answer
): Port.Finding => {
  const plan = Port.fromPlan(phone)
  return {
    ...plan,
    ...(lineType === undefined ? {} : { lineType }),
    ...(carrierName === undefined ? {} : { carrierName }),
    isPorted: ported ?? null,
    mobileCountryCode: network?.slice(0, countryDigits) ?? null,
    mobileNetworkCode: network?.slice(countryDigits) ?? null
  }
}

const make = ({ numbers = [] }: Answers): NumberAnswers["Service"] => {
  const answers = new Map<PhoneNumber, Answer>(numbers.map(({ phone, ...answer }) => [phone, answer]))
  const asked = new Map<PhoneNumber, number>()
  return {
    set: (phone, answer) => {
      if (answer === null) answers.delete(phone)
      else answers.set(phone, answer)
    },
    answerOf: (phone) => answers.get(phone) ?? null,
    timesAsked: (phone) => asked.get(phone) ?? 0,
    find: (phone) =>
      Effect.suspend(() => {
        asked.set(phone, (asked.get(phone) ?? 0) + 1)
        const answer = answers.get(phone) ?? {}
        if (answer.mode === "hang") return Effect.never
        if (answer.mode === "throw") return Effect.die(new Error("the registry was told to fail"))
        return Effect.delay(Effect.succeed(finding(phone, answer)), answer.delay_ms ?? 0)
      })
  }
}

/** The registry, and the port of the service that asks it. */
export const layer = (seed: Answers): Layer.Layer<NumberAnswers> =>
  Layer.effectContext(Effect.sync(() => {
    const answers = make(seed)
    const { cost, keep_hours: keepHours } = seed
    return Context.make(NumberAnswers, answers).pipe(
      Context.add(Port.NumberLookup, {
        find: answers.find,
        ...(cost === undefined ? {} : { cost }),
        ...(keepHours === undefined ? {} : { keepHours })
      })
    )
  }))
