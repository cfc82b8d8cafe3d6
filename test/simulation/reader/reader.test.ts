import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readCsv } from './csv.ts';
import { decimal, nearest, taxIn } from './exact.ts';
import { readRows, rowsOfHtml, rowsOfText } from './receipt-text.ts';
import { shownAmount, shownRate } from './shown-amount.ts';
import { readXml } from './xml.ts';

/** They call the product, so that it writes what the others read. */
const CALLERS = ['papers.ts', 'service-papers.ts', 'read-world.ts'];

it('imports only types of the product, so that it cannot repeat its mistakes', () => {
  const files = readdirSync(import.meta.dirname).filter(
    (name) => /(?<!\.test)\.ts$/.test(name) && !CALLERS.includes(name),
  );
  expect(files.length).toBeGreaterThan(8);
  const found = files.flatMap((name) => {
    const text = readFileSync(`${import.meta.dirname}/${name}`, 'utf8');
    const imports = [...text.matchAll(/import (type )?[^;]*?from '([^']+)'/g)];
    return imports.flatMap(([, type, from]) =>
      type === undefined && !from?.startsWith('./') ? [`${name}: ${from}`] : [],
    );
  });
  expect(found).toEqual([]);
});

it('has exact arithmetic, rounded half away from zero', () => {
  expect([nearest(5n, 2n), nearest(-5n, 2n), nearest(4n, 3n)]).toEqual([3n, -3n, 1n]);
  expect([taxIn(12_500n, 250_000n), taxIn(-100n, 250_000n)]).toEqual([2_500n, -20n]);
  expect([decimal('-12.5', 2), decimal('0.005', 3)]).toEqual([-1_250n, 5n]);
  expect(() => decimal('1.005', 2)).toThrow('too fine');
});

it('reads amounts and rates as people do', () => {
  expect(shownAmount('kr\u00a01\u00a0234,50', 2)).toBe(123_450n);
  expect(shownAmount('\u22121,234.50 kr', 2)).toBe(-123_450n);
  expect(shownAmount('¥1,200', 0)).toBe(1_200n);
  expect(() => shownAmount('kr 12', 2)).toThrow('no decimals');
  expect([shownRate('incl. VAT 25%'), shownRate('8,1 %')]).toEqual([250_000n, 81_000n]);
});

it('reads XML and CSV on its own', () => {
  const root = readXml('<?xml version="1.0"?><a x="1"><b>1 &lt; 2</b><c/></a>');
  expect(root.inside.map(({ name, text }) => [name, text])).toEqual([
    ['b', '1 < 2'],
    ['c', ''],
  ]);
  expect(() => readXml('<a><b></a></b>')).toThrow();
  expect(readCsv('a,b\r\n"1,""x""",\'-2\r\n')).toEqual([{ a: '1,"x"', b: '-2' }]);
});

it('reads the same receipt from a text and from HTML', () => {
  const text =
    'Shop\n\nBun  kr 50.00\nTip  kr 5.00\n\nTotal  kr 55.00\nincl. VAT 25%  kr 10.00\n\nReceipt t-R1\n';
  const row = (label: string, value: string) =>
    `<div><dt><bdi>${label}</bdi></dt><dd class="amount"><bdi>${value}</bdi></dd></div>`;
  const html =
    row('Bun', 'kr 50.00') +
    row('Tip', 'kr 5.00') +
    row('Total', 'kr 55.00') +
    row('incl. VAT 25%', 'kr 10.00') +
    '<p><bdi>Receipt t-R1</bdi></p>';
  const shown = readRows(rowsOfText(text), 2);
  expect(shown).toMatchObject({ items: 5_500n, total: 5_500n, tip: 500n, number: 't-R1' });
  expect(shown.taxes).toEqual(new Map([[250_000n, 1_000n]]));
  expect(readRows(rowsOfHtml(html), 2)).toEqual(shown);
});
