import * as Double from "@signalbox/emulator/Double"
import { remind } from "./reminders.js"

let double

beforeAll(async () => {
  double = await Double.start()
})
afterAll(() => double.stop())

test("reminds by SMS, and takes the reply", async () => {
  const ada = double.handset("+12015550123")
  await remind({ fetch: double.fetch, key: double.apiKey }, "+12015550123")
  await double.advance(0)
  expect(await ada.received()).toMatchObject([{ channel: "sms", body: "Hello Ada, welcome to Signalbox." }])
  expect(await ada.write({ text: "Thanks!" })).toMatch(/^[0-9a-f-]{36}$/)
})

test("says so when nobody is reminded", async () => {
  await expect(remind({ fetch: double.fetch, key: double.apiKey }, "12")).rejects.toThrow("Nobody is reminded: 400")
})
