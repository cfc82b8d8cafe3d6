import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { openReceiptCodes, receiptCodes } from '../../../../main/host/books/receipt-codes.ts';
import { receiptCodeIn } from '../../../../shared/device/receipts/receipt-code.ts';

const KEY = Buffer.alloc(32, 1);
const till = fc.stringMatching(/^[\w.-]{1,20}$/);
const number = fc.integer({ min: 1, max: 999_999_999 });

it('gives the number of the own till’s receipt, alone and at the end of a link', () => {
  fc.assert(
    fc.property(till, number, (name, receipt) => {
      const codes = receiptCodes(name, KEY);
      const code = codes.codeOf(receipt);
      expect(receiptCodeIn(code)).toBe(code);
      expect(receiptCodeIn(`https://pay.example/r/${code}`)).toBe(code);
      expect(codes.read(code)).toBe(receipt);
    }),
  );
});

it('says nothing about the receipt of another till, of another shop, or of a code with another letter', () => {
  fc.assert(
    fc.property(till, number, fc.nat(), (name, receipt, place) => {
      const codes = receiptCodes(name, KEY);
      const code = codes.codeOf(receipt);
      expect(receiptCodes(`${name}x`, KEY).read(code)).toBe(null);
      expect(receiptCodes(name, Buffer.alloc(32, 2)).read(code)).toBe(null);
      const at = place % code.length;
      const other = code[at] === '7' ? '8' : '7';
      const changed = `${code.slice(0, at)}${other}${code.slice(at + 1)}`;
      expect(codes.read(changed)).toBe(null);
    }),
  );
});

it('keeps its key, and makes another one beside a damaged file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tillkit-codes-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const first = (await openReceiptCodes(folder, 'till1')).codeOf(1);
  expect((await openReceiptCodes(folder, 'till1')).codeOf(1)).toBe(first);
  writeFileSync(join(folder, 'receipt-key.json'), '{');
  expect((await openReceiptCodes(folder, 'till1')).codeOf(1)).not.toBe(first);
  expect(readdirSync(folder).sort()).toEqual(['receipt-key.json', 'receipt-key.json.broken']);
});
