/**
 * The messages of one account to one recipient, as the texts have it: those that a client asks for, and the automatic
 * replies to what the recipient says (decisions 7.6, 7.7).
 */
import type { Channel } from "@signalbox/core/Channel"
import { HistoryMessage } from "./Message.ts"
import type { Action } from "./Recipient.ts"
import { HistoryRecipient } from "./Recipient.ts"
import type { Text } from "./Steps.ts"
import type { Asked, World } from "./World.ts"
import { second } from "./World.ts"

const keywords: Readonly<Record<Text, Action | null>> = {
  Hello: null,
  "stop it": null,
  STOP: "opt_out",
  " Quit\n": "opt_out",
  start: "opt_in",
  HELP: "help"
}

export class HistoryModel extends HistoryRecipient {
  /** Those that a client asked for, and the automatic replies as they come. */
  readonly messages: Array<HistoryMessage>

  constructor(world: World) {
    super(world)
    this.messages = world.asked.map((asked, index) => new HistoryMessage(this, asked, index))
  }

  hear(channel: Channel, text: Text): void {
    this.isContact = true
    this.lastInbound = this.now
    if (channel === "whatsapp") {
      this.lastWhatsapp = this.now
      this.undeliverableUntil = null
    }
    const at = second(this.now)
    this.told.push({
      message: -1,
      event: "message.received",
      at,
      status: "",
      channel,
      hasBody: false,
      code: null,
      until: null
    })
    const action = keywords[text]
    if (action !== null) this.signal(action, channel)
  }

  /**
   * Each signal is told and kept; only what changes something is answered, and a request for help. A carrier that reports one
   * has answered it by itself.
   */
  signal(action: Action, channel: Channel, isReported = false): void {
    this.isContact = true
    const before = this.optOut
    if (action !== "help") this.optOut = action === "opt_out"
    if (action !== "help") this.records++
    const event = `contact.${action}`
    const nothing = { status: "", hasBody: false, code: null, until: null }
    this.told.push({ message: -1, event, at: second(this.now), channel, ...nothing })
    if (isReported || action !== "help" && before === this.optOut) return
    const asked: Asked = {
      requested: channel,
      isFreeForm: false,
      segments: 1,
      hasParameters: true,
      scheduledIn: null,
      worth: null,
      fallback: null,
      afterSeconds: null
    }
    this.messages.push(new HistoryMessage(this, asked, this.messages.length, action))
  }
}
