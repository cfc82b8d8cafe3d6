import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openAdmin } from '../../admin/run-admin.ts';

const { folder, done, fails, stop } = openAdmin();
afterAll(stop);

const idOf = (text: string) => /customer (\w{8})/.exec(text)?.[1] ?? '';

it('creates, lists, finds, blocks and unblocks a customer', async () => {
  const id = idOf(await done('create-customer', '+47 400 00 001', '--name', 'Kari Nordmann'));
  expect(id).not.toBe('');
  expect(await fails(1, 'create-customer', '4740000001', '--name', 'Other')).toContain('already');
  expect(await fails(1, 'create-customer', '12', '--name', 'Other')).toContain('phone number');
  const line = `${id}\t4740000001\tactive\tno credit\t`;
  expect(await done('list-customers')).toContain(line);
  expect(await done('list-customers', '--text', 'nordm')).toContain(line);
  expect(await done('list-customers', '--text', 'nobody')).toBe('');
  expect(await done('block-customer', '4740000001')).toBe(`customer ${id} is blocked\n`);
  expect(await done('list-customers')).toContain(`${id}\t4740000001\tblocked`);
  expect(await done('unblock-customer', id)).toBe(`customer ${id} is active\n`);
  expect(await fails(1, 'block-customer', '4799999999')).toContain('no customer');
});

it('lists customers a page at a time', async () => {
  for (const number of ['4740000101', '4740000102', '4740000103']) {
    await done('create-customer', number, '--name', 'Paged');
  }
  const ids = (text: string) => text.split('\n').flatMap((line) => /^\w{8}(?=\t)/.exec(line) ?? []);
  const all = ids(await done('list-customers', '--text', 'Paged'));
  expect(all).toHaveLength(3);
  const first = ids(await done('list-customers', '--text', 'Paged', '--limit', '2'));
  const rest = ids(await done('list-customers', '--text', 'Paged', '--after', first.at(-1) ?? ''));
  expect([...first, ...rest]).toEqual(all);
  expect(await fails(1, 'list-customers', '--limit', '0')).toContain('limit');
});

it('invites a number, and allows and forbids credit', async () => {
  expect(await done('invite-customer', '4740000002')).toContain('may register');
  expect(await done('list-customers')).toContain('\t4740000002\tinvited\tno credit\t');
  expect(await done('allow-credit', '4740000002', 'yes')).toContain('may pay by credit');
  expect(await done('list-customers')).toContain('\t4740000002\tinvited\tcredit\t');
  expect(await fails(1, 'allow-credit', '4740000002', 'perhaps')).toContain('credit must be');
  expect(await fails(1, 'block-customer', '4740000002')).toContain('is invited');
});

it('imports a CSV file, or reports the line with an error', async () => {
  const file = join(folder, 'customers.csv');
  expect(await fails(1, 'import-customers', file)).toContain('cannot be read');
  writeFileSync(file, 'msisdn,name\n4740000201,Per\n4740000202,\n');
  expect(await fails(1, 'import-customers', file)).toContain('row 3: name must not be empty');
  writeFileSync(file, 'msisdn,name\n4740000201,Per\n4740000202,Ida\n');
  expect(await done('import-customers', file)).toBe('2 customers created, 0 were there already\n');
});

it('exports a customer to a private file, and erases a customer', async () => {
  await done('create-customer', '4740000301', '--name', 'Solveig');
  expect(JSON.parse(await done('export-customer', '4740000301'))).toMatchObject({
    customer: { msisdn: '4740000301', name: 'Solveig', status: 'active', terms: null },
    payments: [],
  });
  const out = join(folder, 'solveig.json');
  await done('export-customer', '4740000301', '--out', out);
  expect(JSON.parse(readFileSync(out, 'utf8')).customer.name).toBe('Solveig');
  expect(await fails(1, 'export-customer', '4740000301', '--out', out)).toContain('there already');
  expect(await fails(2, 'erase-customer', '4740000301')).toContain('--yes');
  expect(await done('erase-customer', '4740000301', '--yes')).toContain('is erased');
  expect(await done('list-customers', '--text', 'Solveig')).toBe('');
  expect(await fails(1, 'export-customer', '4740000301')).toContain('no customer');
});
