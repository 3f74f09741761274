/**
 * What the store owes to all the rest.
 */
import { refText as rowText } from "@signalbox/core/Kind"
import { refText } from "@signalbox/core/Work"
import type { Invariant } from "../../Invariant.ts"

export const serial: Invariant = {
  name: "decided-on-what-is",
  promise: "No commit is kept whose decision rests on a row that has changed since.",
  watch: () => {
    const expected = new Map<string, Set<number>>()
    const outdated = new Map<string, Set<number>>()
    return {
      see: (sighting) => {
        if (sighting._tag !== "Committed") return null
        const { commit } = sighting
        for (const each of commit.expects) {
          if (!("ref" in each)) continue
          const { ref, version } = each
          const text = rowText(ref)
          if (outdated.get(text)?.has(version) === true) {
            return `${text} was expected at version ${version}, long gone`
          }
          expected.set(text, (expected.get(text) ?? new Set()).add(version))
        }
        for (const { key, kind } of [...commit.puts, ...commit.deletes]) {
          const text = rowText({ kind, key })
          const old = outdated.get(text) ?? new Set()
          for (const version of expected.get(text) ?? []) old.add(version)
          outdated.set(text, old)
        }
        for (const ref of commit.deletes) outdated.get(rowText(ref))?.delete(0)
        return null
      }
    }
  }
}

export const fenced: Invariant = {
  name: "a-lost-lease-ends-nothing",
  promise: "Work is ended by whoever holds it last, and by nobody else.",
  watch: ({ mirror }) => {
    // The mirror has forgotten settled work by the time a commit is seen, so who held it is kept here.
    const holders = new Map<string, number>()
    const nodes = new Map<string, string>()
    return {
      see: (sighting) => {
        if (sighting._tag === "Claimed") {
          for (const { token, work } of sighting.leases) {
            holders.set(refText(work), token)
            nodes.set(refText(work), sighting.by.node)
          }
        } else if (sighting._tag === "Buried") {
          for (const [text, node] of nodes) {
            if (node !== sighting.node) continue
            nodes.delete(text)
            holders.delete(text)
          }
        } else if (sighting._tag === "Committed") {
          for (const { token, work } of sighting.commit.completes) {
            const text = refText(work)
            if (holders.get(text) !== token) {
              return `${text} was ended with the lease ${token}, but ${holders.get(text) ?? "nobody"} held it`
            }
            if (mirror.piece(work) === undefined) holders.delete(text)
          }
          for (const work of [...sighting.commit.cancels, ...sighting.commit.due.map((due) => due.work)]) {
            holders.delete(refText(work))
          }
        }
        return null
      }
    }
  }
}

export const leased: Invariant = {
  name: "work-has-one-holder",
  promise: "What is leased is work that is there, that is due, and that nobody else holds.",
  watch: ({ mirror }) => ({
    see: (sighting) => {
      if (sighting._tag !== "Claimed") return null
      const early = sighting.leases.find(({ at }) => at > sighting.now)
      return early === undefined ? mirror.wrongLease : `${refText(early.work)} is leased before it is due`
    }
  })
}

export const turns: Invariant = {
  name: "every-lane-has-its-turn",
  promise: "No lane with due work is passed over while others are served twice.",
  watch: ({ mirror }) => {
    const passed = new Map<string, number>()
    return {
      see: (sighting) => {
        if (sighting._tag !== "Claimed" || sighting.leases.length === 0) return null
        const served = new Set<string>(sighting.leases.map(({ lane }) => lane))
        const holders = new Map<string, string>()
        const waiting = new Set<string>()
        for (const { due, held } of mirror.work.values()) {
          if (held !== null) holders.set(due.lane, held.by.node)
          else if (due.at <= sighting.now) waiting.add(due.lane)
        }
        for (const lane of passed.keys()) if (!waiting.has(lane)) passed.delete(lane)
        for (const lane of waiting) {
          if (served.has(lane) || holders.has(lane)) {
            passed.delete(lane)
            continue
          }
          const times = (passed.get(lane) ?? 0) + 1
          passed.set(lane, times)
          // A claim is bounded: with very many lanes each has its turn in one of a few claims.
          if (times > 8) return `${lane} was passed over by ${times} claims`
        }
        return null
      }
    }
  }
}
