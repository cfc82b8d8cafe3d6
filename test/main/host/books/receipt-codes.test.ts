import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import {
  type CodedEntry,
  openReceiptCodes,
  receiptCodes,
} from '../../../../main/host/books/receipt-codes.ts';
import { MACHINE_PORTS } from '../../../../main/host/till/ports.ts';
import { receiptCodeIn } from '../../../../shared/device/receipts/receipt-code.ts';
import { entryOfCommand, receiptOfTender } from '../../../../shared/ids/host-ids.ts';
import { readReceiptCode } from '../../../../shared/protocol/receipt-code.ts';

const KEY = Buffer.alloc(32, 1);
const till = fc.stringMatching(/^[\w.-]{1,20}$/);
const entry = fc.record({
  receipt: fc.integer({ min: 1, max: 999_999_999 }),
  fact: fc.record({ id: fc.string().map(entryOfCommand), at: fc.nat() }),
});

it('names the till and the number, alone and at the end of a link, and is the code of its entry', () => {
  fc.assert(
    fc.property(till, entry, (name, one) => {
      const codes = receiptCodes(name, KEY);
      const code = codes.codeOf(one);
      expect(receiptCodeIn(code)).toBe(code);
      expect(receiptCodeIn(`https://pay.example/r/${encodeURIComponent(code)}`)).toBe(code);
      expect(readReceiptCode(code)).toEqual({ posId: name, number: one.receipt });
      expect(codes.isOf(one, code)).toBe(true);
    }),
  );
});

it('is no code of another entry of its number, of another till or shop, or with another letter', () => {
  fc.assert(
    fc.property(till, entry, entry, fc.nat(), (name, one, { fact }, place) => {
      const codes = receiptCodes(name, KEY);
      const code = codes.codeOf(one);
      fc.pre(fact.id !== one.fact.id || fact.at !== one.fact.at);
      expect(codes.isOf({ ...one, fact }, code)).toBe(false);
      expect(receiptCodes(`${name}x`, KEY).isOf(one, code)).toBe(false);
      expect(receiptCodes(name, Buffer.alloc(32, 2)).isOf(one, code)).toBe(false);
      const at = place % code.length;
      const other = code[at] === '7' ? '8' : '7';
      expect(codes.isOf(one, `${code.slice(0, at)}${other}${code.slice(at + 1)}`)).toBe(false);
    }),
  );
});

it('keeps its key, and makes another one beside a damaged file', async () => {
  const folder = directory();
  const one: CodedEntry = { receipt: 5, fact: { id: receiptOfTender('tender:a'), at: 1_000_000 } };
  const first = openReceiptCodes(folder, 'till1', MACHINE_PORTS).codeOf(one);
  expect(openReceiptCodes(folder, 'till1', MACHINE_PORTS).codeOf(one)).toBe(first);
  writeFileSync(join(folder, 'receipt-key.json'), '{');
  expect(openReceiptCodes(folder, 'till1', MACHINE_PORTS).codeOf(one)).not.toBe(first);
  expect(readdirSync(folder).sort()).toEqual(['receipt-key.json', 'receipt-key.json.broken']);
});

function directory(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tillkit-codes-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
