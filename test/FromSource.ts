/**
 * Node and Bun are started with this condition, so that the packages mean their sources and not what was built of them.
 * Vitest and TypeScript are told so in their configurations.
 */
export const condition = "signalbox-source"

export const fromSource: ReadonlyArray<string> = [`--conditions=${condition}`]
