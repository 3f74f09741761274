/**
 * Which part of the HTTP contract runs on which mount and storage. Node with memory runs all of it, Node with PostgreSQL
 * what a store can break; the other mounts run what a mount can break, and on PostgreSQL some whole lives. MATRIX=whole
 * runs all of it everywhere.
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

/** The parts that run, or undefined for the whole contract. */
export const parts = (name: string): ReadonlyArray<Part> | undefined =>
  process.env["MATRIX"] === "whole" ? undefined : table[name]
