/**
 * The HTTP contract on Express, with storage in memory.
 */
import * as HttpContract from "@signalbox/testing/http/HttpContract"
import * as Prop from "@signalbox/testing/Prop"
import * as Matrix from "../Matrix.ts"
import * as Mounts from "../Mounts.ts"
import { starter } from "../NodeSubject.ts"
import { verify } from "../StandardWebhooks.ts"
import * as Storages from "../Storages.ts"

Prop.sparing(Matrix.share)

HttpContract.suite("express, memory", starter({ mount: Mounts.expressMount, storage: Storages.memory }), {
  verify,
  parts: Matrix.parts("express, memory")
})
