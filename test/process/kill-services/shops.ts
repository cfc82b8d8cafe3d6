import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Shop } from './ask.ts';

const ADMIN = fileURLToPath(new URL('../../../service/app/admin/cli.ts', import.meta.url));

/** The demo's shop; every service prints its secret in the ready line. */
export const demoShop: Shop = (ready) => {
  const secret = ready.users.find((user) => user.id === 'pos')?.secret ?? '';
  return { merchantId: ready.merchant.id, userId: 'pos', secret };
};

/** The demo's second merchant. */
export const otherShop: Shop = ({ other_merchant: { id, users } }) => {
  const { id: userId = '', secret = '' } = users[0] ?? {};
  return { merchantId: id, userId, secret };
};

/**
 * This many shops: the demo's, and others that the operator's command makes. No service may be running on
 * the data that `args` names.
 */
export async function openShops(
  count: number,
  args: readonly string[],
): Promise<readonly [Shop, ...Shop[]]> {
  const others: Shop[] = [];
  for (let number = 2; number <= count; number += 1) {
    const merchantId = `fire-${number}`;
    await admin('create-merchant', '--id', merchantId, '--name', `Shop ${number}`, ...args);
    const said = await admin('create-user', merchantId, '--id', 'till', ...args);
    const secret = /^secret (\S+)$/m.exec(said)?.[1] ?? '';
    others.push(() => ({ merchantId, userId: 'till', secret }));
  }
  return [demoShop, ...others];
}

async function admin(...words: readonly string[]): Promise<string> {
  return (await promisify(execFile)(process.execPath, [ADMIN, ...words])).stdout;
}
