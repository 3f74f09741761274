import type { TestSpecification } from "vitest/node"
import { BaseSequencer } from "vitest/node"

/**
 * The files that take longest, so that no worker begins one of them when the others have nothing left to do. Those that
 * compute alternate with those that wait for processes and timeouts, because they go well side by side.
 */
const longest: ReadonlyArray<string> = [
  "http/contract/node-postgres",
  "crash/Points",
  "stores/postgres",
  "http/contract/bun-postgres",
  "http/contract/express-postgres",
  "crash/Nodes",
  "http/contract/web-postgres",
  "simulation/Swarm",
  "crash/Kill",
  "emulator/behaviours",
  "fuzz/Fuzz",
  "emulator/process",
  "http/contract/node-memory",
  "crash/Outage",
  "http/isolation/Isolation",
  "core/history/History",
  "emulator/travel",
  "hostile/Requests",
  "simulation/Scenarios",
  "http/contract/bun-memory",
  "crash/Deliveries",
  "stores/sqlite",
  "broken/broken",
  "simulation/World",
  "emulator/carrier-contract-postgres",
  "http/contract/web-memory",
  "bun/Egress",
  "http/contract/express-memory",
  "emulator/outages",
  "stores/postgres-guards",
  "postgres/nodes",
  "emulator/ReceiptDelivery",
  "emulator/reset",
  "emulator/routing",
  "postgres/migration",
  "client/PublicClient",
  "emulator/carrier-contract-memory",
  "core/history/Order",
  "facade/Declarations",
  "browser/ReferencePage",
  "stores/memory"
]

const place = ({ moduleId }: TestSpecification): number => {
  const found = longest.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`))
  return found === -1 ? longest.length : found
}

/** Starts the longest files first, also where no earlier run has left its times; the others follow as Vitest has them. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    // oxlint-disable-next-line unicorn/no-array-sort -- Vitest's sequencer is no array.
    const rest = await super.sort(files)
    return rest.toSorted((one, other) => place(one) - place(other))
  }
}
