/**
 * Loaded into a server before anything else: tells its parent how long the event loop stood still at most since it was
 * asked last.
 */
import { monitorEventLoopDelay } from "node:perf_hooks"

const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()

process.on("message", () => {
  process.send?.(delay.max / 1_000_000)
  delay.reset()
})
// The channel must not keep a server that is told to end.
process.channel?.unref()
