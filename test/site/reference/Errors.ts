/**
 * The page of the errors, with one anchor for each code, to which `doc_url` leads.
 */
import * as ErrorCode from "@signalbox/core/ErrorCode"
import * as OutcomeCode from "@signalbox/core/OutcomeCode"
import type { Page } from "../Page.ts"
import { code, paragraphs, table } from "./Text.ts"

interface Known {
  readonly code: string
  readonly meaning: string
  readonly status: number | null
  readonly endedAs: string | null
}

const known = new Map<string, Known>()
for (const [name, [status, meaning]] of Object.entries(ErrorCode.catalogue)) {
  known.set(name, { code: name, meaning, status, endedAs: null })
}
for (const [name, [endedAs, meaning]] of Object.entries(OutcomeCode.catalogue)) {
  known.set(name, { code: name, meaning, status: null, ...known.get(name), endedAs })
}

const groups = [...new Set([...known.keys()].map((name) => name.split("_")[0]!))]

const anchorOf = (name: string): string => name.toLowerCase()

const sectionOf = ({ code: name, endedAs, meaning, status }: Known): string =>
  paragraphs(
    `### ${name} {#${anchorOf(name)}}`,
    `${meaning.replace(/\.$/, "")}.`,
    [
      status === null ? "" : `A request is answered ${status} with it.`,
      endedAs === null ? "" : `A message ends ${code(endedAs)} with it as \`reason_code\`.`
    ].filter((text) => text !== "").join(" ")
  ).trimEnd()

export const page: Page = {
  file: "reference/errors.md",
  front: { description: "Every code of an error and of the outcome of a message, with its status.", order: 50 },
  written: false,
  text: paragraphs(
    "# Errors",
    "A program branches on `error.code`, whose meaning never changes. `error.details` names each field that is wrong. " +
      "Codes of outcomes stand in `reason_code` of a message that ended without being delivered.",
    table(
      ["Code", "Status", "Meaning"],
      [...known.values()].map(({ code: name, endedAs, meaning, status }) => [
        `[${name}](#${anchorOf(name)})`,
        status === null ? endedAs ?? "" : String(status),
        meaning
      ])
    ),
    ...groups.flatMap((group) => [
      `## ${group}`,
      ...[...known.values()].filter(({ code: name }) => name.startsWith(`${group}_`)).map(sectionOf)
    ])
  )
}
