/**
 * Documents in memory. Those whose time is over go when others are put.
 */
import type { Document, Held } from "@signalbox/core/Documents"
import { Documents } from "@signalbox/core/Documents"
import type { Instant } from "@signalbox/core/Instant"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const isOver = ({ until }: Held, now: Instant): boolean => until !== null && until <= now

const sizeOf = (documents: ReadonlyArray<Document>): number =>
  documents.reduce((sum, { bytes }) => sum + bytes.length, 0)

export const layer: Layer.Layer<never> = Layer.sync(Documents, () => {
  const held = new Map<string, Held>()
  return {
    put: (documents, until, mostBytes, now) =>
      Effect.sync(() => {
        for (const [id, each] of held) if (isOver(each, now)) held.delete(id)
        const accounts = new Set(documents.map(({ account }) => account))
        const known = [...held.values()].map(({ document }) => document).filter(({ account }) => accounts.has(account))
        if (sizeOf(known) + sizeOf(documents) > mostBytes) return "Full"
        for (const document of documents) held.set(document.id, { document, until })
        return "Put"
      }),
    keep: (id) =>
      Effect.sync(() => {
        const found = held.get(id)
        if (found !== undefined) held.set(id, { ...found, until: null })
      }),
    remove: (ids) => Effect.sync(() => ids.forEach((id) => held.delete(id))),
    find: (id, now) =>
      Effect.sync(() => {
        const found = held.get(id)
        return found === undefined || isOver(found, now) ? null : found.document
      }),
    next: (account, after) =>
      Effect.sync(() => {
        const own = [...held.values()].filter(({ document }) => document.account === account && document.id > after)
        return own.reduce<Held | null>(
          (first, each) => first === null || each.document.id < first.document.id ? each : first,
          null
        )
      }),
    restore: (each) =>
      Effect.sync(() => {
        if (!held.has(each.document.id)) held.set(each.document.id, each)
      })
  }
})
