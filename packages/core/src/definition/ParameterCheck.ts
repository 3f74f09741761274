/**
 * Finds values of template variables that can never be sent: the request is refused with VALIDATION_008 (specification
 * "Errors"). A missing value is another matter: the message fails later with the same code, unless the host's own code asks.
 */
import * as Limit from "../catalogue/Limit.ts"
import type { Violation } from "../catalogue/Violation.ts"
import type { Requested } from "../value/Channel.ts"
import * as Channels from "../value/Channel.ts"
import * as Pattern from "./Pattern.ts"
import type { Compiled } from "./Renderer.ts"
import * as Renderer from "./Renderer.ts"
import type { Parameters, Slot } from "./Value.ts"
import * as Value from "./Value.ts"
import * as WebAddress from "./WebAddress.ts"

/** The use of a value: its variable, the channels it is sent on, and the matcher for the patterns of this send. */
interface Use {
  readonly slot: Slot
  readonly channels: ReadonlyArray<Requested>
  readonly matcher: Pattern.Matcher
}

interface Rule {
  readonly broken: (value: string, use: Use) => boolean
  readonly sentence: string
}

const verdict = (value: string, { matcher, slot }: Use): Pattern.Verdict | null =>
  slot.regex === null ? null : matcher.match(slot.regex, value)

/** The first rule that a value breaks is reported. */
const rules: ReadonlyArray<Rule> = [
  {
    broken: (value) => value.length > Limit.parameterLength,
    sentence: `must have at most ${Limit.parameterLength} characters`
  },
  {
    broken: (value) => /[\r\n\t]/.test(value),
    sentence: "must not contain a newline, a carriage return or a tab"
  },
  { broken: (value) => / {5}/.test(value), sentence: "must not contain more than 4 consecutive spaces" },
  {
    broken: (value, { channels }) => channels.includes("whatsapp") && value.trim() === "",
    sentence: "must not be blank on whatsapp"
  },
  {
    broken: (value, use) => verdict(value, use) === "differs",
    sentence: "must match the pattern of the variable as a whole"
  },
  {
    broken: (value, use) => verdict(value, use) === "too much",
    sentence: "is too long to be matched with its pattern, beside the values before it"
  }
]

/** Returns the channels that messages may take. An auto-detect message may end up on any channel. */
const possible = (channels: ReadonlyArray<Requested>): ReadonlyArray<Channels.Channel> =>
  Channels.Channel.literals.filter((channel) => channels.includes("auto_detect") || channels.includes(channel))

const distinct = (slots: ReadonlyArray<Slot>): ReadonlyArray<Slot> => [
  ...new Map(slots.map((slot) => [JSON.stringify([slot.name, slot.id, slot.regex]), slot])).values()
]

/** The variables of each set of channels that was asked for, for as long as the definition lives: sixteen sets at most. */
const known = new WeakMap<Compiled, Map<string, ReadonlyArray<Slot>>>()

/** Returns the variables of some channels, each once. */
const used = (compiled: Compiled, channels: ReadonlyArray<Channels.Channel>): ReadonlyArray<Slot> => {
  const before = known.get(compiled)?.get(channels.join())
  if (before !== undefined) return before
  const slots = distinct(channels.flatMap((channel) => Renderer.slots(compiled, channel)))
  known.set(compiled, (known.get(compiled) ?? new Map()).set(channels.join(), slots))
  return slots
}

const tooLong = (message: string): ReadonlyArray<Violation> => [
  { field: "template.parameters", code: "VALIDATION_008", message }
]

/** Checks the length of what is rendered with these values, and of the values that each message keeps (decisions 9.4). */
const lengths = (
  compiled: Compiled,
  parameters: Parameters,
  channels: ReadonlyArray<Channels.Channel>
): ReadonlyArray<Violation> => {
  let longest = 0
  for (const channel of channels) longest = Math.max(longest, Renderer.length(compiled, channel, parameters) ?? 0)
  if (longest > Limit.renderedLength) {
    return tooLong(
      `must make header, body and footer at most ${Limit.renderedLength} characters together, not ${longest}`
    )
  }
  const kept = Object.values(Renderer.used(compiled, parameters)).reduce((sum, value) => sum + value.length, 0)
  return kept > Limit.parametersLength
    ? tooLong(`must have at most ${Limit.parametersLength} characters together, not ${kept}`)
    : []
}

/** Checks the values that messages on these channels would use. */
export type Judge = (parameters: Parameters) => ReadonlyArray<Violation>

/**
 * Returns a judge for all recipients of one send: it looks at each value of a variable once, and what patterns may cost
 * counts for all of them together.
 *
 * @param matcher is shared by the judges of one send, which may have its template in several languages
 */
export const judge = (
  compiled: Compiled,
  channels: ReadonlyArray<Requested>,
  matcher = Pattern.matcher()
): Judge => {
  const able = possible(channels)
  const slots = used(compiled, able).map((slot) => {
    const known = new Map<string, Rule | null>()
    const find = (value: string): Rule | null => {
      const before = known.get(value)
      if (before !== undefined) return before
      const found = rules.find(({ broken }) => broken(value, { slot, channels, matcher })) ?? null
      known.set(value, found)
      return found
    }
    return { slot, find }
  })
  return (parameters) => {
    const header = Renderer.headerAddress(compiled, parameters)
    if (slots.length === 0 && header === null) return lengths(compiled, parameters, able)
    const violations = new Map<string, Violation>()
    for (const { find, slot } of slots) {
      const value = Value.given(slot, parameters)
      const rule = value === undefined ? null : find(value)
      const field = `template.parameters.${slot.name}`
      if (rule !== null) violations.set(field, { field, code: "VALIDATION_008", message: rule.sentence })
    }
    if (header !== null && !WebAddress.isLink(header)) {
      const field = `template.parameters.${Renderer.headerParameter}`
      violations.set(field, { field, code: "VALIDATION_008", message: "must be a full http or https URL" })
    }
    return [...violations.values(), ...lengths(compiled, parameters, able)]
  }
}

/** Checks the values of a single message. */
export const check = (
  compiled: Compiled,
  parameters: Parameters,
  channels: ReadonlyArray<Requested>
): ReadonlyArray<Violation> => judge(compiled, channels)(parameters)

/** Tells of names that were given and that the template does not have: one of them may be the missing one, misspelt. */
const strangers = (compiled: Compiled, parameters: Parameters): string => {
  const strange = Object.keys(parameters).filter((name) => !compiled.parameters.includes(name))
  const shown = strange.slice(0, 5).map((name) => JSON.stringify(name.slice(0, 100))).join(", ")
  return strange.length === 0 ? "" : `; the template has no ${shown}`
}

/**
 * Returns the variables without a value on some channel that messages may take.
 *
 * @param given all that was given, also by names that the template does not have
 */
export const missing = (
  compiled: Compiled,
  parameters: Parameters,
  channels: ReadonlyArray<Requested>,
  given: Parameters = parameters
): ReadonlyArray<Violation> => {
  const message = `is missing${strangers(compiled, given)}`
  return Renderer.missing(compiled, parameters, possible(channels)).map((name): Violation => ({
    field: `template.parameters.${name}`,
    code: "VALIDATION_008",
    message
  }))
}
