/**
 * A command answers in two forms: for people, and for machines.
 */
import * as Instant from "@signalbox/core/Instant"
import type { Operator } from "@signalbox/core/Operator"
import type * as Stream from "effect/Stream"
import type { CommandError } from "./CommandError.ts"

export interface Answer {
  /** One document, with the names of the HTTP API; undefined where the output has been used for something else. */
  readonly json: unknown
  /** The lines of the standard output. */
  readonly lines: ReadonlyArray<string>
  /** Notes for a person beside it. They go to the standard error output. */
  readonly notes?: ReadonlyArray<string>
  /** True when what was asked for has not been done in full. The process then ends with 1. */
  readonly isPartial?: boolean
}

/** An answer that may be longer than memory: each record is printed as it is read, a line of JSON, or one of its document. */
export interface Records {
  readonly records: Stream.Stream<unknown, CommandError, Operator>
}

/** Rows of texts as lines whose columns begin at the same place. */
export const table = (
  titles: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string>>
): ReadonlyArray<string> => {
  const all = [titles, ...rows]
  const widths = titles.map((_, column) => Math.max(...all.map((row) => (row[column] ?? "").length)))
  return all.map((row) => row.map((cell, column) => cell.padEnd(widths[column]!)).join("  ").trimEnd())
}

export const instant = (at: Instant.Instant | null): string | null => at === null ? null : Instant.toMillis(at)

/** Returns what others have written as one line without anything that would change the terminal. */
export const plain = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")

export const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`
