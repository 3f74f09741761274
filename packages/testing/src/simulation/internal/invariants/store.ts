/**
 * The promises that the store owes to all the rest.
 */
import { refText as rowText } from "@signalbox/core/Kind"
import type { Lane } from "@signalbox/core/Work"
import { refText } from "@signalbox/core/Work"
import type { Invariant } from "../../Invariant.ts"
import type { Process } from "../../Sighting.ts"
import { nameOf, termsOf } from "../mirror.ts"

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
  promise: "Work is ended, gone on with or let go by whoever holds it last, and by nobody else.",
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
          const { cancels, completes, due, holds, releases } = sighting.commit
          for (const { token, work } of [...completes, ...holds, ...releases]) {
            const text = refText(work)
            if (holders.get(text) !== token) {
              return `${text} was ended with the lease ${token}, but ${holders.get(text) ?? "nobody"} held it`
            }
          }
          for (const { work } of [...completes, ...releases]) {
            if ((mirror.item(work)?.held ?? null) === null) holders.delete(refText(work))
          }
          for (const work of [...cancels, ...due.map((each) => each.work)]) holders.delete(refText(work))
        }
        return null
      }
    }
  }
}

export const leased: Invariant = {
  name: "work-has-one-holder",
  promise:
    "What is leased is work that is there, that is due, that nobody else holds, and whose lane is open to the node.",
  watch: ({ mirror }) => ({
    see: (sighting) => sighting._tag === "Claimed" ? mirror.wrongLease : null
  })
}

/** A node's clock may be off by so much, and a measurement over a slow network be wrong by as much again. */
const tolerated = { off: 2000, measured: 6000 }

/** For so long it may go unnoticed that somebody has set a clock: a claim may be under way already. */
const unnoticed = 12_000

export const clocks: Invariant = {
  name: "who-has-the-wrong-time-works-on-nothing",
  promise: "A node whose clock is off by more than two seconds claims nothing.",
  watch: ({ now, off }) => {
    const since = new Map<string, number>()
    const look = (by: Process, at: number): null => {
      const isRight = Math.abs(off(by)) <= tolerated.off + tolerated.measured
      if (isRight) since.delete(nameOf(by))
      else if (!since.has(nameOf(by))) since.set(nameOf(by), at)
      return null
    }
    return {
      see: (sighting) => {
        if (sighting._tag === "Started") return look(sighting.by, -Infinity)
        if (sighting._tag !== "Claimed") return null
        const name = nameOf(sighting.by)
        look(sighting.by, now())
        if (sighting.leases.length === 0 || now() - (since.get(name) ?? Infinity) < unnoticed) return null
        return `${name} claims work, and its clock is off by ${off(sighting.by)} ms`
      }
    }
  }
}

/** A claim is bounded: with very many lanes each has its turn in one of a few claims. */
const mostClaims = 8

export const turns: Invariant = {
  name: "every-lane-has-its-turn",
  promise: "No lane with due work that is open to a node is passed over while others are served twice.",
  watch: ({ mirror }) => {
    const passed = new Map<string, number>()
    return {
      see: (sighting) => {
        if (sighting._tag !== "Claimed" || sighting.isByCreator || sighting.leases.length === 0) return null
        const { by, leases, leaves, now } = sighting
        const served = new Set<string>(leases.map(({ lane }) => lane))
        const held = new Map<Lane, { mine: number; others: number }>()
        const waiting = new Set<Lane>()
        for (const item of mirror.work.values()) {
          const { at, lane } = item.due
          const count = held.get(lane) ?? { mine: 0, others: 0 }
          if (item.held !== null) {
            held.set(lane, count)
            if (item.held.by.node === by.node) count.mine++
            else count.others++
          } else if (at <= now && (mirror.pauses.get(lane) ?? 0) <= now) waiting.add(lane)
        }
        for (const lane of passed.keys()) if (!waiting.has(lane as Lane)) passed.delete(lane)
        for (const lane of waiting) {
          const { mine, others } = held.get(lane) ?? { mine: 0, others: 0 }
          const terms = termsOf(lane)
          const isOpen = terms !== undefined && mine < terms.width && (terms.shared || others === 0)
          const isLeft = leaves.some((beginning) => lane.startsWith(beginning))
          if (served.has(lane) || !isOpen || isLeft) {
            passed.delete(lane)
            continue
          }
          const times = (passed.get(lane) ?? 0) + 1
          passed.set(lane, times)
          if (times > mostClaims) return `${lane} was passed over by ${times} claims`
        }
        return null
      }
    }
  }
}
