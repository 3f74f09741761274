/**
 * The matrix tells which part of the HTTP contract runs on which mount and storage. Node with memory runs all of it,
 * Node with PostgreSQL what a store can break; the other mounts run what a mount can break, and on PostgreSQL some
 * whole lives. What runs a second time makes fewer runs of its properties, and so do the searches that take longest.
 * MATRIX=whole, which is what CI plays, runs all of it everywhere, with all runs.
 */
import type { Part } from "@signalbox/testing/http/HttpContract"

const table: Readonly<Record<string, ReadonlyArray<Part>>> = {
  "node, postgres": ["store", "life"],
  "express, memory": ["mount", "life"],
  "express, postgres": ["life"],
  "web, memory": ["mount", "life"],
  "web, postgres": ["life"],
  "bun, memory": ["mount", "life"],
  "bun, postgres": ["life"]
}

const isWhole = process.env["MATRIX"] === "whole"

/** The parts that run, or undefined for the whole contract. */
export const parts = (name: string): ReadonlyArray<Part> | undefined => isWhole ? undefined : table[name]

/** The share of its runs that a property of the HTTP contract makes where it has made all of them elsewhere. */
export const share = isWhole ? 1 : 0.05

/** The share that a property of the store contract makes on a store whose every step is a round trip. */
export const storeShare = isWhole ? 1 : 0.1

/** Returns how many runs a search makes that takes long: all of them in the whole matrix, else so large a share. */
export const searched = (runs: number, part: number): number => isWhole ? runs : Math.ceil(runs * part)

/** The cases that run: all of them in the whole matrix, else every fifth one. */
export const sampled = <A>(cases: ReadonlyArray<A>): ReadonlyArray<A> =>
  isWhole ? cases : cases.filter((_, index) => index % 5 === 0)

/**
 * The storages on which a whole life is played that takes seconds: all of them in the whole matrix, else the last one that is
 * named, PostgreSQL. The contract of the stores holds them to the same, and on PostgreSQL more can go wrong.
 */
export const storages = <A>(all: ReadonlyArray<A>): ReadonlyArray<A> => isWhole ? all : all.slice(-1)
