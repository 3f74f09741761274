/**
 * The limits of the specification ("Limits") and of decisions part 9, by name.
 */
import * as Instant from "../value/Instant.ts"

/**
 * One answer names so many violations, and the arrays and records of a request may have so many entries. The length
 * is judged before the entries (decisions 9.4).
 */
export const violations = 100
export const recipientsPerSend = 1000
export const channelsPerSend = 10
/** Far more parameters than a definition can have names for: 300 variables, each by its name and by its id. */
export const parametersPerSend = 1000
export const mediaUrlsPerSend = 10
export const webhookEventTypes = 20
export const webhookFilters = { families: 20, suffixes: 50 } as const
export const areaCodes = 100
export const sampleMessages = 5
export const destinationCountries = 250
export const definitionArrays = { variables: 100, allVariables: 300, media: 10, buttons: 100 } as const
export const textLength = 3072
/** The reference that a client gives a message, in characters. */
export const referenceLength = 255
/** The metadata of a send: every message of the send keeps them, and every event of these messages tells them. */
export const metadata = { entries: 20, nameLength: 40, valueLength: 255, characters: 2048 } as const
export const webhookBodyLength = 3072
export const bodyBytes = 1024 * 1024
export const bodyDepth = 64
/**
 * All objects of a body have so many names together, which are sorted where two requests are compared: some thousand make
 * the largest definition.
 */
export const bodyNames = 10_000

export const webhookRetryCount = { minimum: 1, maximum: 5, default: 3 } as const
export const webhookTimeoutSeconds = { minimum: 5, maximum: 120, default: 30 } as const
export const webhookNameLength = 255
export const webhookUrlLength = 2048
/** Consecutive failed attempts after which a webhook is switched off, once it has failed for so many minutes. */
export const webhookFailures = 10
export const webhookDisableMinutes = 5
/** First attempts wait so long after a failed one: the first time, and at most. */
export const webhookProbe = { first: Instant.second, longest: 30 * Instant.second } as const
export const webhookSearchLength = 255
/**
 * On how many profiles a request itself makes or changes the clones of a webhook, and on how many each of the commits
 * that attend to the others; and how long clones outlive what the deletion of their profile has ended, which is longer
 * than the last attempt of a delivery takes.
 */
export const clones = { immediate: 100, batch: 1000, outlive: Instant.hour } as const
/** One account may have so many webhooks unless its operator says otherwise, and the operator may allow so many. */
export const webhooksPerAccount = { default: 100, most: 1000 } as const
/**
 * So many pairs of an event and a webhook become deliveries in the transaction that carries the events of an account,
 * and so many in each of the commits that work off the others. The larger a commit, the longer everybody else waits.
 */
export const fanout = { pairs: 500, batch: 100 } as const
/**
 * A node makes so many attempts at one endpoint at the same time, so many of one customer beside one at each of its
 * endpoints, and attempts at so many of its endpoints, unless the operator says otherwise. Wider bounds hardly
 * deliver more a second to endpoints that answer immediately, since a node is busy with these; but whoever has a
 * backlog would then keep the others waiting.
 */
export const deliveryPlaces = { endpoint: 8, customer: 8, endpoints: 64 } as const
/**
 * A claim takes deliveries to one endpoint in hand until the node has so many, of which it makes as many at the same time as
 * have a place. Where nothing else waits for the endpoint, commits may give the node more besides: until it has so many of
 * the endpoint, and so many of all work that has more than what claims bring.
 */
export const deliveriesHeld = { claimed: 256, given: 4096, all: 16_384 } as const
/**
 * A delivery is late so long after it fell due. While another customer had one on time no longer than `beside` ago, late
 * ones wait for turns. A turn keeps others waiting for `turn` at most; after it comes a rest, so many times as long.
 */
export const lateDelivery = { after: Instant.second, beside: Instant.second, turn: Instant.second, rest: 3 } as const
/** The service makes an attempt again so soon that it could not make itself. */
export const webhookUnsent = Instant.second
/** The service stores so many characters of an endpoint's answer. */
export const webhookResponseLength = 1024

