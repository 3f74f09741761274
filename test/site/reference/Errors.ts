/**
 * The page of the errors, with one anchor for each code, to which `doc_url` leads.
 */
import * as Remedy from "@signalbox/core/Remedy"
import type { Page } from "../Page.ts"
import { code, paragraphs, table } from "./Text.ts"

const known: ReadonlyArray<Remedy.Remedy> = Remedy.codes.map(Remedy.of)

const groups = [...new Set(known.map(({ code: name }) => name.split("_")[0]!))]

const anchorOf = (name: string): string => name.toLowerCase()

const sectionOf = ({ cause, code: name, endedAs, isReserved, meaning, remedy, status }: Remedy.Remedy): string =>
  paragraphs(
    `### ${name} {#${anchorOf(name)}}`,
    `**${meaning.replace(/\.$/, "")}.**${isReserved ? " Reserved." : ""}`,
    [
      status === null ? "" : `A request is answered ${status} with it.`,
      endedAs === null ? "" : `A message ends ${code(endedAs)} with it as \`reason_code\`.`
    ].filter((text) => text !== "").join(" "),
    `_Cause._ ${cause}`,
    isReserved ? "" : `_Remedy._ ${remedy}`
  ).trimEnd()

export const page: Page = {
  file: "reference/errors.md",
  front: {
    description: "Every code of an error and of the outcome of a message, with its status, its cause and its remedy.",
    order: 50
  },
  written: false,
  text: paragraphs(
    "# Errors",
    "A program branches on `error.code`, whose meaning never changes. `error.details` names each field that is wrong. " +
      "Codes of outcomes stand in `reason_code` of a message that ended without being delivered.",
    table(
      ["Code", "Status", "Meaning"],
      known.map(({ code: name, endedAs, meaning, status }) => [
        `[${name}](#${anchorOf(name)})`,
        [status === null ? "" : String(status), endedAs ?? ""].filter((text) => text !== "").join(", "),
        meaning
      ])
    ),
    ...groups.flatMap((group) => [
      `## ${group}`,
      ...known.filter(({ code: name }) => name.startsWith(`${group}_`)).map(sectionOf)
    ])
  )
}
