import * as Hooked from "../Hooked.ts"
import * as HookSuite from "../HookSuite.ts"
import * as Mounts from "../Mounts.ts"

HookSuite.suite("web", Hooked.starter(Mounts.web), { mends: ["'"] })
