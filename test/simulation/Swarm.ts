/**
 * The swarm that is let loose on the service: scripts in which everything may happen, with every promise watched.
 */

/** The whole matrix plays so many scripts, twice as many as `npm test` alone, and the search begins here. */
export const runs = 300
export const firstSeed = 1
