/**
 * What the deprecated profile operations have in common.
 */

/** Every answer says that there is something newer (RFC 9745). */
export const profiles = {
  headers: { deprecation: "true", link: "</v3/sender-profiles>; rel=\"successor-version\"" }
} as const
