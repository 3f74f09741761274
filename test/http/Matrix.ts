/**
 * The matrix tells which part of the HTTP contract runs on which mount and storage.
 *
 * A mount stands before the service and a store behind it, and neither knows of the other: a mount can break how requests
 * and answers travel, a store how rows are kept, and a case that holds on every mount with one store and on every store
 * with one mount can only break where the two meet. That is in the process that both share, its sockets and its event
 * loop, and what depends on the mount, with whole lives of messages, is what shows it. Bun has sockets of its own, which
 * the PostgreSQL client uses too, so there what a store can break runs as well.
 *
 * MATRIX=whole, which is what CI plays, runs all of it on each mount with memory and on each store with Node, with all
 * runs, and that part elsewhere. Else Node with memory runs all of it, Node with PostgreSQL what a store can break; the
 * other mounts run what a mount can break, and on PostgreSQL some whole lives. What runs a second time then makes fewer
 * runs of its properties, and so do the searches that take longest.
 */
import type { Part } from "@signalbox/testing/http/HttpContract"

/** True where everything is played. */
export const isWhole = process.env["MATRIX"] === "whole"

type Table = Readonly<Record<string, ReadonlyArray<Part>>>

const usual: Table = {
  "node, postgres": ["store", "life"],
  "express, memory": ["mount"],
  "express, postgres": ["life"],
  "web, memory": ["mount"],
  "web, postgres": ["life"],
  "bun, memory": ["mount"],
  "bun, postgres": ["life"],
  "cells, memory": ["life"],
  "cells, postgres": ["life"]
}

const whole: Table = {
  "express, postgres": ["mount", "life"],
  "web, postgres": ["mount", "life"],
  "bun, postgres": ["mount", "life", "store"],
  "cells, postgres": ["life"]
}

/** The parts that run, or undefined for the whole contract. */
export const parts = (name: string): ReadonlyArray<Part> | undefined => (isWhole ? whole : usual)[name]

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
