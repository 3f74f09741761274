/**
 * Previews a template: how each channel shows it, how long it is as an SMS and why, what it costs where, and what is wrong
 * with the values (decisions 15.2). Nothing is stored, sent or told.
 */
import * as Limit from "../catalogue/Limit.ts"
import type { Violation } from "../catalogue/Violation.ts"
import * as Definitions from "../definition/Definition.ts"
import type { Definition } from "../definition/Definition.ts"
import * as ParameterCheck from "../definition/ParameterCheck.ts"
import type { Rendered } from "../definition/Rendered.ts"
import * as Renderer from "../definition/Renderer.ts"
import * as Value from "../definition/Value.ts"
import * as Content from "../dispatch/Content.ts"
import * as Price from "../dispatch/Price.ts"
import * as Segment from "../dispatch/Segment.ts"
import * as SmartEncoding from "../dispatch/SmartEncoding.ts"
import type { Approval } from "../template/Approval.ts"
import type { Channel } from "../value/Channel.ts"
import type { PhoneNumber } from "../value/PhoneNumber.ts"

/** A number with its country, or a country alone. */
export interface Destination {
  readonly to: PhoneNumber | null
  readonly country: string
}

export interface Subject {
  readonly definition: Definition
  readonly language: string
  readonly parameters: Renderer.Parameters
  /** Null for a definition that is not saved, which nobody reviews. */
  readonly approval: Approval | null
  /** Whether SMS are sent with plain forms of typographic characters. */
  readonly isEncoded: boolean
  readonly destinations: ReadonlyArray<Destination>
  readonly tariff: Price.Tariff
}

export interface Charge extends Destination {
  /** Null when no rate covers the destination. */
  readonly price: Price.Price | null
}

/** Tells what smart encoding does to an SMS. */
export interface Encoding {
  /** The segments that it would have as it was written. */
  readonly before: Segment.Segments
  /** Empty when it stays as it was written. */
  readonly replacements: ReadonlyArray<SmartEncoding.Replacement>
}

export interface Shown {
  readonly rendered: Rendered
  /** Null on channels that have no segments. */
  readonly segments: Segment.Segments | null
  /** The characters for which an SMS is sent as UCS-2. */
  readonly forcing: ReadonlyArray<Segment.Inexpressible>
  /** Null where nothing is encoded: on other channels, and where neither the account nor the request asks for it. */
  readonly encoding: Encoding | null
  readonly charges: ReadonlyArray<Charge>
}

export interface Preview {
  readonly channel: Channel
  readonly isApproved: boolean | null
  /** A send with these values is refused for them on this channel, or its message ends for them. */
  readonly flaws: ReadonlyArray<Violation>
  /** Null when there are flaws. */
  readonly shown: Shown | null
}

/** Returns the parameters, with the samples of the variables that have no value. */
export const withSamples = (definition: Definition, parameters: Renderer.Parameters): Renderer.Parameters => {
  const slotOf = Value.slots(definition)
  const samples = Definitions.variables(definition).flatMap((variable) => {
    const { sample } = variable.props
    return sample === undefined || Value.of(slotOf(variable), parameters) !== undefined ? [] : [[variable.name, sample]]
  })
  return { ...Object.fromEntries(samples), ...parameters }
}

const chargesOf = (channel: Channel, segments: number, { destinations, tariff }: Subject): ReadonlyArray<Charge> => {
  const known = new Map<string, Price.Price | null>()
  const priceIn = (country: string): Price.Price | null => {
    const before = known.get(country)
    if (before !== undefined) return before
    const price = Price.quote(tariff, channel, country, segments)
    known.set(country, price)
    return price
  }
  return destinations.map((destination) => ({ ...destination, price: priceIn(destination.country) }))
}

const show = (channel: Channel, made: Rendered, subject: Subject): Shown => {
  const isEncoded = channel === "sms" && subject.isEncoded
  const rendered = channel === "rcs" ? Content.withStopChip(made) : Content.encoded(made, channel, isEncoded)
  const segments = channel === "sms" ? Segment.count(rendered.plain) : null
  return {
    rendered,
    segments,
    forcing: channel === "sms" ? Segment.inexpressible(rendered.plain, Limit.preview.characters) : [],
    encoding: isEncoded
      ? { before: Segment.count(made.plain), replacements: SmartEncoding.encode(made.plain).replacements }
      : null,
    charges: chargesOf(channel, segments?.count ?? 1, subject)
  }
}

const on = (channel: Channel, subject: Subject): Preview => {
  const { approval, definition, language, parameters } = subject
  const compiled = Renderer.compiled(definition, language)
  const flaws = [
    ...ParameterCheck.check(compiled, parameters, [channel]),
    ...ParameterCheck.missing(compiled, parameters, [channel])
  ]
  const rendered = flaws.length === 0 ? Renderer.render(compiled, channel, parameters) : null
  return {
    channel,
    isApproved: approval === null ? null : approval.isGiven && !approval.isBarred(channel),
    flaws,
    shown: rendered === null ? null : show(channel, rendered, subject)
  }
}

/** Previews a definition without flaws on each channel that it has a body for. */
export const of = (subject: Subject): ReadonlyArray<Preview> =>
  Renderer.renderable(subject.definition).map((channel) => on(channel, subject))
