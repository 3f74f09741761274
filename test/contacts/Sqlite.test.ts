/**
 * How often recipients are written to, and what they consent to, where everything is in one SQLite file: the HTTP contract
 * is held on the other storages.
 */
import * as FrequencySuite from "@signalbox/testing/http/FrequencySuite"
import * as PurposesSuite from "@signalbox/testing/http/PurposesSuite"
import * as Mounts from "../http/Mounts.ts"
import { starter } from "../http/NodeSubject.ts"
import * as Storages from "../http/Storages.ts"

const start = starter({ mount: Mounts.node, storage: Storages.sqlite })

FrequencySuite.suite("node, SQLite", start)
PurposesSuite.suite("node, SQLite", start)
