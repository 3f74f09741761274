import type { TestSpecification } from "vitest/node"
import { BaseSequencer } from "vitest/node"

/**
 * The files that take longest, so that no worker begins one of them when the others have nothing left to do. Those that
 * compute alternate with those that wait for processes and timeouts, because they go well side by side.
 */
const longest: ReadonlyArray<string> = [
  "http/contract/node-postgres",
  "emulator/behaviours",
  "inbox/Inbox",
  "crash/Points",
  "http/contract/node-memory",
  "smpp/Service",
  "http/contract/bun-postgres",
  "browser/FirstClick",
  "emulator/travel",
  "stores/postgres",
  "crash/Stop",
  "core/history/History",
  "emulator/process",
  "bun/Egress",
  "facade/UsedUpPool",
  "crash/Nodes",
  "simulation/Swarm",
  "emulator/outages",
  "http/contract/express-postgres",
  "crash/Outage",
  "hostile/Requests",
  "emulator/ReceiptDelivery",
  "http/contract/web-postgres",
  "crash/Kill",
  "fuzz/Fuzz",
  "postgres/several-hosts",
  "core/operation/Sandbox",
  "postgres/nodes",
  "http/contract/bun-memory",
  "http/isolation/Isolation",
  "hostile/WrongClock",
  "hostile/UnreadAnswers",
  "facade/Boot",
  "simulation/Scenarios",
  "http/Nodes",
  "stores/sqlite",
  "emulator/carrier-contract-postgres",
  "client/PublicClient",
  "facade/Close",
  "broken/broken",
  "retention/Year",
  "facade/NumberPools",
  "stores/SecretsAtRest",
  "facade/CheckCarrier",
  "packages/Start",
  "privacy/Retention",
  "facade/Operator",
  "mcp/Stdio",
  "crash/Deliveries",
  "simulation/World",
  "facade/Within",
  "http/contract/web-memory",
  "postgres/readiness",
  "http/contract/express-memory",
  "facade/Review",
  "facade/Carriers",
  "stores/postgres-guards",
  "emulator/reset",
  "hostile/Webhooks",
  "emulator/routing",
  "http/sandbox/Sandbox",
  "smpp/Facade",
  "postgres/steps",
  "postgres/migration",
  "bun/Pipelined",
  "bun/Smpp",
  "facade/FakeTimers",
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
