/**
 * The HTTP contract on the fetch function, with storage in PostgreSQL.
 */
import * as HttpContract from "@signalbox/testing/http/HttpContract"
import * as Prop from "@signalbox/testing/Prop"
import * as Matrix from "../Matrix.ts"
import * as Mounts from "../Mounts.ts"
import { starter } from "../NodeSubject.ts"
import { verify } from "../StandardWebhooks.ts"
import * as Storages from "../Storages.ts"

Prop.sparing(Matrix.share)

HttpContract.suite(
  "web, postgres",
  starter({
    mount: Mounts.web,
    storage: Storages.postgres,
    mayReset: "the bridge destroys a request that was not read to the end"
  }),
  { verify, parts: Matrix.parts("web, postgres") }
)
