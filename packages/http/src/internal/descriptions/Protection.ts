/**
 * Sentences about what protects accounts (decisions 17).
 */
import type { Descriptions } from "./Descriptions.ts"

export const descriptions: Descriptions = {
  paused_prefixes: "Signalbox, beyond v3: the prefixes of this page, the newest pause first.",
  prefix: "Signalbox, beyond v3: the first digits of the numbers that are meant, in E.164.",
  "PausedPrefix.is_paused": "Signalbox, beyond v3: whether nothing is sent there now.",
  "PausedPrefix.reason":
    "Signalbox, beyond v3: why: codes that nobody checked, messages that did not arrive, or the operator's word.",
  "PrefixPausedEvent.reason":
    "Signalbox, beyond v3: why: codes that nobody checked, messages that did not arrive, or the operator's word.",
  counted:
    "Signalbox, beyond v3: how many were counted before the pause; null when the operator has paused the prefix.",
  failed: "Signalbox, beyond v3: how many of those came to nothing.",
  paused_at: "Signalbox, beyond v3: when the pause began.",
  paused_until:
    "Signalbox, beyond v3: when the pause ends, or has ended; null: when the operator of the service lifts it.",
  "PrefixPausedEvent.updated_at": "Signalbox, beyond v3: when the pause began."
}
