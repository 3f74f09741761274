/**
 * `npm run docs:check` builds the site and holds it against itself.
 */
