/**
 * Placeholders take the places of the ids and the secrets in a recording, so that it is the same each time: an id that
 * follows from where it was first seen, and a secret that nobody takes for a real one.
 */
import { createHash } from "node:crypto"

const uuid = /\b([0-9a-f]{8}-[0-9a-f]{4})-([0-9a-f])[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\b/g

/** The emulator's own accounts have the same ids each time. */
const isFixed = (id: string): boolean => id.startsWith("00000000-0000-4000-")

/** The time in an id of version 7 is the recording's, which is always the same, and shows that ids increase. */
const placeholder = (time: string, version: string, place: string): string => {
  const digest = createHash("sha256").update(place).digest("hex")
  const first = version === "7" ? time : `${digest.slice(0, 8)}-${digest.slice(8, 12)}`
  const random = version === "7" ? "000" : digest.slice(12, 15)
  return `${first}-${version}${random}-8${digest.slice(15, 18)}-${digest.slice(18, 30)}`
}

export const secret = `whsec_${"A".repeat(43)}=`
export const apiKey = "aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa"

/** A key has the form of an id, so its name tells of it. */
const key = /(?<="api_key":")[^"]+/g

/** Replaces one text after the other. An id that was seen before keeps what it got. */
export const replacer = (): (place: string, text: string) => string => {
  const known = new Map<string, string>()
  return (place, text) => {
    let found = 0
    return text
      .replaceAll(/whsec_[A-Za-z0-9+/]+=*/g, secret)
      .replaceAll(key, apiKey)
      .replaceAll(uuid, (id: string, time: string, version: string) => {
        if (id === apiKey || isFixed(id)) return id
        const kept = known.get(id) ?? placeholder(time, version, `${place}/${++found}`)
        known.set(id, kept)
        return kept
      })
  }
}
