/**
 * One server for many suites. Each of them has organizations of its own on it, so that none sees what another one made.
 */
import type { Start } from "@signalbox/testing/http/HttpSubject"
import { afterAll } from "vitest"
import type { Hosted } from "./NodeSubject.ts"

/** To be called once in a test file. The server starts when the first suite asks for it, and stops after the last. */
export const starter = (host: () => Promise<Hosted>): Start => {
  let hosted: Promise<Hosted> | undefined
  afterAll(async () => {
    const { subject } = await hosted ?? {}
    await subject?.stop()
  })
  return async () => {
    const { cast, subject } = await (hosted ??= host())
    return { ...subject, ...await cast(), stop: () => Promise.resolve() }
  }
}
