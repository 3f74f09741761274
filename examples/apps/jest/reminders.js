/** An app that reminds by the HTTP API. It is given its `fetch`, as clients of APIs are. */
export const remind = async ({ fetch, key }, phone) => {
  const answer = await fetch("https://signalbox.example/v3/messages", {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json" },
    body: JSON.stringify({
      to: [phone],
      channel: ["sms"],
      template: { name: "hello_welcome_to_signalbox", parameters: { name: "Ada" } }
    })
  })
  if (!answer.ok) throw new Error(`Nobody is reminded: ${answer.status}`)
}
