/**
 * The shape in which the API shows a preview (decisions 15.2).
 */
import * as Schema from "effect/Schema"
import type { Violation } from "../catalogue/Violation.ts"
import { Category } from "../definition/Category.ts"
import type { Flaw } from "../definition/Flaw.ts"
import * as MessageResource from "../message/MessageResource.ts"
import * as Format from "../operation/Format.ts"
import { Channel } from "../value/Channel.ts"
import * as Money from "../value/Money.ts"
import * as CharacterName from "./CharacterName.ts"
import type { Charge, Preview, Shown } from "./Preview.ts"

const nullable = Schema.NullOr

const FlawResource = Schema.Struct({
  field: Schema.String,
  code: Schema.String,
  reason: Schema.optionalKey(Schema.String),
  message: Schema.String
}).annotate({ identifier: "TemplatePreviewFlaw" })

const Character = Schema.Struct({
  index: Schema.Int,
  character: Schema.String,
  code_point: Schema.String,
  name: nullable(Schema.String)
}).annotate({ identifier: "TemplatePreviewCharacter" })

const Replacement = Schema.Struct({
  character: Schema.String,
  code_point: Schema.String,
  name: nullable(Schema.String),
  plain: Schema.String,
  times: Schema.Int
}).annotate({ identifier: "TemplatePreviewReplacement" })

const Encoding = Schema.Literals(["GSM-7", "UCS-2"])

const SmartEncoding = Schema.Struct({
  encoding_before: Encoding,
  segments_before: Schema.Int,
  replacements: Schema.Array(Replacement)
}).annotate({ identifier: "TemplatePreviewSmartEncoding" })

const Price = Schema.Struct({
  to: nullable(Format.phone),
  country: Schema.String,
  price: nullable(Schema.Finite),
  active_contact_price: nullable(Schema.Finite)
}).annotate({ identifier: "TemplatePreviewPrice" })

const ChannelPreview = Schema.Struct({
  channel: Channel,
  is_approved: nullable(Schema.Boolean),
  flaws: Schema.Array(FlawResource),
  message_body: nullable(MessageResource.MessageBody),
  text: nullable(Schema.String),
  encoding: nullable(Encoding),
  units: nullable(Schema.Int),
  segments: nullable(Schema.Int),
  forces_unicode: Schema.Array(Character),
  smart_encoding: nullable(SmartEncoding),
  prices: Schema.Array(Price)
}).annotate({ identifier: "TemplateChannelPreview" })

export const PreviewResource = Schema.Struct({
  template_id: nullable(Format.uuid),
  revision: nullable(Schema.Int),
  category: Category,
  language: Schema.String,
  flaws: Schema.Array(FlawResource),
  channels: Schema.Array(ChannelPreview)
}).annotate({ identifier: "TemplatePreview" })
export type PreviewResource = typeof PreviewResource.Type

const isFlaw = (violation: Violation): violation is Flaw => "reason" in violation

/** Shows a flaw, with the stable reason where it is one of a definition. */
export const flaw = (violation: Violation): typeof FlawResource.Type => ({
  field: violation.field,
  code: violation.code,
  ...(isFlaw(violation) ? { reason: violation.reason } : {}),
  message: violation.message
})

const price = ({ country, price: quoted, to }: Charge): typeof Price.Type => ({
  to,
  country,
  price: quoted === null ? null : Money.toNumber(quoted.price),
  active_contact_price: quoted === null ? null : Money.toNumber(quoted.activeContactPrice)
})

const named = (character: string) => ({
  character,
  code_point: CharacterName.codePoint(character),
  name: CharacterName.of(character)
})

const encoding = (shown: Shown | null): typeof SmartEncoding.Type | null => {
  if (shown === null || shown.encoding === null) return null
  const { before, replacements } = shown.encoding
  return {
    encoding_before: before.encoding,
    segments_before: before.count,
    replacements: replacements.map(({ character, plain, times }) => ({ ...named(character), plain, times }))
  }
}

export const channel = ({ channel, flaws, isApproved, shown }: Preview): typeof ChannelPreview.Type => ({
  channel,
  is_approved: isApproved,
  flaws: flaws.map(flaw),
  message_body: shown === null ? null : MessageResource.body(shown.rendered, undefined),
  text: shown?.rendered.plain ?? null,
  encoding: shown?.segments?.encoding ?? null,
  units: shown?.segments?.units ?? null,
  segments: shown?.segments?.count ?? null,
  forces_unicode: (shown?.forcing ?? []).map(({ character, index }) => ({ index, ...named(character) })),
  smart_encoding: encoding(shown),
  prices: (shown?.charges ?? []).map(price)
})
