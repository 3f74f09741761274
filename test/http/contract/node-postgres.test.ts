/**
 * The HTTP contract on Node's own server, with storage in PostgreSQL.
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
  mount: Mounts.node,
  storage: Storages.postgres
}

HttpContract.suite("node, postgres", NodeSubject.starter(options), {
  verify,
  shared: Shared.starter(() => NodeSubject.host(options)),
  parts: Matrix.parts("node, postgres")
})
