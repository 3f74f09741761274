/**
 * The statuses of SMPP 3.4 (5.1.3), and what each of them means for a message.
 */
import * as CommandStatus from "@signalbox/smpp/CommandStatus"
import { expect, it } from "vitest"

/** The codes and names of the specification, by what they mean here. */
const byMeaning: Readonly<Record<string, string>> = {
  accepted: "00 ROK",
  throttled: "58 RTHROTTLED",
  full: "14 RMSGQFUL",
  faulty: "08 RSYSERR",
  sender_refused: "0a RINVSRCADR, 48 RINVSRCTON, 49 RINVSRCNPI",
  invalid_number: "0b RINVDSTADR, 50 RINVDSTTON, 51 RINVDSTNPI",
  provider_unavailable: "0d RBINDFAIL, 0e RINVPASWD, 0f RINVSYSID, 53 RINVSYSTYP",
  undeliverable_by_route: "45 RSUBMITFAIL, fe RDELIVERYFAILURE",
  temporary_carrier_error: "64 RX_T_APPN",
  carrier_filtered: "65 RX_P_APPN, 66 RX_R_APPN",
  unknown: "11 RCANCELFAIL, 13 RREPLACEFAIL, 67 RQUERYFAIL, ff RUNKNOWNERR",
  content_not_acceptable: [
    "01 RINVMSGLEN, 02 RINVCMDLEN, 03 RINVCMDID, 04 RINVBNDSTS, 05 RALYBND, 06 RINVPRTFLG, 07 RINVREGDLVFLG",
    "0c RINVMSGID, 15 RINVSERTYP, 33 RINVNUMDESTS, 34 RINVDLNAME, 40 RINVDESTFLAG, 42 RINVSUBREP, 43 RINVESMCLASS",
    "44 RCNTSUBDL, 54 RINVREPFLAG, 55 RINVNUMMSGS, 61 RINVSCHED, 62 RINVEXPIRY, 63 RINVDFTMSGID",
    "c0 RINVOPTPARSTREAM, c1 ROPTPARNOTALLWD, c2 RINVPARLEN, c3 RMISSINGOPTPARAM, c4 RINVOPTPARAMVAL"
  ].join(", ")
}

const hexadecimal = (code: number): string => code.toString(16).padStart(2, "0")

it("the statuses have the codes and the names of the specification, and each its meaning", () => {
  const told = Object.keys(byMeaning).map((meaning) => [
    meaning,
    CommandStatus.table.filter((row) => row.meaning === meaning)
      .map(({ code, name }) => `${hexadecimal(code)} ${name.replace(/^ESME_/, "")}`).join(", ")
  ])
  expect(new Set(CommandStatus.table.map(({ meaning }) => meaning))).toEqual(new Set(Object.keys(byMeaning)))
  expect(Object.fromEntries(told)).toEqual(byMeaning)
})

it("the words of a status are its own, and one that no table has is the operator's", () => {
  const words = CommandStatus.table.map((row) => row.words)
  expect(words.filter((each) => !/^(?:the|a|an|no) [a-z_' ]+$/.test(each))).toEqual([])
  expect(new Set(words).size).toBe(words.length)
  for (const row of CommandStatus.table) expect(CommandStatus.of(row.code)).toEqual(row)
  expect(CommandStatus.of(0x0400)).toEqual({
    code: 0x0400,
    name: "0x00000400",
    words: "a status of the operator's own",
    meaning: "unknown"
  })
})

it("a setting is to be changed where the bind, the password, the system id or the system type is refused", () => {
  const all = Array.from({ length: 0x200 }, (_, code) => code)
  expect(all.filter(CommandStatus.isForSetting)).toEqual([0x0d, 0x0e, 0x0f, 0x53])
})

it("the statuses that answer a message centre are those of their names", () => {
  const { codes } = CommandStatus
  const named = Object.entries(codes).map(([name, code]) => `${name} ${CommandStatus.of(code).name}`)
  expect(named).toEqual([
    "ok ESME_ROK",
    "unknownCommand ESME_RINVCMDID",
    "notBound ESME_RINVBNDSTS",
    "invalidLength ESME_RINVCMDLEN",
    "tryAgain ESME_RX_T_APPN",
    "brokenTlvs ESME_RINVOPTPARSTREAM",
    "unknownError ESME_RUNKNOWNERR"
  ])
})
