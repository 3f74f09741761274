import { it } from "vitest"

/**
 * Plays tests that look into timers and modules of Node, which Bun makes otherwise (`test/bun/Egress.test.ts` plays the files
 * of this folder as well).
 */
export const onNode = it.skipIf("Bun" in globalThis)
