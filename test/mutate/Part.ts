/**
 * A part of the mutations, such as `3/12`: every twelfth of them. Whoever counts the first number up with each run has
 * played all of them after twelve runs.
 */
const written = /^(\d{1,9})\/([1-9]\d{0,3})$/

/** Returns whether a part has the one at this index; null where the part cannot be read. */
export const has = (part: string, index: number): boolean | null => {
  const [, run, runs] = written.exec(part) ?? []
  return runs === undefined ? null : index % Number(runs) === Number(run) % Number(runs)
}