/** A page of the list of messages, and its total, look at so many messages at most. */
export const messagesLookedAt = 10_000
/** A page of the log of a webhook that is narrowed by filters, and its total, look at so many deliveries at most. */
export const deliveriesLookedAt = 10_000
/** A page of the export of consent, and its total, look at so many changes at most. */
export const consentsLookedAt = 10_000
/** One answer adds up so many days of usage at most. */
export const usageDays = 31
export const pageSize = { maximum: 100, default: 20 } as const

export const profileNameLength = 255
export const profileDescriptionLength = 5000
export const iconLength = 2048
/** One commit looks at so many messages and cancels them, and revokes so many keys, when a profile is deleted. */
export const removalBatch = 100
/** The longest time that a message can be held. */
export const longestHold = 31 * Instant.day

export const idempotencyKeyPattern = /^[a-zA-Z0-9_-]{1,255}$/
export const idempotencyLifetime = Instant.day
/** A duplicate request waits so long for the first one, in elapsed time. */
export const idempotencyWait = 5 * Instant.second
/** A claim whose node died becomes free again after this time. */
export const idempotencyClaimLifetime = Instant.minute
/** The UTF-16 units of header, body and footer of one rendering together. */
export const renderedLength = 4096
/** The UTF-16 units of all parameters together that a message keeps: what its template uses on some channel. */
export const parametersLength = 16_384
/** The rendered texts of one answer may have so many bytes together. */
export const answerTextBytes = 5 * 1024 * 1024
/**
 * So many bytes of answers may wait in one process for their readers: of one account, or one address without a key, and
 * in all. A connection may take nothing so long meanwhile, and whoever is refused for that may try again so much later.
 */
export const unreadBytes = { each: 32 * 1024 * 1024, all: 256 * 1024 * 1024 } as const
export const unreadPatience = Instant.minute
export const unreadRetrySeconds = 5
export const idempotencyReplyBytes = 5 * 1024 * 1024
export const keptSimulationBytes = 64 * 1024 * 1024

export const userNameLength = 255
export const emailLength = 254
export const invitationLifetime = 7 * Instant.day

export const standardRequestsPerMinute = 10_000
export const sensitiveRequestsPerMinute = 10
export const unauthenticatedRequestsPerMinute = 600
/** Requests to the voice telemetry: of one app identity, and of all identities of an account together. */
export const telemetryRequestsPerMinute = { identity: 30, account: 3000 } as const
export const telemetryBytes = 64 * 1024
export const voiceIdentityPattern = /^[A-Za-z0-9._@+:-]{1,128}$/
/** For how many seconds a voice token is valid. */
export const voiceTokenSeconds = { default: 600, longest: 3600 } as const

/** Quick messages of legacy v2, for one account and UTC day. */
export const quickMessagesPerDay = 5

/** Failed tries with one credential before it is locked, and how long each lock lasts. */
export const lockoutFailures = 10
export const lockoutSeconds = [60, 300, 900, 1800, 3600] as const
export const lockoutMemory = Instant.day
export const lockoutCounters = 100_000

/** When an attempt has no outcome so long after its hand-over, and its carrier sets no other time, it has timed out. */
export const submissionDeadline = 30 * Instant.second
/** Stores know the `once` of a debit and of a count so long at least, by their own clocks. */
export const debitMemory = 31 * Instant.day
export const countMemory = 2 * Instant.day

