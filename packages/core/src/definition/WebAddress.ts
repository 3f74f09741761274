/**
 * Checks web addresses in definitions: links that a person follows, and media that a carrier fetches.
 */
import * as Limit from "../catalogue/Limit.ts"
import * as BlockedPort from "../value/BlockedPort.ts"
import * as Placeholder from "./Placeholder.ts"

/**
 * URL parsers drop whitespace and control characters and read a backslash as a slash, so an address that contains them
 * is refused.
 */
// oxlint-disable-next-line no-control-regex
const odd = /[\u0000-\u0020\u007f\\]/

/** Returns the parsed address when it is an absolute http or https URL, else null. */
const parse = (text: string): URL | null =>
  /^https?:\/\/[^/]/i.test(text) && !odd.test(text) && URL.canParse(text) ? new URL(text) : null

export const isLink = (text: string): boolean => parse(text) !== null

/**
 * Query parameters of presigned URLs, which expire (decisions 5.4): a name by itself, or a name together with any of
 * the others.
 */
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

/** Returns what is wrong with the URL of an attachment of one send as a sentence, or null. */
export const attachmentFlaw = (text: string): string | null => {
  if (text.length > Limit.mediaUrlLength) return `must have at most ${Limit.mediaUrlLength} characters`
  const url = parse(text)
  if (url === null || url.protocol !== "https:") return "must be a full https URL"
  // The parser writes every notation of an IPv4 address (decimal, octal, hexadecimal, shortened) with dots.
  if (url.hostname.startsWith("[") || /^\d+\.\d+\.\d+\.\d+$/.test(url.hostname)) {
    return "must have a host name, not an IP address"
  }
  if (BlockedPort.of(url) !== null) return BlockedPort.sentence
  return url.username !== "" || url.password !== ""
    ? "must have no user name or password: anyone must be able to fetch it"
    : null
}

/**
 * Does the same for a media item of a template. A presigned URL may serve one send, but expires too soon for a
 * template. Nothing is put into the place of a placeholder.
 */
export const mediaFlaw = (text: string): string | null =>
  Placeholder.split(text).some(({ _tag }) => _tag === "Placeholder")
    ? "must have no placeholder: it is fetched as it is"
    : attachmentFlaw(text) ??
      (isPresigned(new URL(text)) ? "must not be presigned: it must be good for as long as the message takes" : null)
