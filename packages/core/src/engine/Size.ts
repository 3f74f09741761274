/**
 * An estimate of how many bytes a commit takes on its way to the store, cheap enough to make for every commit: its texts
 * count a byte for each character, and everything else a few.
 */
import type { Commit } from "../commit/Commit.ts"

const each = 16

const ofValue = (value: unknown): number => {
  if (typeof value === "string") return value.length
  if (typeof value !== "object" || value === null) return each
  let size = each
  if (Array.isArray(value)) { for (const item of value) size += ofValue(item) }
  else for (const name in value) size += name.length + ofValue((value as Readonly<Record<string, unknown>>)[name])
  return size
}

export const ofCommit = (commit: Commit): number => ofValue(commit)
