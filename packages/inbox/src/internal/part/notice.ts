import type { VNode } from "preact"
import { el } from "../element.ts"

/** A sentence about something that went wrong, read aloud when it appears. */
export const flawNotice = (flaw: string | null): VNode | null =>
  flaw === null ? null : el("p.notice.stop", { role: "alert" }, flaw)
