/**
 * The flaws that the fields of a send can have.
 */
import type { Flaws } from "./flaws.ts"
import { parameters, phone } from "./samples.ts"

/** Around the id of a template that there is. */
export const sendFlaws = (template: string): Flaws => ({
  to: {
    right: [phone(1), { phone_number: phone(2), parameters: { name: "Grace" }, reference: "1816" }],
    wrong: [
      { fields: ["to"], code: "VALIDATION_001" },
      { value: null, fields: ["to"], code: "VALIDATION_001" },
      { value: [], fields: ["to"], code: "VALIDATION_001" },
      { value: phone(1), fields: ["to"], code: "VALIDATION_001" },
      { value: [phone(1), 12_015_550_123], fields: ["to[1]"], code: "VALIDATION_001" },
      { value: [phone(1), {}], fields: ["to[1].phone_number"], code: "VALIDATION_001" },
      { value: [{ phone_number: "12015550123" }], fields: ["to[0].phone_number"], code: "VALIDATION_002" },
      {
        value: [phone(1), phone(2), { phone_number: phone(3), parameters: { name: ["Ada"] }, reference: " " }],
        fields: ["to[2].parameters.name", "to[2].reference"],
        code: "VALIDATION_001"
      },
      {
        // Those of the send are other ones, wherever it has any.
        value: [phone(1), { phone_number: phone(1), parameters: { name: "Alan" } }],
        fields: ["to[1]"],
        code: "VALIDATION_001"
      },
      { value: ["12015550123"], fields: ["to[0]"], code: "VALIDATION_002" },
      { value: [phone(1), "nonsense", phone(2), ""], fields: ["to[1]", "to[3]"], code: "VALIDATION_002" }
    ]
  },
  template: {
    right: { id: template },
    wrong: [
      { fields: ["template"], code: "VALIDATION_001" },
      { value: null, fields: ["template"], code: "VALIDATION_001" },
      { value: {}, fields: ["template"], code: "VALIDATION_001" },
      { value: { id: null, name: null }, fields: ["template"], code: "VALIDATION_001" },
      { value: { parameters }, fields: ["template"], code: "VALIDATION_001" },
      { value: template, fields: ["template"], code: "VALIDATION_001" },
      { value: [], fields: ["template"], code: "VALIDATION_001" },
      { value: { id: 7 }, fields: ["template.id"], code: "VALIDATION_001" },
      { value: { name: 7 }, fields: ["template.name"], code: "VALIDATION_001" },
      { value: { id: "nonsense" }, fields: ["template.id"], code: "VALIDATION_003" },
      { value: { id: template.replaceAll("-", "") }, fields: ["template.id"], code: "VALIDATION_003" },
      { value: { id: template, parameters: [] }, fields: ["template.parameters"], code: "VALIDATION_001" },
      {
        value: { id: template, parameters: { name: ["Ada"], order: { a: 1 } } },
        fields: ["template.parameters.name", "template.parameters.order"],
        code: "VALIDATION_001"
      }
    ]
  },
  channel: {
    right: ["sms"],
    wrong: [
      { value: "sms", fields: ["channel"], code: "VALIDATION_001" },
      { value: ["fax"], fields: ["channel[0]"], code: "VALIDATION_006" },
      { value: ["sms", "SMS", "sent", ""], fields: ["channel[1]", "channel[2]", "channel[3]"], code: "VALIDATION_006" }
    ]
  },
  media_urls: {
    right: undefined,
    wrong: [
      { value: "https://example.com/a.png", fields: ["media_urls"], code: "VALIDATION_001" },
      { value: [7], fields: ["media_urls[0]"], code: "VALIDATION_001" },
      { value: ["https://example.com:6667/a.png"], fields: ["media_urls[0]"], code: "VALIDATION_001" },
      { value: ["http://example.com/a.png"], fields: ["media_urls[0]"], code: "VALIDATION_001" },
      { value: Array(2).fill("https://example.com/a.png"), fields: ["media_urls"], code: "VALIDATION_001" }
    ]
  },
  subject: { right: undefined, wrong: [{ value: 7, fields: ["subject"], code: "VALIDATION_001" }] },
  validity_seconds: {
    right: 3600,
    wrong: [
      { value: "60", fields: ["validity_seconds"], code: "VALIDATION_001" },
      { value: 60.5, fields: ["validity_seconds"], code: "VALIDATION_001" },
      { value: 9, fields: ["validity_seconds"], code: "VALIDATION_005" },
      { value: 2_592_001, fields: ["validity_seconds"], code: "VALIDATION_005" }
    ]
  },
  expires_at: {
    right: undefined,
    wrong: ["soon", 7, "2030-01-31T09:00:00", "2031-02-30T09:00:00Z"].map((value) => ({
      value,
      fields: ["expires_at"],
      code: "VALIDATION_001"
    }))
  },
  reference: {
    right: "order 1815",
    wrong: ["", " ", 7, [], "x".repeat(256), "a\tb", "a\u0085"].map((value) => ({
      value,
      fields: ["reference"],
      code: "VALIDATION_001"
    }))
  },
  metadata: {
    right: { campaign: "spring" },
    wrong: [
      ...["spring", ["spring"], { "": "x" }, { "-a": "x" }, { "a b": "x" }, { ["n".repeat(41)]: "x" }].map((value) => ({
        value,
        fields: ["metadata"],
        code: "VALIDATION_001"
      })),
      {
        value: Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`n${index}`, "x"])),
        fields: ["metadata"],
        code: "VALIDATION_001"
      },
      {
        value: Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`n${index}`, "x".repeat(255)])),
        fields: ["metadata"],
        code: "VALIDATION_001"
      },
      ...[7, null, { a: "x" }, "x".repeat(256), "a\nb"].map((value) => ({
        value: { campaign: value },
        fields: ["metadata.campaign"],
        code: "VALIDATION_001"
      }))
    ]
  },
  sandbox: {
    right: false,
    wrong: [
      { value: "true", fields: ["sandbox"], code: "VALIDATION_001" },
      { value: 1, fields: ["sandbox"], code: "VALIDATION_001" }
    ]
  }
})