/** An attempt is handed over so often at most: once, and once more when its node fell silent before it knew the outcome. */
export const handovers = 2
/** The service asks a reviewer that has not decided so soon again, whatever it says. */
export const reviewPause = Instant.second
/** A message leaves a line that has taken nothing for this long, when it has another candidate. */
export const lineWait = 15 * Instant.minute
/** The service asks a busy carrier again so soon, and so late at most. */
export const busyWait = { shortest: 100, longest: 15 * Instant.minute } as const
/** After how many hours a message that no carrier has taken fails with DELIVERY_006. */
export const expiryHours = 72
/** The operator may have so many carriers and lanes paused or drained at the same time. */
export const restrictions = 1000
/** The name of a lane that the operator names may have so many characters. */
export const laneLength = 600
/** A lane of a paused carrier is looked at again so soon, should its opening have been missed. */
export const pauseLook = Instant.minute
/** A lane that the operator has paused is closed until then: 9999-12-31. */
export const pausedForEver = Instant.make(253_402_300_799_000)
/** When the operator cancels what waits, one commit looks at so many messages of an account, and one call. */
export const cancelBatch = { commit: 100, call: 10_000 } as const
/** The service stores so many characters of a carrier's own words. */
export const detailLength = 255
/** A carrier's clock may be off so far for the instants in its receipts to be believed. */
export const carrierClock = Instant.minute
/** A carrier's request to the service may take so long. */
export const hookPatience = 30 * Instant.second
/** The most that a carrier may say it charges for one message, in units of its currency. */
export const carrierPrice = 1_000_000
/** When a SENT message has no final receipt after this time, it becomes FAILED with DELIVERY_006. */
export const receiptDeadline = 72 * Instant.hour
/** The longest id of a carrier that receipts and inbound messages may name, in characters. */
export const carrierIdLength = 255
/** The longest reference that is stored as it is, in characters. */
export const carrierReferenceLength = 255
/**
 * The text and the media URLs of an inbound message take so many bytes together in an answer, in UTF-8: far above what
 * any channel carries.
 */
export const inboundBytes = 65_536
/** A long inbound message may have so many parts, each so long, and the others wait so long for the last one. */
export const inboundParts = 255
export const inboundPartLength = 1600
export const inboundPartsWait = 5 * Instant.minute
/** One commit adds or removes so many entries of a suppression list. */
export const suppressionBatch = 500
/** An API key may be tied to so many ranges of addresses. */
export const addressesPerKey = 32
/** The last use of a key is written once in so many milliseconds at most. */
export const keyUseMillis = 3_600_000
/** An audit log keeps its entries for so many days at most. */
export const auditLogDays = 3650
/** An entry of an audit log keeps where a change came from for so many days at most. */
export const auditNetworkDays = 90
/** Of more things of a kind that one commit changes, the audit log has one entry that counts them. */
export const auditEntriesPerChange = 32
/** A page of an audit log, and its total, look at so many entries at most. */
export const auditEntriesLookedAt = 10_000
/** An account may have so many consent keywords of its own. */
export const keywords = 100
/** An account may have so many purposes, with names and keywords so long, and one rule for each category and period. */
export const purposes = 20
/** A contact remembers so many consents; beyond, those to purposes that its account does not have are forgotten. */
export const purposeConsents = 100
/** A longer text of a recipient is no keyword of a purpose, however it is composed and spaced. */
export const purposeTextLength = 160
export const purposeNameLength = 40
export const purposeReplyLength = 1000
export const frequencyMost = 1_000_000
/** An account may have so many prices, and so many routing rules, of its own. */
export const ratesPerAccount = 1000
export const rulesPerAccount = 1000
/** A rule may split its messages among so many carriers, each with so much weight at most. */
export const splitCarriers = 20
export const splitWeight = 1_000_000
/** An account may have so many pools of numbers, each number of which sends so many parts a second at most. */
export const numberPools = 200
export const senderPace = 10_000
/** A message whose sender has no room asks so many of its pool. */
export const sendersTried = 16
/** Entries of each list of the destinations that an account allows, or forbids. */
export const destinationsPerAccount = 1000
/** The reference of a top-up may have so many characters. */
export const topUpReferenceLength = 255
export const inboundFiles = 32
export const inboundUrlLength = 2048
export const mimeTypeLength = 255
export const senderLength = 255
export const routesPerSend = 3
/** Messages stay off WhatsApp so long after a failure on the recipient's side. */
export const whatsappUndeliverable = 30 * Instant.day
/** Free-form messages are allowed so long: after a template was sent, and after the recipient wrote on WhatsApp. */
export const freeFormWindow = { template: 7 * Instant.day, whatsapp: Instant.day } as const
/** A send with an order of channels waits so many seconds on one before it goes on to the next, at least and at most. */
export const fallbackSeconds = { shortest: 10, longest: 86_400 } as const
/** A send may be scheduled so far ahead. */
export const schedule = { earliest: Instant.minute, latest: 30 * Instant.day } as const

