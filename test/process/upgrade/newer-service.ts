import { POSTGRES_MIGRATIONS } from '../../../service/store/postgres/migrations/index.ts';
import type { SharedMigration } from '../../../service/store/postgres/versions.ts';
import { STEPS_AFTER } from './versions.ts';

/*
 * The service as a later version of it would be: with this number of steps after those of the product.
 * The product has no option for that.
 */

const count = Number(process.env[STEPS_AFTER] ?? '0');
const steps = POSTGRES_MIGRATIONS as SharedMigration[];
const last = steps.length;
for (let added = 1; added <= count; added += 1) {
  const number = last + added;
  // Some tables are among those of which the service reads every column.
  const up = `CREATE TABLE added_${number} (id TEXT PRIMARY KEY, tid TEXT);
    ALTER TABLE payment ADD COLUMN added_${number} TEXT;
    ALTER TABLE transaction_log ADD COLUMN added_${number} TEXT NOT NULL DEFAULT 'none';
    CREATE INDEX payment_by_added_${number} ON payment (added_${number})`;
  steps.push({ number, name: `added ${number}`, up, oldest: number - 1 });
}

await import('../../../service/app/cli.ts');
