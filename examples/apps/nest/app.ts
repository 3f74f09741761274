import { Body, Controller, Module, Post } from "@nestjs/common"
import { NestFactory } from "@nestjs/core"
import { Messaging, MessagingModule } from "./messaging.js"

@Controller("orders")
class Orders {
  constructor(private readonly messaging: Messaging) {}

  @Post()
  ship(@Body() { account, phone }: { readonly account: string; readonly phone: string }) {
    return this.messaging.box.as(account).messages.send({ to: [phone], template: { name: "order_shipped" } })
  }
}

@Module({ imports: [MessagingModule], controllers: [Orders] })
class AppModule {}

export const app = await NestFactory.create(AppModule, { logger: ["error", "warn"] })
// Nest adds its body parsers when it begins to listen, which is later.
app.use("/messaging", app.get(Messaging).box.node)
app.enableShutdownHooks()
