/**
 * The HTTP contract on Bun, with storage in memory.
 */
import * as HttpContract from "@signalbox/testing/http/HttpContract"
import * as Prop from "@signalbox/testing/Prop"
import * as BunSubject from "../BunSubject.ts"
import * as Matrix from "../Matrix.ts"
import * as Shared from "../Shared.ts"
import { verify } from "../StandardWebhooks.ts"

Prop.sparing(Matrix.share)

HttpContract.suite("bun, memory", BunSubject.starter(BunSubject.memory), {
  verify,
  shared: Shared.starter(() => BunSubject.host(BunSubject.memory)),
  parts: Matrix.parts("bun, memory")
})
