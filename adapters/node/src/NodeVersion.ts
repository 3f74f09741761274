/**
 * Tells which Node the packages need. This module is loaded before all others, by whatever Node there is, so it imports
 * nothing and is written so that Node 12 reads it.
 */

/** The oldest version, as `engines` of every package has it. */
export const oldest = "22.19"

/** Returns why a Node of this version cannot run Signalbox, or null when it can. */
export const flawOf = (version: string): string | null => {
  const [major = 0, minor = 0] = version.replace(/^v/, "").split(".").map(Number)
  const [needed = 0, neededMinor = 0] = oldest.split(".").map(Number)
  if (major > needed || (major === needed && minor >= neededMinor)) return null
  return `Signalbox needs Node.js ${oldest} or newer, or Bun. This is Node.js ${version.replace(/^v/, "")}.`
}
