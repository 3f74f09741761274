import type { OnApplicationShutdown } from "@nestjs/common"
import { Injectable, Module } from "@nestjs/common"
import { carrier, createSignalbox, memory } from "signalbox"

const sms = carrier({
  id: "console",
  channels: ["sms"],
  submit: ({ text, to }) => console.log(`SMS to ${to}: ${text}`),
  // Carriers sign the bytes of what they send.
  callback: ({ body }) => ({ response: { status: 200, body: new TextDecoder().decode(body) } })
})

@Injectable()
export class Messaging implements OnApplicationShutdown {
  readonly box = createSignalbox({ storage: memory(), carriers: [sms] })

  async onApplicationShutdown(): Promise<void> {
    await this.box.close()
  }
}

@Module({ providers: [Messaging], exports: [Messaging] })
export class MessagingModule {}
