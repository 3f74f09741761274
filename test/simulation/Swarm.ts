/**
 * The swarm that is let loose on the service: scripts in which everything may happen, with every promise watched.
 */

/** How many scripts the whole matrix plays, twice as many as `npm test` alone, and where the search begins. */
export const runs = 300
export const firstSeed = 1
