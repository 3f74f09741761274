/**
 * Finds values that can never be sent, of the send and of each of its recipients (decisions 14.3). A flaw is told once,
 * where its value was given.
 */
import * as Limit from "../catalogue/Limit.ts"
import type { Violation } from "../catalogue/Violation.ts"
import * as ParameterCheck from "../definition/ParameterCheck.ts"
import * as Pattern from "../definition/Pattern.ts"
import * as Renderer from "../definition/Renderer.ts"
import type { Requested } from "../value/Channel.ts"
import type { Recipient } from "./Recipient.ts"
import { hasParameters } from "./Recipient.ts"

/** A recipient with all parameters that its messages are rendered with. */
export interface Addressee {
  /** The template in the language of the recipient. */
  readonly compiled: Renderer.Compiled
  readonly recipient: Recipient
  readonly parameters: Renderer.Parameters
}

/** Makes what each language of the template needs once. */
const memoized = <Made>(make: (compiled: Renderer.Compiled) => Made): (compiled: Renderer.Compiled) => Made => {
  let first: readonly [compiled: Renderer.Compiled, made: Made] | null = null
  let others: Map<Renderer.Compiled, Made> | null = null
  return (compiled) => {
    // Most sends have a single language.
    first ??= [compiled, make(compiled)]
    if (first[0] === compiled) return first[1]
    others ??= new Map()
    const made = others.get(compiled) ?? make(compiled)
    others.set(compiled, made)
    return made
  }
}

/** Lays the parameters of each recipient over those of the send. */
export const addressees = (
  compiledFor: (recipient: Recipient) => Renderer.Compiled,
  shared: Renderer.Parameters,
  recipients: ReadonlyArray<Recipient>
): ReadonlyArray<Addressee> => {
  const usedBy = memoized((compiled) => Renderer.used(compiled, shared))
  return recipients.map((recipient) => {
    const compiled = compiledFor(recipient)
    const used = usedBy(compiled)
    const parameters = hasParameters(recipient)
      ? Renderer.used(compiled, Renderer.overlaid(compiled, used, recipient.parameters))
      : used
    return { compiled, recipient, parameters }
  })
}

const prefix = "template.parameters"

/** Returns the field of a flaw that was found with the parameters of a recipient. */
const fieldOf = (compiled: Renderer.Compiled, { index, parameters }: Recipient, field: string): string => {
  const own = `to[${index}].parameters`
  if (field === prefix) return own
  const name = field.slice(prefix.length + 1)
  return Renderer.keys(compiled, name).some((key) => Object.hasOwn(parameters, key)) ? `${own}.${name}` : field
}

interface Asked {
  readonly addressees: ReadonlyArray<Addressee>
  /** The parameters of the send. */
  readonly shared: Renderer.Parameters
  readonly channels: ReadonlyArray<Requested>
  /** Whether every variable must have a value. */
  readonly isComplete: boolean
}

export const check = ({ addressees, channels, isComplete, shared }: Asked): ReadonlyArray<Violation> => {
  const matcher = Pattern.matcher()
  const judgeOf = memoized((compiled) => ParameterCheck.judge(compiled, channels, matcher))
  const judged = new Set<Renderer.Parameters>()
  let found: Map<string, Violation> | null = null
  let more = 0
  const add = (violation: Violation) => {
    found ??= new Map()
    if (found.has(violation.field)) return
    if (found.size < Limit.violations) found.set(violation.field, violation)
    else more++
  }
  for (const { compiled, parameters, recipient } of addressees) {
    if (judged.has(parameters)) continue
    judged.add(parameters)
    const isOwn = hasParameters(recipient)
    for (const violation of judgeOf(compiled)(parameters)) {
      add(isOwn ? { ...violation, field: fieldOf(compiled, recipient, violation.field) } : violation)
    }
    const given = isComplete && isOwn ? { ...shared, ...recipient.parameters } : shared
    for (const violation of isComplete ? ParameterCheck.missing(compiled, parameters, channels, given) : []) {
      const field = isOwn ? violation.field.replace(prefix, `to[${recipient.index}].parameters`) : violation.field
      add({ ...violation, field })
    }
  }
  if (found === null) return []
  const rest: Violation = { field: "body", code: "VALIDATION_008", message: "has more flaws", more }
  const shown = [...(found as ReadonlyMap<string, Violation>).values()]
  return more === 0 ? shown : [...shown, rest]
}
