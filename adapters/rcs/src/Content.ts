/**
 * A message as Google's platform takes it: a text, a rich card or a file, with suggestions. Pure.
 */
import type { Submission } from "@signalbox/core/Carrier"
import type { Category } from "@signalbox/core/Category"
import * as Instant from "@signalbox/core/Instant"
import * as PhoneNumber from "@signalbox/core/PhoneNumber"
import type { Button, Rendered } from "@signalbox/core/Rendered"

/** The features that a device may have, as far as a message can need them. */
export type Feature = "RICHCARD_STANDALONE" | "ACTION_OPEN_URL" | "ACTION_DIAL"

export interface Suggestion {
  readonly reply?: { readonly text: string; readonly postbackData: string }
  readonly action?: {
    readonly text: string
    readonly postbackData: string
    readonly openUrlAction?: { readonly url: string }
    readonly dialAction?: { readonly phoneNumber: string }
  }
}

/** The content and its suggestions; `AgentContentMessage` of Google's reference. */
export interface ContentMessage {
  readonly text?: string
  readonly contentInfo?: { readonly fileUrl: string }
  readonly richCard?: {
    readonly standaloneCard: {
      readonly cardOrientation: "VERTICAL"
      readonly cardContent: {
        readonly description?: string
        readonly media: { readonly height: "MEDIUM"; readonly contentInfo: { readonly fileUrl: string } }
        readonly suggestions?: ReadonlyArray<Suggestion>
      }
    }
  }
  readonly suggestions?: ReadonlyArray<Suggestion>
}

export type TrafficType = "AUTHENTICATION" | "TRANSACTION" | "PROMOTION" | "SERVICEREQUEST"

export interface AgentMessage {
  readonly contentMessage: ContentMessage
  readonly ttl: string
  readonly messageTrafficType?: TrafficType
}

/** The bounds of Google's platform, in characters and in suggestions. */
export const limits = { label: 25, postback: 2048, description: 2000, ofCard: 4, ofMessage: 11 }

/** The longest time after which an undelivered message may expire. */
export const longestTtl = 15 * Instant.day

/** The kind of traffic that a template of a category is; a free-form message answers its recipient. */
export const trafficTypes: Readonly<Record<Category | "none", TrafficType>> = {
  AUTHENTICATION: "AUTHENTICATION",
  UTILITY: "TRANSACTION",
  MARKETING: "PROMOTION",
  none: "SERVICEREQUEST"
}

const cut = (text: string, most: number): string => [...text].slice(0, most).join("")

/** Returns the suggestion of a button, or null for one that RCS does not have: COPY_CODE and VOICE_CALL. */
const suggestionOf = ({ postbackData, text, type, value }: Button): Suggestion | null => {
  const label = cut(text ?? value, limits.label)
  const said = { text: label, postbackData: cut(postbackData ?? value, limits.postback) }
  switch (type) {
    case "QUICK_REPLY":
      return { reply: said }
    case "URL":
      return { action: { ...said, openUrlAction: { url: value } } }
    case "PHONE_NUMBER": {
      const phoneNumber = PhoneNumber.spelt(value)
      return phoneNumber === null ? null : { action: { ...said, dialAction: { phoneNumber } } }
    }
    default:
      return null
  }
}

const isAble = (features: ReadonlySet<string> | null, feature: Feature): boolean => features?.has(feature) ?? true

const isPossible = ({ action }: Suggestion, features: ReadonlySet<string> | null): boolean =>
  (action?.openUrlAction === undefined || isAble(features, "ACTION_OPEN_URL")) &&
  (action?.dialAction === undefined || isAble(features, "ACTION_DIAL"))

const suggested = (suggestions: ReadonlyArray<Suggestion>): Pick<ContentMessage, "suggestions"> =>
  suggestions.length === 0 ? {} : { suggestions }

const textOf = ({ headerMedia, plain }: Rendered): string =>
  headerMedia === null || plain.includes(headerMedia.url) ? plain : `${plain}\n${headerMedia.url}`.trim()

/** Returns the text below a picture, or null when it is longer than a card may have it. */
const descriptionOf = ({ content, footer }: Rendered): string | null => {
  const description = [content, footer ?? ""].filter((part) => part !== "").join("\n")
  return [...description].length > limits.description ? null : description
}

/**
 * Returns the content of a message. Where it is known what the device can do, it is told in words that cannot be shown.
 */
export const of = (rendered: Rendered, features: ReadonlySet<string> | null): ContentMessage => {
  const { buttons, headerMedia, media, plain } = rendered
  const all = (buttons ?? []).flatMap((button) => suggestionOf(button) ?? [])
    .filter((suggestion) => isPossible(suggestion, features))
    .slice(0, limits.ofMessage)
  const [file] = media
  if (file !== undefined && plain === "") return { contentInfo: { fileUrl: file }, ...suggested(all) }
  const description = descriptionOf(rendered)
  const isPicture = headerMedia?.type === "image" || headerMedia?.type === "video"
  if (headerMedia === null || !isPicture || description === null || !isAble(features, "RICHCARD_STANDALONE")) {
    return { text: textOf(rendered), ...suggested(all) }
  }
  return {
    richCard: {
      standaloneCard: {
        cardOrientation: "VERTICAL",
        cardContent: {
          ...(description === "" ? {} : { description }),
          media: { height: "MEDIUM", contentInfo: { fileUrl: headerMedia.url } },
          ...suggested(all.slice(0, limits.ofCard))
        }
      }
    },
    ...suggested(all.slice(limits.ofCard))
  }
}

/** Returns a message for the platform. It expires when it is worth nothing any more, or after 15 days. */
export const message = (
  { expiresAt, rendered, template }: Submission,
  features: ReadonlySet<string> | null,
  byCategory: boolean,
  now: Instant.Instant
): AgentMessage => ({
  contentMessage: of(rendered, features),
  ttl: `${Math.max(1, Math.floor(Math.min(expiresAt - now, longestTtl) / 1000))}s`,
  ...(byCategory ? { messageTrafficType: trafficTypes[template?.category ?? "none"] } : {})
})
