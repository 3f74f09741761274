/**
 * A test of a carrier in Node's own runner.
 */
import { checkCarrier } from "@signalbox/testing/CheckCarrier"
import { test } from "node:test"
import { carrier } from "signalbox"

test("acme keeps what carriers promise", async () => {
  const sent: Array<string> = []
  const acme = carrier({
    id: "acme",
    channels: ["sms"],
    submit: ({ attempt }) => {
      sent.push(attempt)
      return attempt
    }
  })
  await checkCarrier(acme, { sent: ({ attempt }) => sent.filter((each) => each === attempt).length })
})
