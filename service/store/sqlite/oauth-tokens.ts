import type { StatementSync } from 'node:sqlite';
import type { OauthStore } from '../oauth-store.ts';
import { type TOKEN_SQL, tokenOf } from '../sql/oauth-tokens.ts';

export function createTokenReads(
  sql: Readonly<Record<keyof typeof TOKEN_SQL, StatementSync>>,
): Pick<OauthStore, 'token'> {
  return {
    async token(hash, kind, now) {
      const row = sql.token.get(hash, kind, now);
      return row === undefined ? null : tokenOf(row);
    },
  };
}
