import * as Double from "@signalbox/emulator/Double"

const double = await Double.start()
const ada = double.handset("+12015550123")

// The next SMS to Ada fails.
await ada.script([{ channel: "sms", receipts: [{ failed: "handset_unreachable" }] }])
const answer = await double.fetch(`${double.baseUrl}/v3/messages`, {
  method: "POST",
  headers: { "x-api-key": double.apiKey, "content-type": "application/json" },
  body: JSON.stringify({
    to: ["+12015550123"],
    channel: ["sms"],
    template: { name: "hello_welcome_to_signalbox", parameters: { name: "Ada" } }
  })
})
// Whatever is due has happened when this is done. A day would be 86_400_000.
await double.advance(0)
console.log(answer.status, await ada.received())

// A person writes back; the id is that of the inbound message.
const reply = await ada.write({ text: "STOP" })
console.log(typeof reply)
await double.stop()
