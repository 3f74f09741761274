import type { TestSpecification } from "vitest/node"
import { BaseSequencer } from "vitest/node"

/**
 * The files that take longest, so that no worker begins one of them when the others have nothing left to do. Those that
 * compute alternate with those that wait for processes, because they go well side by side.
 */
const longest: ReadonlyArray<string> = [
  "http/contract/node-postgres",
  "http/contract/bun-postgres",
  "http/contract/express-postgres",
  "http/contract/web-postgres",
  "crash/Points",
  "simulation/Swarm",
  "emulator/process",
  "core/History",
  "crash/Kill",
  "http/contract/node-memory",
  "crash/Outage",
  "http/isolation/Isolation",
  "crash/Nodes",
  "http/contract/bun-memory",
  "emulator/travel",
  "stores/postgres",
  "hostile/Requests",
  "emulator/behaviours",
  "stores/sqlite",
  "fuzz/Fuzz",
  "emulator/outages",
  "postgres/migration",
  "emulator/routing",
  "http/contract/web-memory",
  "http/contract/express-memory"
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
