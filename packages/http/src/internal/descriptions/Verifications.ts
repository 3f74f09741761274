/**
 * Sentences about the fields of verifications (decisions 16).
 */
import type { Descriptions } from "./Descriptions.ts"

export const descriptions: Descriptions = {
  "verifications.create.phone_number":
    "Signalbox, beyond v3: the number to which the code is sent and which the user is to show to be theirs, in E.164.",
  "verifications.create.template":
    "Signalbox, beyond v3: the approved AUTHENTICATION template that brings the code, by its id or by its name.",
  "verifications.create.template.id": "Signalbox, beyond v3: the id of the template.",
  "verifications.create.template.name": "Signalbox, beyond v3: the exact name of the template.",
  "verifications.create.template.language":
    "Signalbox, beyond v3: the language of the template, such as de or en_US; without it, that of the number's contact, else the first of the name.",
  "verifications.create.channel":
    "Signalbox, beyond v3: the channel on which the code is sent. Without one, or with `auto_detect`, the service chooses it.",
  "verifications.create.purpose":
    "Signalbox, beyond v3: distinguishes what one number is asked about, such as `login` and `payment`; `default` unless given.",
  "verifications.create.code_length": "Signalbox, beyond v3: how many digits the code has, 6 to 10; 6 unless given.",
  "verifications.create.lifetime_minutes":
    "Signalbox, beyond v3: for how many minutes the code is good, 1 to 10; as long as the template says, or 10, unless given.",
  "verifications.create.ip_address":
    "Signalbox, beyond v3: the IP address from which the user asks for the code, so that the codes for one address are limited.",
  "verifications.check.code": "Signalbox, beyond v3: the code that the user has typed, 6 to 10 digits.",

  purpose: "Signalbox, beyond v3: what the number is asked about.",
  "Verification.phone_number": "Signalbox, beyond v3: the number to which the code was sent, in E.164.",
  "Verification.status":
    "Signalbox, beyond v3: whether the verification is pending, approved, expired, failed after five wrong codes, or canceled.",
  "Verification.channel": "Signalbox, beyond v3: the channel that was asked for last, or `auto_detect`.",
  "Verification.template_id": "Signalbox, beyond v3: the template that brought the code last.",
  "Verification.template_name": "Signalbox, beyond v3: the name of that template.",
  "Verification.message_id":
    "Signalbox, beyond v3: the message that brought the code last, in which the code reads as asterisks.",
  "Verification.code_length": "Signalbox, beyond v3: how many digits the code has.",
  "Verification.sends": "Signalbox, beyond v3: how often the code was sent.",
  "Verification.expires_at": "Signalbox, beyond v3: until when the code is good.",
  "VerificationEvent.expires_at": "Signalbox, beyond v3: until when the code is good.",
  "Verification.resend_at":
    "Signalbox, beyond v3: from when on the code can be sent again; it is left out when that is not possible any more.",
  "Verification.ended_at":
    "Signalbox, beyond v3: when the verification ended; it is left out as long as it is pending.",
  verification_id: "Signalbox, beyond v3: the id of the verification.",
  "VerificationCheck.valid":
    "Signalbox, beyond v3: whether the code is right. It is false for every other reason in the same way.",
  "VerificationEvent.phone_number": "Signalbox, beyond v3: the number to which the code was sent, in E.164.",
  "VerificationEvent.status": "Signalbox, beyond v3: the status that the verification has reached.",
  "VerificationEvent.message_id": "Signalbox, beyond v3: the message that brought the code last.",
  "VerificationEvent.updated_at": "Signalbox, beyond v3: when the verification reached the status."
}
