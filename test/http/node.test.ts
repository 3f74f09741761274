/**
 * The HTTP contract on Node's own server, with storage in memory.
 */
import * as MemoryStore from "@signalbox/memory/MemoryStore"
import * as HttpContract from "@signalbox/testing/http/HttpContract"
import * as NodeSubject from "./NodeSubject.ts"
import { verify } from "./StandardWebhooks.ts"

HttpContract.suite("node, memory", NodeSubject.node(MemoryStore.layer), { verify })
