/**
 * The estimate of what a commit takes never misses by much, whatever it holds most of.
 */
import { make } from "@signalbox/core/Commit"
import { sizeOf } from "@signalbox/core/internal/engine/Committer"
import { row } from "@signalbox/testing/generate/Rows"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect } from "vitest"

describe("Size", () => {
  prop("is at least half of what the rows are as JSON", fc.array(row), (puts) => {
    expect(sizeOf(make({ puts }))).toBeGreaterThan(JSON.stringify(puts).length / 2)
  })
})
