import * as Hooked from "../Hooked.ts"
import * as HookSuite from "../HookSuite.ts"
import * as Mounts from "../Mounts.ts"

HookSuite.suite("express", Hooked.starter(Mounts.expressMount))
