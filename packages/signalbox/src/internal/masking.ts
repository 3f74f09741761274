/**
 * Takes out of a text what no log may hold: what it was told, in whole or in part, and what looks like a secret or like
 * somebody's data.
 */

/** The texts that must not be told. */
export type Hidden = ReadonlyArray<string>

/** Of a longer text so many characters in a row are not told either, because partners quote beginnings and ends. */
const shingle = 10

const urls = /\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s"'<>]+/gi

/** Whatever looks like these is masked wherever it stands. */
const patterns: ReadonlyArray<RegExp> = [
  // Signing secrets, and API keys, also their beginnings: UUIDs of version 4, while ids of rows are of version 7.
  /whsec_[A-Za-z0-9+/=]+/g,
  /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f-]*/gi,
  // Queries of paths without a host, and e-mail addresses.
  /[?#&][^\s"'<>=]{0,100}=[^\s"'<>]*/g,
  /[^\s"'<>@]{1,64}@[^\s"'<>@]{1,255}/g,
  // Credentials, by their names or by their looks.
  /\b(?:bearer|basic|digest)\s+\S+/gi,
  /\b[\w-]{0,30}(?:password|passwd|secret|token|api[-_]?key|authorization|credentials?)["']?\s*[:=]\s*(?:"[^"]*"|'[^']*'|[^\s,;]+)/gi
]

/** A quote that closes an identifier opens nothing, so identifiers are found too. */
const quoted = /"(?:[^"\\\n]|\\.)*"/g
const identifier = /^"[\w.$:/-]*"$/

/** A machine has made these up: so many letters and digits in a row. */
const tokens = /[A-Za-z0-9+_=]{20,}/g

/** Seven digits or more, however they are grouped. */
const digits = /(?<![\d.])\+?\(?\d(?:[ ()./-]{0,2}\d){6,}/g
const address = /^\d{1,3}(?:\.\d{1,3}){3}$/

type Range = readonly [from: number, to: number]

/** Returns the places at which a pattern finds something that is meant. */
const found = (text: string, pattern: RegExp, isMeant: (part: string) => boolean = () => true): ReadonlyArray<Range> =>
  [...text.matchAll(pattern)].filter(([part]) => isMeant(part)).map((
    { 0: { length }, index }
  ) => [index, index + length])

/** The query and the fragment of a URL, and whoever it names before its host. */
const urlSecrets = (text: string): ReadonlyArray<Range> =>
  found(text, urls).flatMap(([from, to]): ReadonlyArray<Range> => {
    const url = text.slice(from, to)
    const host = url.indexOf("://") + 3
    const at = url.slice(host).search(/[/?#]|$/) + host
    const user = url.lastIndexOf("@", at - 1)
    const query = url.search(/[?#]/)
    return [
      ...(user < host ? [] : [[from + host, from + user] as const]),
      ...(query < 0 ? [] : [[from + query, to] as const])
    ]
  })

const quotes = (text: string): ReadonlyArray<Range> => found(text, quoted, (part) => !identifier.test(part))

const madeUp = (text: string): ReadonlyArray<Range> =>
  found(text, tokens, (part) => /\d/.test(part) && /[a-z]/i.test(part))

const numbers = (text: string): ReadonlyArray<Range> => found(text, digits, (part) => !address.test(part))

/** Texts are compared without case. The characters of which that would change the number stay as they are. */
const folded = (text: string): string =>
  text.replaceAll(/\p{Lu}/gu, (letter) => {
    const lower = letter.toLowerCase()
    return lower.length === letter.length ? lower : letter
  })

/** Shorter texts count only where they stand as words. */
const shortest = 4

const words = (text: string, word: string): ReadonlyArray<Range> => {
  const isPart = (at: number): boolean => /[\p{L}\p{N}]/u.test(text[at] ?? "")
  const ranges: Array<Range> = []
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const end = at + word.length
    const isWord = word.length >= shortest || (!(isPart(at) && isPart(at - 1)) && !(isPart(end - 1) && isPart(end)))
    if (isWord) ranges.push([at, end])
  }
  return ranges
}

/** Each place where the text has so many characters in a row with one of the others. */
const shared = (text: string, others: ReadonlyArray<string>): ReadonlyArray<Range> => {
  const runs = new Set<string>()
  for (let at = 0; at + shingle <= text.length; at++) runs.add(text.slice(at, at + shingle))
  const both = new Set<string>()
  for (const other of others) {
    for (let at = 0; at + shingle <= other.length; at++) {
      const run = other.slice(at, at + shingle)
      if (runs.has(run)) both.add(run)
    }
  }
  const ranges: Array<Range> = []
  for (let at = 0; at + shingle <= text.length; at++) {
    if (both.has(text.slice(at, at + shingle))) ranges.push([at, at + shingle])
  }
  return ranges
}

/** A text as others write it: in JSON, in a URL, on one line. */
const forms = (text: string): ReadonlyArray<string> => {
  const one = text.trim()
  const json = JSON.stringify(one).slice(1, -1)
  return [
    ...new Set([one, json, encodeURIComponent(one.replaceAll(/\p{Surrogate}/gu, "")), one.replaceAll(/\s+/g, " ")])
  ]
}

/** A word with a digit, such as a code that somebody signs in with. */
const codes = /[\p{L}\p{N}_-]{1,40}/gu

const codesIn = (text: string): ReadonlyArray<string> => (text.match(codes) ?? []).filter((word) => /\p{N}/u.test(word))

/** The codes that the text has in common with one of the others. */
const sharedCodes = (text: string, others: ReadonlyArray<string>): ReadonlyArray<Range> => {
  const told = new Set(others.flatMap(codesIn))
  return found(text, codes, (word) => told.has(word))
}

const merged = (text: string, ranges: ReadonlyArray<Range>): string => {
  let out = ""
  let end = 0
  for (const [from, to] of ranges.toSorted(([one], [other]) => one - other)) {
    if (to <= end) continue
    if (from > end || end === 0) out += `${text.slice(end, from)}***`
    end = to
  }
  return out + text.slice(end)
}

/** Returns the text with `***` for whatever must not be told. */
export const masked = (text: string, hidden: Hidden): string => {
  const plain = folded(text)
  // A text of half characters alone has an empty form, which is everywhere.
  const all = hidden.flatMap(forms).filter((each) => each !== "").map(folded)
  const short = [...new Set(all.filter(({ length }) => length < shingle))]
  return merged(text, [
    ...patterns.flatMap((pattern) => found(text, pattern)),
    ...quotes(text),
    ...urlSecrets(text),
    ...numbers(text),
    ...madeUp(text),
    ...sharedCodes(plain, all),
    ...short.flatMap((word) => words(plain, word)),
    ...shared(plain, all)
  ])
}
