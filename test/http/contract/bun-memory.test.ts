/**
 * The HTTP contract on Bun, with storage in memory.
 */
import * as HttpContract from "@signalbox/testing/http/HttpContract"
import * as BunSubject from "../BunSubject.ts"
import * as Matrix from "../Matrix.ts"
import * as Shared from "../Shared.ts"
import { verify } from "../StandardWebhooks.ts"

HttpContract.suite("bun, memory", BunSubject.starter(BunSubject.memory), {
  verify,
  shared: Shared.starter(() => BunSubject.host(BunSubject.memory)),
  parts: Matrix.parts("bun, memory")
})
