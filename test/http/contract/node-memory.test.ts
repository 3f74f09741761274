/**
 * The HTTP contract on Node's own server, with storage in memory.
 */
import * as HttpContract from "@signalbox/testing/http/HttpContract"
import * as Mounts from "../Mounts.ts"
import { starter } from "../NodeSubject.ts"
import { verify } from "../StandardWebhooks.ts"
import * as Storages from "../Storages.ts"

HttpContract.suite("node, memory", starter({ mount: Mounts.node, storage: Storages.memory }), { verify })
