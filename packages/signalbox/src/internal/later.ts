/**
 * Runs a function of the host's that may be asynchronous, although nobody waits for it.
 */

const isObject = (value: unknown): boolean =>
  (typeof value === "object" && value !== null) || typeof value === "function"

/** @param failed is told what the function throws, or what the promise that it returns is rejected with */
export const run = (call: () => unknown, failed: (error: unknown) => void): void => {
  try {
    const returned = call()
    // A rejection that nobody catches would end the process.
    if (isObject(returned)) Promise.resolve(returned).catch(failed)
  } catch (error) {
    failed(error)
  }
}
