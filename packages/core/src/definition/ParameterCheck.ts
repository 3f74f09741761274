/**
 * Finds values of template variables that can never be sent: the request is refused with VALIDATION_008 (specification
 * "Errors"). A missing value is not found here: the message fails later with the same code.
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

const matchers = new WeakMap<Slot, Pattern.Matches>()

const matcherOf = (slot: Slot): Pattern.Matches | null => {
  if (slot.regex === null) return null
  const known = matchers.get(slot)
  if (known !== undefined) return known
  const made = Pattern.matches(slot.regex)
  matchers.set(slot, made)
  return made
}

interface Rule {
  readonly broken: (value: string, slot: Slot, channels: ReadonlyArray<Requested>) => boolean
  readonly sentence: string
}

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
    broken: (value, _, channels) => channels.includes("whatsapp") && value.trim() === "",
    sentence: "must not be blank on whatsapp"
  },
  {
    broken: (value, slot) => matcherOf(slot)?.(value) === false,
    sentence: "must match the pattern of the variable as a whole"
  }
]

/** Checks the values that messages on these channels would use. An auto-detect message may end up on any channel. */
export const check = (
  compiled: Compiled,
  parameters: Parameters,
  channels: ReadonlyArray<Requested>
): ReadonlyArray<Violation> => {
  const possible = Channels.Channel.literals.filter((channel) =>
    channels.includes("auto_detect") || channels.includes(channel)
  )
  const violations = new Map<string, Violation>()
  for (const slot of possible.flatMap((channel) => Renderer.slots(compiled, channel))) {
    const value = Value.given(slot, parameters)
    const rule = value === undefined ? undefined : rules.find(({ broken }) => broken(value, slot, channels))
    const field = `template.parameters.${slot.name}`
    if (rule !== undefined) violations.set(field, { field, code: "VALIDATION_008", message: rule.sentence })
  }
  const header = Renderer.headerAddress(compiled, parameters)
  if (header !== null && !WebAddress.isLink(header)) {
    const field = `template.parameters.${Renderer.headerParameter}`
    violations.set(field, { field, code: "VALIDATION_008", message: "must be a full http or https URL" })
  }
  return [...violations.values()]
}
