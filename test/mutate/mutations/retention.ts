import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

const retention = (file: string, find: string, replace: string, test = "retention/Oracle"): Mutation =>
  core("retention", file, find, replace, test)

export const mutations: ReadonlyArray<Mutation> = [
  retention("retention/Settled.ts", "AttemptState.of(attempt) === \"OPEN\"", "false"),
  retention("retention/PurgedMessages.ts", "since > now", "since < now"),
  retention("retention/PurgedMessages.ts", "found?.status === \"pending\"", "found?.status === \"failed\""),
  retention("retention/PurgedMessages.ts", "found?.sends.at(-1)?.message === id", "found?.sends.at(0)?.message === id"),
  retention("retention/PurgedContacts.ts", "!isSuppressed(contact) && !hasSpoken(contact) && ", ""),
  retention(
    "retention/PurgedUsage.ts",
    "row.value.createdAt < before ? row.value.createdAt : before",
    "false ? before : before"
  ),
  retention("retention/PurgeAccounts.ts", "Facts.get(facts, Purges, id) === null", "true", "retention/Settings"),
  retention("retention/PurgeAccounts.ts", "if (isNeeded) return", "if (!isNeeded) return", "retention/Settings"),
  retention(
    "privacy/RetentionOf.ts",
    "if (own !== undefined) return { retention: own, by: \"account\" }",
    "",
    "retention/Settings"
  ),
  retention("service/Terms.ts", "usage === undefined || messages !== undefined", "true", "retention/Settings")
]
