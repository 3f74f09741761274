/**
 * A deprecation says when the thing goes: `@deprecated Use x. Removed in 0.3.0.` Whoever releases that version takes it
 * away first, since it is a flaw from then on.
 */

const parts = (version: string): ReadonlyArray<number> => version.split(".").map(Number)

/** Returns whether a version comes after another. */
export const isLater = (version: string, than: string): boolean => {
  const [these, those] = [parts(version), parts(than)]
  const at = these.findIndex((part, index) => part !== those[index])
  return at >= 0 && these[at]! > those[at]!
}

/** Returns what is wrong with the deprecations in a source. */
export const flaws = (text: string, current: string): ReadonlyArray<string> =>
  [...text.matchAll(/^[\s/*]*@deprecated\b((?:(?!\*\/|^\s*\*\s*@)[\s\S])*)/gm)].flatMap(([, said = ""]) => {
    const sentence = said.replaceAll(/\s*\n[\s*]*/g, " ").trim()
    const [, removal] = /(?:^|\. )Removed in (\d+\.\d+\.\d+)\.$/.exec(sentence) ?? []
    if (removal === undefined) return [`"@deprecated ${sentence}" does not end with "Removed in 1.2.3."`]
    return isLater(removal, current) ? [] : [`"@deprecated ${sentence}" should be gone in ${current}`]
  })
