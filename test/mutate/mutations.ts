/**
 * Every mutation, area by area.
 */
import type { Mutation } from "./Mutation.ts"
import { mutations as accounts } from "./mutations/accounts.ts"
import { mutations as attempts } from "./mutations/attempts.ts"
import { mutations as audit } from "./mutations/audit.ts"
import { mutations as belongings } from "./mutations/belongings.ts"
import { mutations as bounds } from "./mutations/bounds.ts"
import { mutations as catalogues } from "./mutations/catalogues.ts"
import { mutations as cells } from "./mutations/cells.ts"
import { mutations as channels } from "./mutations/channels.ts"
import { mutations as command } from "./mutations/command.ts"
import { mutations as contacts } from "./mutations/contacts.ts"
import { mutations as deliveries } from "./mutations/deliveries.ts"
import { mutations as dispatch } from "./mutations/dispatch.ts"
import { mutations as egress } from "./mutations/egress.ts"
import { mutations as emulator } from "./mutations/emulator.ts"
import { mutations as engine } from "./mutations/engine.ts"
import { mutations as events } from "./mutations/events.ts"
import { mutations as facade } from "./mutations/facade.ts"
import { mutations as handOver } from "./mutations/hand-over.ts"
import { mutations as health } from "./mutations/health.ts"
import { mutations as httpCarriers } from "./mutations/http-carriers.ts"
import { mutations as http } from "./mutations/http.ts"
import { mutations as inbound } from "./mutations/inbound.ts"
import { mutations as isolation } from "./mutations/isolation.ts"
import { mutations as legacy } from "./mutations/legacy.ts"
import { mutations as limits } from "./mutations/limits.ts"
import { mutations as messages } from "./mutations/messages.ts"
import { mutations as operations } from "./mutations/operations.ts"
import { mutations as people } from "./mutations/people.ts"
import { mutations as pools } from "./mutations/pools.ts"
import { mutations as postgres } from "./mutations/postgres.ts"
import { mutations as privacy } from "./mutations/privacy.ts"
import { mutations as profiles } from "./mutations/profiles.ts"
import { mutations as protection } from "./mutations/protection.ts"
import { mutations as pumping } from "./mutations/pumping.ts"
import { mutations as quietHours } from "./mutations/quiet-hours.ts"
import { mutations as receipts } from "./mutations/receipts.ts"
import { mutations as recipients } from "./mutations/recipients.ts"
import { mutations as retention } from "./mutations/retention.ts"
import { mutations as routes } from "./mutations/routes.ts"
import { mutations as schedule } from "./mutations/schedule.ts"
import { mutations as sends } from "./mutations/sends.ts"
import { mutations as simulation } from "./mutations/simulation.ts"
import { mutations as smpp } from "./mutations/smpp.ts"
import { mutations as states } from "./mutations/states.ts"
import { mutations as stores } from "./mutations/stores.ts"
import { mutations as templates } from "./mutations/templates.ts"
import { mutations as twilio } from "./mutations/twilio.ts"
import { mutations as values } from "./mutations/values.ts"
import { mutations as verifications } from "./mutations/verifications.ts"
import { mutations as voice } from "./mutations/voice.ts"
import { mutations as whatsapp } from "./mutations/whatsapp.ts"

export const mutations: ReadonlyArray<Mutation> = [
  ...values,
  ...catalogues,
  ...states,
  ...receipts,
  ...attempts,
  ...facade,
  ...handOver,
  ...events,
  ...dispatch,
  ...protection,
  ...retention,
  ...routes,
  ...templates,
  ...deliveries,
  ...operations,
  ...belongings,
  ...bounds,
  ...http,
  ...limits,
  ...messages,
  ...health,
  ...pumping,
  ...engine,
  ...recipients,
  ...schedule,
  ...quietHours,
  ...inbound,
  ...contacts,
  ...pools,
  ...postgres,
  ...stores,
  ...people,
  ...isolation,
  ...privacy,
  ...profiles,
  ...cells,
  ...channels,
  ...accounts,
  ...audit,
  ...command,
  ...egress,
  ...smpp,
  ...httpCarriers,
  ...whatsapp,
  ...twilio,
  ...voice,
  ...verifications,
  ...legacy,
  ...emulator,
  ...sends,
  ...simulation
]
