/**
 * Leaves the running case out, from wherever it is, because the server has nothing that it could be tried on.
 */
import { TestRunner } from "vitest"

/** A set-up that serves several cases fails with this error when it cannot be tried: all of its cases are left out. */
class LeftOut extends Error {
  override readonly name = "LeftOut"
}

export const leaveOut = (why: string): never => {
  const test = TestRunner.getCurrentTest()
  if (test === undefined) throw new LeftOut(why)
  // The reason is told with the case.
  return test.context.skip(why)
}
