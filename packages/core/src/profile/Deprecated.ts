/**
 * The deprecated profile operations share these headers.
 */

/** Every answer names the newer endpoint (RFC 9745). */
export const profiles = {
  headers: { deprecation: "true", link: "</v3/sender-profiles>; rel=\"successor-version\"" }
} as const
