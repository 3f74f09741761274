/**
 * A call of the operator that is refused says so by its code and its words.
 */
import { describe } from "vitest"
import { to } from "./Acme.ts"
import { nobody, refuses, strange } from "./Refusing.ts"

const until = new Date(Date.now() + 86_400_000)

describe("a call of the operator", () => {
  refuses([
    [
      "accounts.get of nobody",
      ({ box }) => box.operator.accounts.get(nobody),
      "RESOURCE_004",
      `There is no account with the id ${nobody}.`
    ],
    [
      "accounts.list of too many",
      ({ box }) => box.operator.accounts.list({ limit: 1001 }),
      "VALIDATION_001",
      "operator.accounts.list: page.limit must be a whole number from 1 to 1000"
    ],
    [
      "accounts.list of none",
      ({ box }) => box.operator.accounts.list({ limit: 0 }),
      "VALIDATION_001",
      "operator.accounts.list: page.limit must be a whole number from 1 to 1000"
    ],
    [
      "accounts.list behind nothing",
      ({ box }) => box.operator.accounts.list({ after: "a" }),
      "VALIDATION_001",
      "operator.accounts.list: page.after must be the `after` of the page before"
    ],
    [
      "accounts.setBalance below 0",
      ({ account, box }) => box.operator.accounts.setBalance(account, -1),
      "VALIDATION_001",
      "operator.accounts.setBalance: amount must be an amount of at least 0 with at most four decimals: \"100.00\""
    ],
    [
      "accounts.setBalance beyond counting",
      ({ account, box }) => box.operator.accounts.setBalance(account, "999999999999.9999"),
      "VALIDATION_001",
      "operator.accounts.setBalance: amount must be an amount of at least 0 with at most four decimals: \"100.00\""
    ],
    [
      "accounts.move without cells",
      ({ account, box }) => box.operator.accounts.move(account, { to: "us" }),
      "VALIDATION_001",
      "operator.accounts.move: the accounts of this service are in one storage, which has no cells"
    ],
    [
      "accounts.move to nowhere",
      ({ account, box }) => strange(box.operator.accounts.move)(account, {}),
      "VALIDATION_001",
      "operator.accounts.move: options must be { to: \"us\" } or { undo: true }"
    ],
    [
      "accounts.move there and back",
      ({ account, box }) => strange(box.operator.accounts.move)(account, { to: "us", undo: true }),
      "VALIDATION_001",
      "operator.accounts.move: options must be { to: \"us\" } or { undo: true }"
    ],
    [
      "directory.rebuild without cells",
      ({ box }) => box.operator.directory.rebuild(),
      "VALIDATION_001",
      "operator.directory.rebuild: it needs storage: cells(...): a single database has no directory"
    ],
    [
      "directory.rebuild behind nothing",
      ({ box }) => box.operator.directory.rebuild({ after: "us" }),
      "VALIDATION_001",
      "operator.directory.rebuild: options.after must be the `after` of the call before"
    ],
    [
      "carriers.pause of one that there is not",
      ({ box }) => box.operator.carriers.pause("somebody"),
      "VALIDATION_001",
      "operator.carriers.pause: there is no carrier somebody; there are acme"
    ],
    [
      "carriers.drain of a name that is far from all",
      ({ box }) => box.operator.carriers.drain("acmexyz"),
      "VALIDATION_001",
      "operator.carriers.drain: there is no carrier acmexyz; there are acme"
    ],
    [
      "carriers.drain of a misspelt one",
      ({ box }) => box.operator.carriers.drain("acmee"),
      "VALIDATION_001",
      "operator.carriers.drain: there is no carrier acmee; did you mean acme?"
    ],
    [
      "carriers.pause of nothing",
      ({ box }) => box.operator.carriers.pause(""),
      "VALIDATION_001",
      "operator.carriers.pause: carrier must be the id of a carrier"
    ],
    [
      "carriers.resume of a long name",
      ({ box }) => box.operator.carriers.resume("a".repeat(256)),
      "VALIDATION_001",
      "operator.carriers.resume: carrier must be the id of a carrier"
    ],
    [
      "carriers.pin above 100",
      ({ box }) => box.operator.carriers.pin("acme", { weight: 101, until }),
      "VALIDATION_001",
      "operator.carriers.pin: weight must be a whole number from 0 to 100"
    ],
    [
      "carriers.pin below 0",
      ({ box }) => box.operator.carriers.pin("acme", { weight: -1, until, country: "UK" }),
      "VALIDATION_001",
      "operator.carriers.pin: country must be a country, such as \"GB\"; weight must be a whole " +
      "number from 0 to 100"
    ],
    [
      "carriers.pin for too long",
      ({ box }) => box.operator.carriers.pin("acme", { weight: 1, until: new Date(Date.now() + 31 * 86_400_000) }),
      "VALIDATION_001",
      "operator.carriers.pin: until must lie ahead, by 30 days at most"
    ],
    [
      "carriers.release in no country",
      ({ box }) => box.operator.carriers.release("acme", { country: "gb" }),
      "VALIDATION_001",
      "operator.carriers.release: country must be a country, such as \"GB\""
    ],
    [
      "lanes.pause of no lane",
      ({ box }) => box.operator.lanes.pause("send"),
      "VALIDATION_001",
      "operator.lanes.pause: lane must be the name of a lane as operator.lanes.list shows it"
    ],
    [
      "lanes.pause of a lane of no kind",
      ({ box }) => box.operator.lanes.pause("sned:x"),
      "VALIDATION_001",
      "operator.lanes.pause: lane must be the name of a lane as operator.lanes.list shows it"
    ],
    [
      "lanes.drain of a lane of sends",
      ({ box }) => box.operator.lanes.drain("send:x"),
      "VALIDATION_001",
      "operator.lanes.drain: lane must be one of the kind submission: nothing else can be drained, only paused"
    ],
    [
      "lanes.list of no kind",
      ({ box }) => box.operator.lanes.list({ kind: "sned", after: "x", limit: 0 }),
      "VALIDATION_001",
      "operator.lanes.list: options.kind must be one of audit, channel, clone, contact, deadline, " +
      "delivery, document, fanout, inbound, look_up, media, prefix, privacy, profile, retention, " +
      "retry, review, send, submission, verification; options.after must be the name of a lane as " +
      "operator.lanes.list shows it; options.limit must be a whole number from 1 to 1000"
    ],
    [
      "messages.cancelWaiting behind nothing",
      ({ account, box }) => box.operator.messages.cancelWaiting(account, { after: "1." }),
      "VALIDATION_001",
      "operator.messages.cancelWaiting: options.after must be the `after` of the page before"
    ],
    [
      "prefixes.pin of none",
      ({ account, box }) => box.operator.prefixes.pin(account, "+447700123"),
      "VALIDATION_001",
      "operator.prefixes.pin: prefix must be a prefix as the list has it, such as \"+447700\""
    ],
    [
      "prefixes.pin where none are watched",
      ({ account, box }) => box.operator.prefixes.pin(account, "+447700"),
      "VALIDATION_001",
      "operator.prefixes.pin: account has no limit `pumping`"
    ],
    [
      "prefixes.lift for nobody",
      ({ box }) => box.operator.prefixes.lift(nobody, "+447700"),
      "RESOURCE_004",
      `There is no account with the id ${nobody}.`
    ],
    [
      "keywords.set of no letter",
      ({ account, box }) => box.operator.keywords.set(account, { keyword: " ", action: "HELP" }),
      "VALIDATION_001",
      "operator.keywords.set: keyword.keyword must not be blank, too long, or a word that every account has"
    ],
    [
      "keywords.set of a word of a list",
      async ({ box }) => {
        const { id } = await box.accounts.ensure({ name: "Listed", balance: 1, keywordLists: ["us-carriers"] })
        return box.operator.keywords.set(id, { keyword: "StopAll", action: "HELP" })
      },
      "VALIDATION_001",
      "operator.keywords.set: keyword must be none of every account, nor of a list that is switched on"
    ],
    [
      "keywords.remove of no letter",
      ({ account, box }) => box.operator.keywords.remove(account, " "),
      "VALIDATION_001",
      "operator.keywords.remove: keyword must have a letter at least, and 1000 at most"
    ],
    [
      "keywords.remove for nobody",
      ({ box }) => box.operator.keywords.remove(nobody, "basta"),
      "RESOURCE_004",
      `There is no account with the id ${nobody}.`
    ],
    [
      "purposes.prefer of one that there is not",
      ({ account, box }) => box.operator.purposes.prefer(account, to, { news: "opt_in" }),
      "VALIDATION_001",
      "operator.purposes.prefer: preferences must have names of the account's purposes"
    ],
    [
      "suppressions.add of too many",
      ({ account, box }) => box.operator.suppressions.add(account, Array.from({ length: 10_001 }, () => "1")),
      "VALIDATION_001",
      "operator.suppressions.add: phones must have at most 10000 numbers"
    ],
    [
      "suppressions.remove of no number",
      ({ account, box }) => box.operator.suppressions.remove(account, ["12"]),
      "VALIDATION_001",
      "operator.suppressions.remove: phones[0] must be a phone number in E.164 form, for example +12015550123"
    ],
    [
      "templates.approve of none",
      ({ box }) => box.operator.templates.approve(nobody),
      "RESOURCE_002",
      `There is no template with the id ${nobody}.`
    ],
    [
      "templates.reject without a reason",
      ({ box }) => box.operator.templates.reject(nobody, { reason: " " }),
      "VALIDATION_001",
      "operator.templates.reject: options.reason must say why"
    ],
    [
      "templates.approve of what is approved",
      async ({ account, box }) => {
        const { templates: [made] } = await box.as(account).templates.list()
        return box.operator.templates.approve(made!.id)
      },
      "CONFLICT_010",
      "The template is APPROVED, which knows no step \"approve\"."
    ],
    [
      "templates.resume where it has no body",
      async ({ account, box }) => {
        const { templates: [made] } = await box.as(account).templates.list()
        return box.operator.templates.resume(made!.id, { channel: "mms" })
      },
      "CONFLICT_010",
      "The template on mms has no body there, which knows no step \"lift\"."
    ]
  ])
})
