/**
 * `npm run bench:templates`: the pure parts of templates, without a server. Each figure is a ratio to another way of
 * doing the same, measured in the same run in turns, so that a slow moment of the machine meets both.
 *
 * A preview of a definition that is not saved stands against its check alone, and its 95th percentile is said besides.
 *
 * Rendering stands against precompiled Handlebars and against `String.replaceAll` for each variable; both give the
 * text alone, ours the whole message. Checking a definition has no other library; it stands against parsing the same
 * definition from JSON. Segments stand against two libraries.
 */
import type { Definition, Variable } from "@signalbox/core/Definition"
import * as DefinitionCheck from "@signalbox/core/internal/definition/DefinitionCheck"
import * as Renderer from "@signalbox/core/internal/definition/Renderer"
import * as Preview from "@signalbox/core/internal/preview/Preview"
import * as TemplateBody from "@signalbox/core/internal/template/TemplateBody"
import type { Json } from "@signalbox/core/Json"
import * as Money from "@signalbox/core/Money"
import * as Segment from "@signalbox/core/Segment"
import Handlebars from "handlebars"
import { loadavg } from "node:os"
import { SegmentedMessage } from "sms-segments-calculator"
import splitter from "split-sms"

const turns = 9
const millis = 150

/** Returns how often it is done in a second: the best of the turns counts, which the machine disturbed least. */
const perSecond = (act: () => unknown): number => {
  let done = 0
  let kept: unknown
  const start = performance.now()
  let elapsed = 0
  while (elapsed < millis) {
    for (let time = 0; time < 16; time++) kept = act()
    done += 16
    elapsed = performance.now() - start
  }
  if (kept === undefined) throw new Error("nothing was done")
  return (done / elapsed) * 1000
}

interface Way {
  readonly name: string
  readonly act: () => unknown
}

const compare = (title: string, ours: () => unknown, others: ReadonlyArray<Way>): void => {
  const ways: ReadonlyArray<Way> = [{ name: "signalbox", act: ours }, ...others]
  const best = ways.map(() => 0)
  for (let turn = 0; turn <= turns; turn++) {
    ways.forEach(({ act }, index) => {
      const measured = perSecond(act)
      // The first turn is for warming up.
      if (turn > 0) best[index] = Math.max(best[index]!, measured)
    })
  }
  console.log(`${title}: ${Math.round(best[0]!).toLocaleString("en")} per second`)
  others.forEach(({ name }, index) => {
    const ratio = best[0]! / best[index + 1]!
    console.log(`  ${ratio.toFixed(2)} times ${name} (${Math.round(best[index + 1]!).toLocaleString("en")} per second)`)
  })
}

/** Returns so many milliseconds that 95 of 100 calls take no longer. */
const p95 = (act: () => unknown): number => {
  const times = Array.from({ length: 2000 }, () => {
    const start = performance.now()
    act()
    return performance.now() - start
  })
  return times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)]!
}

const variable = (id: number, name: string): Variable => ({
  id,
  name,
  type: "variable",
  props: { variableType: "text", sample: "sample" }
})

const named = (count: number): ReadonlyArray<string> => Array.from({ length: count }, (_, index) => `value${index}`)

const words = "Lorem ipsum dolor sit amet, consectetur "

/** A body of that many variables, as each of the ways writes it. */
const body = (names: ReadonlyArray<string>) => {
  const text = (placeholder: (name: string, id: number) => string) =>
    names.map((name, id) => `${words.slice(0, 30)}${placeholder(name, id)} `).join("").trim()
  return { ours: text((_, id) => `{{${id}:variable}}`), theirs: text((name) => `{{${name}}}`) }
}

const small = body(["name", "order"])
const smallDefinition: Definition = {
  body: { multiChannel: { template: small.ours, variables: [variable(0, "name"), variable(1, "order")] } }
}

const largeNames = named(20)
const large = body(largeNames)
const largeDefinition: Definition = {
  header: { type: "text", template: "About {{0:variable}}", variables: [variable(0, "value0")] },
  body: { multiChannel: { template: large.ours, variables: largeNames.map((name, id) => variable(id, name)) } },
  footer: { type: "text", template: "Acme Ltd" },
  buttons: Array.from({ length: 4 }, (_, index) => ({
    id: index + 1,
    type: "QUICK_REPLY",
    props: { text: `Answer ${index}`, quickReplyType: "custom" }
  }))
}

