/**
 * The HTTP contract where accounts lie in two cells. No client sees them.
 */
import * as HttpContract from "@signalbox/testing/http/HttpContract"
import * as Prop from "@signalbox/testing/Prop"
import * as CellSubject from "../CellSubject.ts"
import * as Matrix from "../Matrix.ts"
import * as Mounts from "../Mounts.ts"
import * as NodeSubject from "../NodeSubject.ts"
import * as Shared from "../Shared.ts"
import { verify } from "../StandardWebhooks.ts"
import * as Storages from "../Storages.ts"

Prop.sparing(Matrix.share)

const { service } = CellSubject

const storages = [["memory", Storages.memory], ["postgres", Storages.postgres]] as const

for (const [name, storage] of Matrix.storages(storages)) {
  const options = { mount: Mounts.node, storage, service }
  HttpContract.suite(`cells, ${name}`, NodeSubject.starter(options), {
    verify,
    shared: Shared.starter(() => NodeSubject.host(options)),
    parts: Matrix.parts(`cells, ${name}`)
  })
}
