import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { startTerminal } from '../../../../main/host/terminal/start-terminal.ts';
import { newQuickFolder } from '../../../support/quick-folder.ts';
import { createRegister } from '../../../support/register.ts';
import type { TestService } from '../../../support/service.ts';
import { goods } from '../../../till/bills-world.ts';

/** A headless till of the service in this process, and a register that calls it; `more` are members of its configuration. */
export async function startHeadlessTill(
  { ready, users }: Pick<TestService, 'ready' | 'users'>,
  {
    refunds = null,
    url = ready.base_url,
    more = {},
    folder = newQuickFolder('tillkit-headless-'),
  }: HeadlessOptions = {},
) {
  const reports: string[] = [];
  const refundKey = ready.users.find(({ id }) => id === 'admin')?.private_key_pem ?? '';
  const running = await startTerminal(
    {
      data: 'data',
      service: {
        kind: 'remote',
        url,
        merchant: ready.merchant.id,
        user: 'pos',
        secret: { env: 'TILL_SECRET' },
      },
      pos_id: ready.pos[0]?.id ?? '',
      till_api: { port: 0 },
      refunds: refunds && { ...refunds, user: 'admin', private_key: { env: 'REFUND_KEY' } },
      ...more,
    },
    {
      folder,
      env: { TILL_SECRET: users.pos.secret, REFUND_KEY: refundKey },
      report: (sentence) => reports.push(sentence),
    },
  );
  onTestFinished(() => running.stop());
  const register = createRegister({ tokenFile: running.ready.token_file });
  const books = join(folder, 'data', 'books');
  return {
    register,
    reports: reports as readonly string[],
    folder,
    stop: running.stop,
    order: (bill: string, price: number) =>
      register.bill(bill, {
        id: `open-${bill}`,
        version: 0,
        act: { act: 'open', name: bill, lines: [goods('Bread', price)] },
      }),
    pay: (bill: string, id: string, version: number, amount: number, how: object = CASH) =>
      register.pay(bill, { id, version, amount, method: how }),
    /** The facts of this kind in the books. */
    facts: (kind: string) =>
      readdirSync(books)
        .flatMap((file) => readFileSync(join(books, file), 'utf8').split('\n'))
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line).fact)
        .filter((fact) => fact.kind === kind),
  };
}

type HeadlessOptions = {
  readonly refunds?: { readonly ceiling: number } | null;
  /** Where it looks for its service. */
  readonly url?: string;
  readonly more?: object;
  /** The folder of an earlier run; a new one when left out. */
  readonly folder?: string;
};

const CASH = { kind: 'cash' };
