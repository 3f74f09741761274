/**
 * The inbox reads the browser's modules from the folder of its own modules, which a bundle does not have: there, the module
 * that reads them is replaced by one that holds them.
 */

/** The module that is replaced, from source and as it is built. */
export const replaced = /packages[\\/]inbox[\\/](?:src|dist)[\\/]Contents\.[jt]s$/

/** The libraries whose texts are in there. */
export const foreign: ReadonlyArray<string> = ["preact"]

/** Returns the module that stands in its place. */
export const replacement = async (): Promise<string> => {
  // Whoever packs builds the inbox first.
  const { entry, modules } = await import("@signalbox/inbox/Contents")
  const texts = JSON.stringify([...modules()])
  return `export const entry = ${
    JSON.stringify(entry)
  }\nconst texts = ${texts}\nexport const modules = () => new Map(texts)\n`
}
