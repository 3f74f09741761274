/**
 * The HTTP contract on the fetch function, with storage in PostgreSQL.
 */
import * as HttpContract from "@signalbox/testing/http/HttpContract"
import * as Prop from "@signalbox/testing/Prop"
import * as Matrix from "../Matrix.ts"
import * as Mounts from "../Mounts.ts"
import * as NodeSubject from "../NodeSubject.ts"
import * as Shared from "../Shared.ts"
import { verify } from "../StandardWebhooks.ts"
import * as Storages from "../Storages.ts"

Prop.sparing(Matrix.share)

const options = {
  mount: Mounts.web,
  storage: Storages.postgres,
  mayReset: "the bridge destroys a request that was not read to the end"
}

HttpContract.suite("web, postgres", NodeSubject.starter(options), {
  verify,
  shared: Shared.starter(() => NodeSubject.host(options)),
  parts: Matrix.parts("web, postgres")
})
