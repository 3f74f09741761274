/**
 * The operator's calls, group by group. A new group is a file here and a line in this list.
 */
import type { OperatorCalls } from "../Operator.ts"
import type { Run } from "./operated.ts"
import { accounts } from "./operator/accounts.ts"
import { auditLog } from "./operator/auditLog.ts"
import { carriers } from "./operator/carriers.ts"
import { deadLetters } from "./operator/deadLetters.ts"
import { destinations } from "./operator/destinations.ts"
import { directory } from "./operator/directory.ts"
import { lanes } from "./operator/lanes.ts"
import { limits } from "./operator/limits.ts"
import { messages } from "./operator/messages.ts"
import { numberPools } from "./operator/numberPools.ts"
import { prefixes } from "./operator/prefixes.ts"
import { prices } from "./operator/prices.ts"
import { privacy } from "./operator/privacy.ts"
import { frequency, keywords, purposes, quietHours } from "./operator/recipients.ts"
import { retention } from "./operator/retention.ts"
import { rules } from "./operator/rules.ts"
import { spend } from "./operator/spend.ts"
import { suppressions } from "./operator/suppressions.ts"
import { templates } from "./operator/templates.ts"

export const make = (run: Run): OperatorCalls => ({
  accounts: accounts(run),
  prices: prices(run),
  rules: rules(run),
  numberPools: numberPools(run),
  destinations: destinations(run),
  spend: spend(run),
  quietHours: quietHours(run),
  keywords: keywords(run),
  frequency: frequency(run),
  purposes: purposes(run),
  retention: retention(run),
  suppressions: suppressions(run),
  privacy: privacy(run),
  limits: limits(run),
  auditLog: auditLog(run),
  prefixes: prefixes(run),
  templates: templates(run),
  carriers: carriers(run),
  lanes: lanes(run),
  messages: messages(run),
  deadLetters: deadLetters(run),
  directory: directory(run)
})
