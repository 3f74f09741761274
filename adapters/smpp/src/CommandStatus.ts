/**
 * The values of command_status (SMPP 3.4, 5.1.3), and what each means for a message that was handed over.
 */
import type { FailureClass } from "@signalbox/core/FailureClass"

/** `throttled` and `full` pass by themselves, and `faulty` is tried a few times more. */
export type Meaning = "accepted" | "throttled" | "full" | "faulty" | FailureClass

export interface CommandStatus {
  readonly code: number
  readonly name: string
  readonly words: string
  readonly meaning: Meaning
}

const rows: ReadonlyArray<readonly [code: number, name: string, words: string, meaning: Meaning]> = [
  [0x00, "ESME_ROK", "no error", "accepted"],
  [0x01, "ESME_RINVMSGLEN", "the message length is invalid", "content_not_acceptable"],
  [0x02, "ESME_RINVCMDLEN", "the command length is invalid", "content_not_acceptable"],
  [0x03, "ESME_RINVCMDID", "the command is unknown", "content_not_acceptable"],
  [0x04, "ESME_RINVBNDSTS", "the session is not bound for this command", "content_not_acceptable"],
  [0x05, "ESME_RALYBND", "the session is bound already", "content_not_acceptable"],
  [0x06, "ESME_RINVPRTFLG", "the priority is invalid", "content_not_acceptable"],
  [0x07, "ESME_RINVREGDLVFLG", "the request for a receipt is invalid", "content_not_acceptable"],
  [0x08, "ESME_RSYSERR", "the message centre has a system error", "faulty"],
  [0x0a, "ESME_RINVSRCADR", "the sender is invalid", "sender_refused"],
  [0x0b, "ESME_RINVDSTADR", "the recipient is invalid", "invalid_number"],
  [0x0c, "ESME_RINVMSGID", "the message id is invalid", "content_not_acceptable"],
  [0x0d, "ESME_RBINDFAIL", "the bind failed", "provider_unavailable"],
  [0x0e, "ESME_RINVPASWD", "the password is wrong", "provider_unavailable"],
  [0x0f, "ESME_RINVSYSID", "the system id is unknown", "provider_unavailable"],
  [0x11, "ESME_RCANCELFAIL", "the message could not be cancelled", "unknown"],
  [0x13, "ESME_RREPLACEFAIL", "the message could not be replaced", "unknown"],
  [0x14, "ESME_RMSGQFUL", "the queue of the message centre is full", "full"],
  [0x15, "ESME_RINVSERTYP", "the service type is invalid", "content_not_acceptable"],
  [0x33, "ESME_RINVNUMDESTS", "the number of recipients is invalid", "content_not_acceptable"],
  [0x34, "ESME_RINVDLNAME", "the distribution list is invalid", "content_not_acceptable"],
  [0x40, "ESME_RINVDESTFLAG", "the destination flag is invalid", "content_not_acceptable"],
  [0x42, "ESME_RINVSUBREP", "a request to replace is invalid", "content_not_acceptable"],
  [0x43, "ESME_RINVESMCLASS", "the esm_class is invalid", "content_not_acceptable"],
  [0x44, "ESME_RCNTSUBDL", "the distribution list cannot be used", "content_not_acceptable"],
  [0x45, "ESME_RSUBMITFAIL", "the message could not be submitted", "undeliverable_by_route"],
  [0x48, "ESME_RINVSRCTON", "the sender's type of number is invalid", "sender_refused"],
  [0x49, "ESME_RINVSRCNPI", "the sender's numbering plan is invalid", "sender_refused"],
  [0x50, "ESME_RINVDSTTON", "the recipient's type of number is invalid", "invalid_number"],
  [0x51, "ESME_RINVDSTNPI", "the recipient's numbering plan is invalid", "invalid_number"],
  [0x53, "ESME_RINVSYSTYP", "the system type is invalid", "provider_unavailable"],
  [0x54, "ESME_RINVREPFLAG", "the replace flag is invalid", "content_not_acceptable"],
  [0x55, "ESME_RINVNUMMSGS", "the number of messages is invalid", "content_not_acceptable"],
  [0x58, "ESME_RTHROTTLED", "the agreed rate is exceeded", "throttled"],
  [0x61, "ESME_RINVSCHED", "the scheduled time is invalid", "content_not_acceptable"],
  [0x62, "ESME_RINVEXPIRY", "the validity period is invalid", "content_not_acceptable"],
  [0x63, "ESME_RINVDFTMSGID", "the predefined message is unknown", "content_not_acceptable"],
  [0x64, "ESME_RX_T_APPN", "the receiver has a temporary error", "temporary_carrier_error"],
  [0x65, "ESME_RX_P_APPN", "the receiver has a permanent error", "carrier_filtered"],
  [0x66, "ESME_RX_R_APPN", "the receiver rejects the message", "carrier_filtered"],
  [0x67, "ESME_RQUERYFAIL", "the query failed", "unknown"],
  [0xc0, "ESME_RINVOPTPARSTREAM", "the optional parameters are broken", "content_not_acceptable"],
  [0xc1, "ESME_ROPTPARNOTALLWD", "an optional parameter is not allowed", "content_not_acceptable"],
  [0xc2, "ESME_RINVPARLEN", "the length of a parameter is invalid", "content_not_acceptable"],
  [0xc3, "ESME_RMISSINGOPTPARAM", "an optional parameter is missing", "content_not_acceptable"],
  [0xc4, "ESME_RINVOPTPARAMVAL", "the value of an optional parameter is invalid", "content_not_acceptable"],
  [0xfe, "ESME_RDELIVERYFAILURE", "the delivery failed", "undeliverable_by_route"],
  [0xff, "ESME_RUNKNOWNERR", "an unknown error", "unknown"]
]

export const table: ReadonlyArray<CommandStatus> = rows.map(([code, name, words, meaning]) => ({
  code,
  name,
  words,
  meaning
}))

const byCode = new Map(table.map((each) => [each.code, each]))

const hexadecimal = (code: number): string => `0x${code.toString(16).padStart(8, "0")}`

/** Returns what a status says; one that no table has is a vendor's, and its meaning unknown. */
export const of = (code: number): CommandStatus =>
  byCode.get(code) ?? { code, name: hexadecimal(code), words: "a status of the operator's own", meaning: "unknown" }

export const codes = {
  ok: 0x00,
  unknownCommand: 0x03,
  notBound: 0x04,
  invalidLength: 0x02,
  /** The message centre sends the message again later. */
  tryAgain: 0x64,
  brokenTlvs: 0xc0,
  unknownError: 0xff
} as const

/** Returns whether a bind that was answered so will fail again until somebody changes a setting. */
export const isForSetting = (code: number): boolean => [0x0d, 0x0e, 0x0f, 0x53].includes(code)