/** A send may be worth so long by its sender's word, from when it is sent or released. */
export const validity = { shortest: 10 * Instant.second, longest: 30 * Instant.day } as const

export const smsSegment = { gsm: { single: 160, split: 153 }, unicode: { single: 70, split: 67 } } as const
export const templateNameLength = 255
export const contactSearchLength = 255
/**
 * A list of contacts that is narrowed looks at so many of the newest where nothing is searched, where the text is short, or
 * where more than so many share it.
 */
export const contactsLookedAt = 5000
/** One commit deletes so many consent records. */
export const erasureBatch = 100
/**
 * A step of the erasure of a recipient looks at so many rows, and erases so many messages or events. What a carrier is being
 * asked about is looked at again after a while, and what a request has read of an account is used no longer than the grace.
 */
export const recipientErasure = {
  looked: 1000,
  messages: 50,
  events: 20,
  pause: 10 * Instant.second,
  grace: Instant.minute
} as const
/** An account keeps things of people for so many days at most, unless for good. */
export const retentionDays = 3650
/** A step of a redaction takes so many messages for each of what is redacted, and goes on behind them; then it pauses. */
export const redaction = {
  messages: 50,
  profiles: 50,
  webhooks: 50,
  /** So many deliveries of events, of each event one for each webhook. */
  deliveries: 1000,
  pause: Instant.hour
} as const
/**
 * A step of removal takes so many messages or contacts, or looks at so many accounts; deliveries are as in a redaction. It rests
 * for a moment before the next step, and an account that has caught up is looked at again after a while.
 */
export const purge = {
  messages: 50,
  contacts: 20,
  accounts: 100,
  usageSums: 1000,
  rest: 100,
  pause: Instant.hour,
  review: Instant.day,
  /** So long after its last step a message that has ended leads to nothing more. */
  settled: 7 * Instant.day
} as const
/** A count of what retention would remove looks at so many rows of each kind at most. */
export const purgePreview = 1_000_000
export const templateSearchLength = 255
/** The length of template bodies by their key in the definition: in UTF-16 units, before variables are substituted. */
export const templateBodyLength = { multiChannel: 1024, sms: 1024, whatsapp: 1024, rcs: 3072, mms: 1600 } as const
export const templateHeaderLength = 60
export const templateFooterLength = 60
export const templateHeaderVariables = 1
export const templateButtons = 10
export const buttonTextLength = 25
export const buttonUrlLength = 2000
export const mmsSubjectLength = 80
export const mmsMediaItems = 1
/** The largest attachment that is handed to a carrier, and how long the probe of its size may take. */
export const attachmentBytes = 600 * 1024
export const mediaLook = 5 * Instant.second
export const mediaUrlLength = 2000
/** The look-up of a number may take so long, and so many of one account may be open at the same time. */
export const lookup = { patience: 5 * Instant.second, concurrency: 16 } as const
/** For how many hours routing goes by what a look-up has told. */
export const lookupHours = { minimum: 1, maximum: 720, default: 24 } as const
/** A number whose look-up has failed is not looked up again for so long. */
export const lookupRetry = Instant.minute
/** After so many look-ups of an account that failed in a row, none is made for it for so long. */
export const lookupRest = { failures: 16, time: 30 * Instant.second } as const
/** How many networks a routing rule may name. */
export const ruleNetworks = 100
export const codeExpirationMinutes = { minimum: 1, maximum: 90 } as const
/** The length of texts in a definition that the specification does not limit: samples, names, codes. */
export const templateTextLength = 3072
/**
 * The limits of a variable's pattern: its length, the size of its compiled program, and the length of the values that
 * it is matched against.
 */
export const patternLength = 512
export const patternProgramSize = 2000
/** The program sizes of all different patterns of a definition together. */
export const patternProgramSizes = 8000
export const parameterLength = 3072
/**
 * The program size of a pattern times the length of a value: for one match, and for all matches of one send together.
 * At the first bound a match takes a few hundredths of a second at worst.
 */
