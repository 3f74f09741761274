/**
 * Reads the text format of Prometheus, version 0.0.4, and believes nothing of it: whatever the format does not allow throws.
 */

export interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

export interface Family {
  readonly name: string
  readonly type: string
  readonly help: string
  readonly samples: ReadonlyArray<Sample>
}

const sampleLine = /^([a-zA-Z_:][\w:]*)(?:\{((?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\["\\n])*",?)*)\})? (\S+)$/
const label = /([a-zA-Z_]\w*)="((?:[^"\\]|\\["\\n])*)"/g

const numberOf = (text: string): number => {
  const value = text === "+Inf" ? Infinity : text === "-Inf" ? -Infinity : Number(text)
  if (Number.isNaN(value)) throw new Error(`${text} is no value of a metric`)
  return value
}

const sampleOf = (line: string): Sample => {
  const [, name, labels = "", value] = sampleLine.exec(line) ?? []
  if (name === undefined || value === undefined) throw new Error(`This is no sample: ${line}`)
  const pairs = [...labels.matchAll(label)].map(([, key, text]) => [key!, text!] as const)
  if (new Set(pairs.map(([key]) => key)).size < pairs.length) throw new Error(`A label comes twice: ${line}`)
  return { name, labels: Object.fromEntries(pairs), value: numberOf(value) }
}

const keyOf = ({ labels, name }: Sample, without?: string): string =>
  JSON.stringify([name, Object.entries(labels).filter(([key]) => key !== without).toSorted()])

/** The buckets of a histogram grow, and the last one holds all. */
const checkHistogram = ({ name, samples }: Family): void => {
  const bySeries = new Map<string, Array<Sample>>()
  for (const each of samples.filter((sample) => sample.name === `${name}_bucket`)) {
    const key = keyOf(each, "le")
    bySeries.set(key, [...bySeries.get(key) ?? [], each])
  }
  for (const [series, buckets] of bySeries) {
    const bounds = buckets.map(({ labels }) => numberOf(labels["le"]!))
    const rises = (values: ReadonlyArray<number>) => values.every((each, nth) => nth === 0 || each >= values[nth - 1]!)
    if (!rises(bounds) || bounds.at(-1) !== Infinity) throw new Error(`The buckets of ${series} have no order.`)
    if (!rises(buckets.map(({ value }) => value))) throw new Error(`The buckets of ${series} do not add up.`)
    const { le: _, ...labels } = buckets[0]!.labels
    const count = samples.find((each) => keyOf(each) === keyOf({ name: `${name}_count`, labels, value: 0 }))
    if (count?.value !== buckets.at(-1)!.value) throw new Error(`The count of ${series} is another one.`)
  }
}

const suffixes: Readonly<Record<string, ReadonlyArray<string>>> = { histogram: ["_bucket", "_sum", "_count"] }

export const read = (text: string): ReadonlyArray<Family> => {
  if (text !== "" && !text.endsWith("\n")) throw new Error("The last line does not end.")
  const families: Array<Family & { samples: Array<Sample> }> = []
  let help: readonly [name: string, text: string] | null = null
  for (const line of text.split("\n").slice(0, -1)) {
    const [, kind, name = "", rest = ""] = /^# (HELP|TYPE) ([a-zA-Z_:][\w:]*) (.+)$/.exec(line) ?? []
    if (kind === "HELP") help = [name, rest]
    else if (kind === "TYPE") {
      if (!/^(counter|gauge|histogram)$/.test(rest)) throw new Error(`There is no type ${rest}`)
      if (families.some((family) => family.name === name)) throw new Error(`${name} comes twice.`)
      if (help?.[0] !== name) throw new Error(`${name} has no help.`)
      families.push({ name, type: rest, help: help[1], samples: [] })
    } else {
      const sample = sampleOf(line)
      const family = families.at(-1)
      const names = (suffixes[family?.type ?? ""] ?? [""]).map((suffix) => `${family?.name}${suffix}`)
      if (family === undefined || !names.includes(sample.name)) throw new Error(`This stands in no family: ${line}`)
      if (family.samples.some((each) => keyOf(each) === keyOf(sample))) throw new Error(`This comes twice: ${line}`)
      family.samples.push(sample)
    }
  }
  for (const family of families) if (family.type === "histogram") checkHistogram(family)
  return families
}

/** The names and labels of all samples. */
export const series = (text: string): ReadonlyArray<string> =>
  read(text).flatMap(({ samples }) => samples.map((each) => keyOf(each))).toSorted()
