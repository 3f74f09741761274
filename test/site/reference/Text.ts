/**
 * Pieces of Markdown that the pages of the reference are made of.
 */

/** A cell of a table holds no line break, and no bar that ends it. */
const cell = (text: string): string => text.replace(/\s*\n\s*/g, " ").replaceAll("|", "\\|")

const row = (cells: ReadonlyArray<string>): string => `| ${cells.map(cell).join(" | ")} |`

/** Returns nothing of a table without rows. */
export const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  rows.length === 0 ? "" : [row(head), row(head.map(() => "---")), ...rows.map(row)].join("\n")

/** Paragraphs, without those that are empty. */
export const paragraphs = (...parts: ReadonlyArray<string>): string =>
  `${parts.filter((part) => part !== "").join("\n\n")}\n`

export const code = (text: string): string => text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``

export const fence = (language: string, text: string): string => `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``

/** `senderProfiles` as a part of an address. */
export const kebab = (name: string): string =>
  name.replace(/(?<=[a-z\d])[A-Z]/g, (letter) => `-${letter}`).toLowerCase()

/** `senderProfiles` as people write it: "Sender profiles". */
export const words = (name: string): string => {
  const text = kebab(name).replaceAll(/[-_]/g, " ")
  return text[0]!.toUpperCase() + text.slice(1)
}
