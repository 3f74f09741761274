/**
 * Loaded into a server before anything else: tells its parent how many microseconds of CPU the process has taken.
 */
process.on("message", () => {
  const { system, user } = process.cpuUsage()
  process.send?.(user + system)
})
// The channel must not keep a server that is told to end.
process.channel?.unref()