export const patternSteps = 300_000
export const patternStepsPerSend = 600_000
/** A definition has so many bytes of UTF-8 as GET shows it. A list shows a hundred of them. */
export const definitionBytes = 65_536
/** One name of a template may be said in so many languages. */
export const templateLanguages = 100
/** A preview tells the price for so many numbers and for so many countries, and names so many characters. */
export const preview = { destinations: 100, characters: 20 } as const
/** An explanation tells of so many messages of a send, and of so many rules that brought none of their routes. */
export const explain = { messages: 100, rules: 20 } as const
/** RCS shows so many buttons as suggestion chips. */
export const rcsChips = 4

/** One account may have so many SMS markets, and one profile so many campaigns. */
export const marketsPerAccount = 100
export const campaignsPerProfile = 100
/** The sender of a market may have so many characters at most, whatever the table of markets says. */
export const marketSenderLength = 32
/** A form: how many parts it has, how many bytes one part and the whole, and the texts among the parts. */
export const form = {
  parts: 20,
  partBytes: 10 * 1024 * 1024,
  bytes: 25 * 1024 * 1024,
  fieldBytes: 1024 * 1024
} as const
/** One account may send so many forms to one node at the same time, and each may take so long, in elapsed time. */
export const concurrentForms = 4
export const formPatience = 2 * Instant.minute
/** One account may have so many bytes of documents. */
export const documentBytes = { account: 200 * 1024 * 1024 } as const
/**
 * A verification (decisions 16): how many digits its code has, how many minutes it runs, how many codes may be tried, and how
 * long its purpose may be.
 */
export const verification = {
  codeLength: { minimum: 6, maximum: 10, default: 6 },
  lifetimeMinutes: { minimum: 1, maximum: 10, default: 10 },
  tries: 5,
  purposeLength: 64
} as const
/** A code is sent again no sooner than so long after it was sent for the first time, the second time and so on. */
export const verificationWaits = [
  30 * Instant.second,
  Instant.minute,
  2 * Instant.minute,
  3 * Instant.minute
] as const
/**
 * So many codes an account may have sent in an hour and in a day: to one number, for the users at one address, and into one
 * country.
 */
export const verificationSends = {
  number: { hour: 5, day: 10 },
  address: { hour: 20, day: 100 },
  country: { hour: 5000, day: 50_000 }
} as const
/**
 * Paused prefixes (decisions 17.3): how many digits of the national number a prefix has, the shares at which it is paused
 * unless the account says otherwise, how many must have been counted, in which time, and for how long it is paused. A
 * verification has so long to be checked before it counts as one that was not, and a pause after so long is a first one.
 */
export const pumping = {
  nationalDigits: 4,
  unchecked: 0.8,
  undelivered: 0.8,
  minimum: { minimum: 5, maximum: 100_000, default: 20 },
  windowMinutes: { minimum: 5, maximum: 60, default: 30 },
  pauseMinutes: { minimum: 1, maximum: 1440, default: 60 },
  longestPause: Instant.day,
  checkPatience: 3 * Instant.minute,
  calm: Instant.day
} as const
/** A document that no row names yet is there so long. */
export const documentPatience = Instant.day
/**
 * Carrier health (decisions 18.3), with the thresholds of GOV.UK Notify unless others are given. A weight, in
 * hundredths, falls by a step once in so many minutes at most, never below the share of probes, and rises by a step in so
 * many minutes of peace. A carrier of which no receipt was heard for so long is not judged by receipts.
 */
export const carrierHealth = {
  slowSeconds: { minimum: 10, maximum: 3600, default: 300 },
  slowShare: 0.15,
  failedShare: 0.15,
  minimum: { minimum: 5, maximum: 100_000, default: 50 },
  windowMinutes: { minimum: 2, maximum: 120, default: 15 },
  step: { minimum: 1, maximum: 100, default: 10 },
  slowStepMinutes: { minimum: 1, maximum: 1440, default: 10 },
  failedStepMinutes: { minimum: 1, maximum: 1440, default: 1 },
  restMinutes: { minimum: 1, maximum: 1440, default: 60 },
  probes: { minimum: 1, maximum: 50, default: 5 },
  reportSeconds: { minimum: 1, maximum: 60, default: 10 },
  marks: 1000,
  pins: 1000,
  longestPin: 30 * Instant.day,
  hearing: Instant.day
} as const
