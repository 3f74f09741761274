/**
 * How long work that has failed waits until it is tried again, and how often it may fail.
 */
import * as Instant from "../value/Instant.ts"

/** After so many failures in a row work ends as a dead letter. */
export const failures = 12

/** The wait after this failure in a row, counted from 1: 5 s, doubling, at most one hour. */
export const delay = (failure: number): number => Math.min(Instant.hour, 5 * Instant.second * 2 ** (failure - 1))
