#!/usr/bin/env node
/**
 * `npm start`, and `signalbox-emulator` where the package is installed: the emulator as a server. Any Node since 12 can
 * load this module, so that one that is too old says so instead of failing on the first thing that it does not know.
 */
import * as NodeVersion from "@signalbox/node/NodeVersion"
import * as modules from "node:module"

const flaw = NodeVersion.flawOf(process.versions.node)
if (flaw === null) {
  // The next start begins with what was compiled for this one, where the runtime keeps that.
  modules.enableCompileCache?.()
  void import("./Program.ts").then((program) => program.main())
} else {
  console.error(flaw)
  process.exitCode = 1
}
