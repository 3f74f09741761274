/** Addresses in definitions: which are links, which a carrier can fetch, and which are gone before it does (decisions 5.4). */
import * as WebAddress from "@signalbox/core/internal/definition/WebAddress"
import * as Limit from "@signalbox/core/Limit"
import { expect, it } from "vitest"

const notFull = "must be a full https URL"
const noIp = "must have a host name, not an IP address"
const secret = "must have no user name or password: anyone must be able to fetch it"
const presigned = "must not be presigned: it must be good for as long as the message takes"
const placeholder = "must have no placeholder: it is fetched as it is"
const long = `must have at most ${Limit.mediaUrlLength} characters`

const host = "https://media.example.com/"

it.each<readonly [text: string, isLink: boolean, ofAttachment: string | null, ofMedia: string | null]>([
  [`${host}a.png`, true, null, null],
  [`HTTPS://MEDIA.example.com`, true, null, null],
  [`${host}${"a".repeat(Limit.mediaUrlLength - host.length)}`, true, null, null],
  [`${host}${"a".repeat(Limit.mediaUrlLength - host.length + 1)}`, true, long, long],
  ["http://media.example.com/a.png", true, notFull, notFull],
  ["ftp://media.example.com/a.png", false, notFull, notFull],
  ["https:///media.example.com/a.png", false, notFull, notFull],
  ["media.example.com/a.png", false, notFull, notFull],
  ["", false, notFull, notFull],
  [`${host}a b`, false, notFull, notFull],
  [`${host}a\u007f`, false, notFull, notFull],
  [`${host}a\\b`, false, notFull, notFull],
  [` ${host}`, false, notFull, notFull],
  ["https://192.0.2.1/a.png", true, noIp, noIp],
  ["https://3221225985/a.png", true, noIp, noIp],
  ["https://[2001:db8::1]/a.png", true, noIp, noIp],
  ["https://1.example.com/a.png", true, null, null],
  ["https://user@media.example.com/a.png", true, secret, secret],
  ["https://:password@media.example.com/a.png", true, secret, secret],
  [`${host}{{0:media}}`, true, null, placeholder],
  [`${host}?X-Amz-Signature=1`, true, null, presigned],
  [`${host}?x-amz-credential=1`, true, null, presigned],
  [`${host}?a=b&X-Goog-Signature=1`, true, null, presigned],
  [`${host}?Signature=1`, true, null, null],
  [`${host}?Expires=1`, true, null, null],
  [`${host}?Key-Pair-Id=1&Expires=1`, true, null, null],
  [`${host}?Signature=1&Expires=1`, true, null, presigned],
  [`${host}?Signature=1&Key-Pair-Id=1`, true, null, presigned],
  [`${host}?Signature=1&se=1&sv=1`, true, null, null],
  [`${host}?sig=1`, true, null, null],
  [`${host}?se=1&sv=1`, true, null, null],
  [`${host}?sig=1&se=1`, true, null, presigned],
  [`${host}?SIG=1&SV=1`, true, null, presigned],
  [`${host}?sig=1&expires=1&key-pair-id=1`, true, null, null]
])("%s", (text, isLink, ofAttachment, ofMedia) => {
  expect([WebAddress.isLink(text), WebAddress.attachmentFlaw(text), WebAddress.mediaFlaw(text)])
    .toStrictEqual([isLink, ofAttachment, ofMedia])
})
