/**
 * Lists every command, in the order of the help.
 */
import type { Command } from "./Command.ts"
import * as Dev from "./commands/Dev.ts"
import * as Keys from "./commands/Keys.ts"
import * as Keywords from "./commands/Keywords.ts"
import * as Migrate from "./commands/Migrate.ts"
import * as SmppCheck from "./commands/SmppCheck.ts"
import * as Suppressions from "./commands/Suppressions.ts"
import * as Work from "./commands/Work.ts"

export const commands: ReadonlyArray<Command> = [
  ...Dev.commands,
  ...Migrate.commands,
  ...Keys.commands,
  ...Work.commands,
  ...Suppressions.commands,
  ...Keywords.commands,
  ...SmppCheck.commands
]
