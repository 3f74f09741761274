/**
 * The tables. What the service means by a row stands in `row.value` alone; everything else is derived from it, or is
 * what the ports keep beside rows.
 */
export const version = 1

/** Earlier than every instant: a lane that is not paused is paused until then. */
export const never = -8_640_000_000_000_000

export const tables = `
CREATE TABLE sequence (last INTEGER NOT NULL) STRICT;
INSERT INTO sequence VALUES (0);

CREATE TABLE row (
  kind TEXT NOT NULL, key TEXT NOT NULL, version INTEGER NOT NULL, value TEXT NOT NULL, PRIMARY KEY (kind, key)
) STRICT;

CREATE TABLE unique_key (
  name TEXT NOT NULL, key TEXT NOT NULL, kind TEXT NOT NULL, row_key TEXT NOT NULL, PRIMARY KEY (name, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX unique_key_row ON unique_key (kind, row_key);

CREATE TABLE listing (
  list TEXT NOT NULL, scope TEXT NOT NULL, at INTEGER NOT NULL, key TEXT NOT NULL, kind TEXT NOT NULL,
  search TEXT, terms TEXT, PRIMARY KEY (list, scope, at, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX listing_row ON listing (kind, key);

CREATE TABLE list_size (
  list TEXT NOT NULL, scope TEXT NOT NULL, total INTEGER NOT NULL, PRIMARY KEY (list, scope)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER listing_made AFTER INSERT ON listing BEGIN
  INSERT INTO list_size VALUES (new.list, new.scope, 1) ON CONFLICT (list, scope) DO UPDATE SET total = total + 1;
END;
CREATE TRIGGER listing_gone AFTER DELETE ON listing BEGIN
  UPDATE list_size SET total = total - 1 WHERE list = old.list AND scope = old.scope;
END;

CREATE TABLE subscription (
  account TEXT NOT NULL, name TEXT NOT NULL, webhook TEXT NOT NULL, parent TEXT, PRIMARY KEY (account, name, webhook)
) STRICT, WITHOUT ROWID;
CREATE INDEX subscription_webhook ON subscription (webhook);

CREATE TABLE tally (
  sort TEXT NOT NULL, owner TEXT NOT NULL, value INTEGER NOT NULL, PRIMARY KEY (sort, owner)
) STRICT, WITHOUT ROWID;
CREATE TABLE once (
  sort TEXT NOT NULL, owner TEXT NOT NULL, key TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (sort, owner, key)
) STRICT;
CREATE INDEX once_at ON once (sort, at);

CREATE TABLE usage (
  account TEXT NOT NULL, day TEXT NOT NULL, channel TEXT NOT NULL, status TEXT NOT NULL, country TEXT NOT NULL,
  messages INTEGER NOT NULL, segments INTEGER NOT NULL, price INTEGER NOT NULL, active_contact_price INTEGER NOT NULL,
  PRIMARY KEY (account, day, channel, status, country)
) STRICT, WITHOUT ROWID;

CREATE TABLE work (
  kind TEXT NOT NULL, key TEXT NOT NULL, lane TEXT NOT NULL, at INTEGER NOT NULL, sequence INTEGER NOT NULL,
  failures INTEGER NOT NULL, node TEXT, token INTEGER, PRIMARY KEY (kind, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX work_free ON work (lane, at, sequence) WHERE node IS NULL;
CREATE INDEX work_held ON work (lane, node) WHERE node IS NOT NULL;

CREATE TABLE lane (
  lane TEXT NOT NULL PRIMARY KEY, kind TEXT NOT NULL, turn INTEGER NOT NULL,
  paused_until INTEGER NOT NULL DEFAULT ${never}, first_at INTEGER,
  ready_at INTEGER GENERATED ALWAYS AS (max(first_at, paused_until)) VIRTUAL
) STRICT;
CREATE INDEX lane_ready ON lane (kind, ready_at, turn);
CREATE INDEX lane_due ON lane (ready_at);
CREATE INDEX lane_first ON lane (first_at);

CREATE TABLE claim (
  account TEXT NOT NULL, key TEXT NOT NULL, token INTEGER NOT NULL, fingerprint TEXT NOT NULL, at INTEGER NOT NULL,
  reply TEXT, PRIMARY KEY (account, key)
) STRICT;
CREATE INDEX claim_at ON claim (at);

CREATE TABLE lockout (
  credential TEXT NOT NULL PRIMARY KEY, failures INTEGER NOT NULL, locks INTEGER NOT NULL, until INTEGER NOT NULL,
  last INTEGER NOT NULL
) STRICT;
CREATE INDEX lockout_last ON lockout (last);

CREATE TABLE document (
  id TEXT NOT NULL PRIMARY KEY, account TEXT NOT NULL, key TEXT NOT NULL, file_name TEXT NOT NULL,
  content_type TEXT NOT NULL, bytes BLOB NOT NULL, until INTEGER
) STRICT;
CREATE INDEX document_account ON document (account);
CREATE INDEX document_until ON document (until) WHERE until IS NOT NULL;
`
