import type { SettlementAccountStore } from '../store.ts';
import { type ACCOUNT_SQL, accountOf } from './merchant-tables.ts';
import type { NamedStatements } from './named-statements.ts';

export function createSettlementAccountStore(
  sql: NamedStatements<keyof typeof ACCOUNT_SQL>,
): SettlementAccountStore {
  return {
    async read(merchantId, id) {
      const row = await sql.get('read', merchantId, id);
      return row === undefined ? null : accountOf(row);
    },
    async ofMerchant(merchantId) {
      return (await sql.all('ofMerchant', merchantId)).map(accountOf);
    },
    async update(merchantId, id, { payoutAccount, frequency }) {
      const row = [payoutAccount, frequency, merchantId, id];
      return (await sql.run(merchantId, 'update', ...row)) === 1;
    },
    async everyMerchants(after, limit) {
      return (await sql.all('everyMerchants', after ?? '', limit)).map(accountOf);
    },
  };
}
