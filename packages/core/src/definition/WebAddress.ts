/**
 * Web addresses in definitions: links that a person follows, and media that a carrier fetches.
 */
import * as Limit from "../catalogue/Limit.ts"

/** Parsers drop whitespace and control characters, and read a backslash as a slash; an address has none. */
// oxlint-disable-next-line no-control-regex
const odd = /[\u0000-\u0020\u007f\\]/

/** The parsed address, when it is a full http or https URL. */
const parse = (text: string): URL | null =>
  /^https?:\/\/[^/]/i.test(text) && !odd.test(text) && URL.canParse(text) ? new URL(text) : null

export const isLink = (text: string): boolean => parse(text) !== null

/** Query parameters that say that an address was signed for a while (decisions 5.4): a name, or a name with another. */
const signatures: ReadonlyArray<readonly [name: string, together: ReadonlyArray<string>]> = [
  ["x-amz-signature", []],
  ["x-amz-credential", []],
  ["x-goog-signature", []],
  ["signature", ["expires", "key-pair-id"]],
  ["sig", ["se", "sv"]]
]

const isPresigned = (url: URL): boolean => {
  const names = new Set([...url.searchParams.keys()].map((name) => name.toLowerCase()))
  return signatures.some(([name, together]) =>
    names.has(name) && (together.length === 0 || together.some((other) => names.has(other)))
  )
}

/** What is wrong with the address of a file that is attached to one send, as a sentence, or null. */
export const attachmentFlaw = (text: string): string | null => {
  if (text.length > Limit.mediaUrlLength) return `must have at most ${Limit.mediaUrlLength} characters`
  const url = parse(text)
  if (url === null || url.protocol !== "https:") return "must be a full https URL"
  // The parser writes every notation of an IPv4 address (decimal, octal, hexadecimal, shortened) with dots.
  if (url.hostname.startsWith("[") || /^\d+\.\d+\.\d+\.\d+$/.test(url.hostname)) {
    return "must have a host name, not an IP address"
  }
  return url.username !== "" || url.password !== ""
    ? "must have no user name or password: anyone must be able to fetch it"
    : null
}

/**
 * The same for a media item of a template. An address that was signed for a while may serve one send, but no template.
 */
export const mediaFlaw = (text: string): string | null =>
  attachmentFlaw(text) ??
    (isPresigned(new URL(text)) ? "must not be presigned: it must be good for as long as the message takes" : null)
