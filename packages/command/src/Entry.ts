/**
 * The command line begins here. Any Node since 12 can load this module, so that one that is too old says so instead of
 * failing on the first thing that it does not know.
 */
import * as NodeVersion from "@signalbox/node/NodeVersion"
import * as modules from "node:module"

/** Runs what the process was called with, and sets its exit code. */
export const start = (): void => {
  const flaw = NodeVersion.flawOf(process.versions.node)
  if (flaw === null) {
    // The next call starts with what was compiled for this one, where the runtime keeps that.
    modules.enableCompileCache?.()
    void import("./Program.ts").then((program) => program.main(process.argv.slice(2)))
  } else {
    console.error(flaw)
    process.exitCode = 1
  }
}
