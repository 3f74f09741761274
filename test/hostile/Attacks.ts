/** The attacks of `npm run hostile`, in the order in which they are played. */
import { attack as archivedTemplate } from "./attacks/ArchivedTemplate.ts"
import type { Attack } from "./attacks/Attack.ts"
import { attack as clonedSecrets } from "./attacks/ClonedSecrets.ts"
import { attack as deletedLine } from "./attacks/DeletedLine.ts"
import { attack as deploys } from "./attacks/Deploys.ts"
import { attack as drippingBodies } from "./attacks/DrippingBodies.ts"
import { attack as equalCalls } from "./attacks/EqualCalls.ts"
import { attack as fakedTimers } from "./attacks/FakedTimers.ts"
import { attack as heldKey } from "./attacks/HeldKey.ts"
import { attack as interimAnswers } from "./attacks/InterimAnswers.ts"
import { attack as keptReplies } from "./attacks/KeptReplies.ts"
import { attack as keyless, attackOnBun as keylessOnBun } from "./attacks/Keyless.ts"
import { attack as keysAtRest } from "./attacks/KeysAtRest.ts"
import { attack as lateReferences } from "./attacks/LateReferences.ts"
import { attack as lostFile } from "./attacks/LostFile.ts"
import { attack as manyWebhooks } from "./attacks/ManyWebhooks.ts"
import { attack as mobileNights } from "./attacks/MobileNights.ts"
import { attack as openTransaction } from "./attacks/OpenTransaction.ts"
import { attack as outageKeys } from "./attacks/OutageKeys.ts"
import { attack as parsedCallbacks } from "./attacks/ParsedCallbacks.ts"
import { attack as portedAddresses } from "./attacks/PortedAddresses.ts"
import { attack as receipts } from "./attacks/Receipts.ts"
import { attack as rejectedWithin } from "./attacks/RejectedWithin.ts"
import { attack as rejectingListeners } from "./attacks/RejectingListeners.ts"
import { attack as repeatedTopUps } from "./attacks/RepeatedTopUps.ts"
import { attack as silentClose } from "./attacks/SilentClose.ts"
import { attack as silentNames } from "./attacks/SilentNames.ts"
import { attack as silentNode } from "./attacks/SilentNode.ts"
import { attack as spoiledFile } from "./attacks/SpoiledFile.ts"
import { attack as strangeSpellings } from "./attacks/StrangeSpellings.ts"
import { attack as suspendedLine } from "./attacks/SuspendedLine.ts"
import { attack as undecided } from "./attacks/Undecided.ts"
import { attack as unreadableCarriers } from "./attacks/UnreadableCarriers.ts"
import { attack as unreadAnswers } from "./attacks/UnreadAnswers.ts"
import { attack as usedUpPool } from "./attacks/UsedUpPool.ts"
import { attack as uselessDatabase } from "./attacks/UselessDatabase.ts"
import { attack as wrongClock } from "./attacks/WrongClock.ts"
import { attack as wrongValues } from "./attacks/WrongValues.ts"

export const attacks: ReadonlyArray<Attack> = [
  archivedTemplate,
  clonedSecrets,
  deletedLine,
  deploys,
  drippingBodies,
  equalCalls,
  fakedTimers,
  heldKey,
  interimAnswers,
  keptReplies,
  keyless,
  keylessOnBun,
  keysAtRest,
  lateReferences,
  lostFile,
  manyWebhooks,
  mobileNights,
  openTransaction,
  outageKeys,
  parsedCallbacks,
  portedAddresses,
  receipts,
  rejectedWithin,
  rejectingListeners,
  repeatedTopUps,
  silentClose,
  silentNames,
  silentNode,
  spoiledFile,
  strangeSpellings,
  suspendedLine,
  undecided,
  unreadableCarriers,
  unreadAnswers,
  usedUpPool,
  uselessDatabase,
  wrongClock,
  wrongValues
]
