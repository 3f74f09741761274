/**
 * The catalogues of the code: codes with their meaning, events, gates, keywords.
 */
import * as ChannelCode from "@signalbox/core/ChannelCode"
import * as ConsentKeyword from "@signalbox/core/ConsentKeyword"
import * as DropReason from "@signalbox/core/DropReason"
import * as ErrorCode from "@signalbox/core/ErrorCode"
import * as EventName from "@signalbox/core/EventName"
import * as EventTypes from "@signalbox/core/EventTypes"
import * as FailureClass from "@signalbox/core/FailureClass"
import * as Retry from "@signalbox/core/internal/delivery/Retry"
import * as Gate from "@signalbox/core/internal/dispatch/Gate"
import * as Limit from "@signalbox/core/Limit"
import * as OutcomeCode from "@signalbox/core/OutcomeCode"
import type { Table } from "./Table.ts"
import { code, codes } from "./Table.ts"

export const errors: Table = {
  head: ["Code", "HTTP", "Meaning"],
  rows: Object.entries(ErrorCode.catalogue).map(([name, [status, meaning]]) => [code(name), String(status), meaning])
}

const rerouted = (failure: FailureClass.FailureClass): string => {
  const rule = FailureClass.table[failure][1]
  return typeof rule === "boolean" ? (rule ? "yes" : "no") : `on ${codes(rule)}`
}

const classes = FailureClass.FailureClass.literals

export const outcomes: Table = {
  head: ["`reason_code`", "Status", "`reason`", "Class of failure", "Another route"],
  rows: Object.entries(OutcomeCode.catalogue).map(([name, [status, reason]]) => {
    const failures = classes.filter((each) => FailureClass.code(each) === name)
    return [code(name), code(status), reason, codes(failures), failures.map(rerouted).join(", ")]
  })
}

export const drops: Table = {
  head: ["Reason", "Meaning"],
  rows: Object.entries(DropReason.catalogue).map(([name, sentence]) => [code(name), sentence])
}

export const channels: Table = {
  head: ["`reason_code`", "Status", "Meaning"],
  rows: Object.entries(ChannelCode.catalogue).map(([name, [status, meaning]]) => [code(name), code(status), meaning])
}

export const events: Table = {
  head: ["Event", "When"],
  rows: EventName.all.map((name) => [code(name), EventTypes.description(name)])
}

const asked = (name: string): string => Gate.atHandOver.some((gate) => gate.name === name) ? "yes" : ""

export const gates: Table = {
  head: ["Order", "Gate", "`reason_code`", "Ends as", "Before every further route", "At the hand-over"],
  rows: Gate.gates.map((gate, index) => [
    String(index + 1),
    gate.name,
    code(gate.code),
    code(OutcomeCode.endedAs(gate.code)),
    gate.everyRoute ? "yes" : "",
    asked(gate.name)
  ])
}

export const keywords: Table = {
  head: ["Action", "Words"],
  rows: Object.entries(ConsentKeyword.keywords).map(([action, words]) => [code(action), codes(words)])
}

export const retries: Table = {
  head: ["After failed attempt", "Seconds to wait"],
  rows: Array.from({ length: Limit.webhookRetryCount.maximum }, (_, index) => [
    String(index + 1),
    String(Retry.delay(index + 1) / 1000)
  ])
}
