/**
 * The fiber on whose behalf something happens that needs no fiber of its own: whom it works for, what time it is for it,
 * and where it is measured. This is read within one step, so the effects that would read it are left out.
 */
import * as Clock from "effect/Clock"
import type * as Fiber from "effect/Fiber"
import type * as Metric from "effect/Metric"
import * as Tracer from "effect/Tracer"
import * as Instant from "../value/Instant.ts"
import { Priority } from "./Priority.ts"

export type Asker = Fiber.Fiber<unknown, unknown>

export const priority = (self: Asker): Priority => self.getRef(Priority)

/** Returns the time by the asker's clock. */
export const now = (self: Asker): Instant.Instant => Instant.make(self.getRef(Clock.Clock).currentTimeMillisUnsafe())

/** The elapsed time by its clock, in nanoseconds. */
export const elapsed = (self: Asker): bigint => self.getRef(Clock.Clock).monotonicTimeNanosUnsafe()

/** The same by a clock that somebody else goes by, too. */
export const elapsedBy = (clock: Clock.Clock): bigint => clock.monotonicTimeNanosUnsafe()

/** Returns whether somebody looks at its spans. */
export const isTraced = (self: Asker): boolean => self.getRef(Tracer.Tracer) !== Tracer.nativeTracer

export const measure = <Input>(self: Asker, metric: Metric.Metric<Input, unknown>, input: Input): void =>
  metric.updateUnsafe(input, self.context)

/** Runs a task in a later turn of its scheduler. */
export const later = (self: Asker, task: () => void): void => self.currentDispatcher.scheduleTask(task, 0)
