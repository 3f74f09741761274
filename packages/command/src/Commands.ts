/**
 * Lists every command, in the order of the help.
 */
import type { Command } from "./Command.ts"
import * as Accounts from "./commands/Accounts.ts"
import * as AuditLog from "./commands/AuditLog.ts"
import * as Carriers from "./commands/Carriers.ts"
import * as Dev from "./commands/Dev.ts"
import * as Directory from "./commands/Directory.ts"
import * as Explain from "./commands/Explain.ts"
import * as Keys from "./commands/Keys.ts"
import * as Keywords from "./commands/Keywords.ts"
import * as Mcp from "./commands/Mcp.ts"
import * as Messages from "./commands/Messages.ts"
import * as Migrate from "./commands/Migrate.ts"
import * as NumberPools from "./commands/NumberPools.ts"
import * as Prefixes from "./commands/Prefixes.ts"
import * as Privacy from "./commands/Privacy.ts"
import * as Protection from "./commands/Protection.ts"
import * as Recipients from "./commands/Recipients.ts"
import * as Restrictions from "./commands/Restrictions.ts"
import * as Retention from "./commands/Retention.ts"
import * as SmppCheck from "./commands/SmppCheck.ts"
import * as Suppressions from "./commands/Suppressions.ts"
import * as Templates from "./commands/Templates.ts"
import * as Terms from "./commands/Terms.ts"
import * as Work from "./commands/Work.ts"

export const commands: ReadonlyArray<Command> = [
  ...Dev.commands,
  ...Mcp.commands,
  ...Migrate.commands,
  ...Accounts.commands,
  ...Keys.commands,
  ...Terms.commands,
  ...Protection.commands,
  ...Retention.commands,
  ...Recipients.commands,
  ...NumberPools.commands,
  ...Templates.commands,
  ...Messages.commands,
  ...Explain.commands,
  ...Work.commands,
  ...Restrictions.commands,
  ...Carriers.commands,
  ...Directory.commands,
  ...Suppressions.commands,
  ...Prefixes.commands,
  ...Privacy.commands,
  ...Keywords.commands,
  ...AuditLog.commands,
  ...SmppCheck.commands
]