const handlebars = (source: string) =>
  // What `handlebars -f` writes to a file, read back: nothing is compiled while it renders.
  Handlebars.template(new Function(`return ${Handlebars.precompile(source, { noEscape: true }) as string}`)() as never)

const replaceAll = (source: string, parameters: Readonly<Record<string, string>>): string => {
  let text = source
  for (const [name, value] of Object.entries(parameters)) text = text.replaceAll(`{{${name}}}`, () => value)
  return text
}

const rendering = (title: string, definition: Definition, source: string, names: ReadonlyArray<string>): void => {
  const parameters = Object.fromEntries(names.map((name, index) => [name, `value number ${index}`]))
  const compiled = Renderer.compile(definition, "en_US")
  const template = handlebars(source)
  const expected = replaceAll(source, parameters)
  for (const text of [template(parameters), Renderer.render(compiled, "whatsapp", parameters)?.content]) {
    if (text !== expected) throw new Error(`${title}: not the same text`)
  }
  const others = [
    { name: "handlebars, precompiled", act: () => template(parameters) },
    { name: "replaceAll by hand", act: () => replaceAll(source, parameters) }
  ]
  compare(`render ${title} for whatsapp`, () => Renderer.render(compiled, "whatsapp", parameters), others)
  compare(`render ${title} for sms`, () => Renderer.render(compiled, "sms", parameters), others)
}

const checking = (title: string, definition: Definition): void => {
  const json = JSON.stringify(definition)
  const sent = JSON.parse(json) as Json
  if (DefinitionCheck.check(sent, "UTILITY").length > 0) throw new Error(`${title}: has flaws`)
  compare(`check ${title}`, () => DefinitionCheck.check(sent, "UTILITY"), [
    { name: "JSON.parse of the same", act: () => JSON.parse(json) as unknown }
  ])
}

const segments = (title: string, text: string): void =>
  compare(`segments of ${title}`, () => Segment.count(text), [
    { name: "split-sms", act: () => splitter.split(text) },
    { name: "sms-segments-calculator", act: () => new SegmentedMessage(text) }
  ])

const previewing = (title: string, definition: Definition): void => {
  const json = JSON.parse(JSON.stringify(definition)) as Json
  const subject = {
    language: "en_US",
    approval: null,
    isEncoded: false,
    destinations: ["US", "DE", "BR"].map((country) => ({ to: null, country })),
    tariff: [{ channel: "sms", region: null, price: Money.fromNumber(0.0079), activeContactPrice: Money.zero }]
  } satisfies Partial<Preview.Subject>
  // Each request brings a definition of its own: it is checked, read, compiled and rendered anew.
  const preview = () => {
    const read = TemplateBody.stored(json)
    return DefinitionCheck.check(json, "UTILITY").length === 0
      ? Preview.of({ ...subject, definition: read, parameters: Preview.withSamples(read, {}) })
      : null
  }
  if (preview()?.some(({ shown }) => shown === null) !== false) throw new Error(`${title}: has flaws`)
  compare(`preview ${title}, on all of its channels`, preview, [
    { name: "its check alone", act: () => DefinitionCheck.check(json, "UTILITY") }
  ])
  console.log(`  p95 ${p95(preview).toFixed(3)} ms`)
}

console.log(`load of the machine before: ${loadavg().map((load) => load.toFixed(1)).join(", ")}`)
rendering("a small template", smallDefinition, small.theirs, ["name", "order"])
rendering("a large template", largeDefinition, large.theirs, largeNames)
checking("a small template", smallDefinition)
checking("a large template", largeDefinition)
previewing("a small template", smallDefinition)
previewing("a large template", largeDefinition)
segments("150 characters of GSM", words.repeat(4).slice(0, 150))
segments("1600 characters of GSM", words.repeat(40))
segments("1600 units of Unicode", "Заказ готов 😀 ".repeat(107).slice(0, 1600))
console.log(`load of the machine after: ${loadavg().map((load) => load.toFixed(1)).join(", ")}`)
