import { fileURLToPath } from "node:url"
import type { TestSpecification } from "vitest/node"
import { BaseSequencer } from "vitest/node"
import * as Selection from "./Selection.ts"

const root = fileURLToPath(new URL("../../../", import.meta.url))

const places = new Map(Object.keys(Selection.read()).map((file, index) => [file, index]))

const place = ({ moduleId }: TestSpecification): number => places.get(moduleId.slice(root.length)) ?? places.size

/** Runs files in the order of the selection. */
export class InOrder extends BaseSequencer {
  override sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    return Promise.resolve(files.toSorted((one, other) => place(one) - place(other)))
  }
}
