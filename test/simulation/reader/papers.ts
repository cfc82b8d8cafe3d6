import { bookedSlip } from '../../../main/host/receipts/booked-slip.ts';
import { draftOf } from '../../../main/host/receipts/draft.ts';
import { reportPaper as paperOf } from '../../../main/host/receipts/report-paper.ts';
import { receiptMail } from '../../../service/receipts/mail.ts';
import { shownReceipt } from '../../../service/receipts/shown.ts';
import type { BookEntry } from '../../../shared/books/entry.ts';
import { accountRows } from '../../../shared/books/export/accounts.ts';
import { cashRegisterFile } from '../../../shared/books/export/cash-register-file.ts';
import { accountTable, receiptTable } from '../../../shared/books/export/tables.ts';
import { csvFile } from '../../../shared/csv/write.ts';
import type { TillSettings } from '../../../shared/device/bridge/contract.ts';
import { receiptLines } from '../../../shared/documents/layout.ts';
import type { ReportPage } from '../../../shared/documents/report.ts';
import { receiptDocument } from '../../../shared/protocol/receipt.ts';
import { type Row, rowsOfHtml, rowsOfText } from './receipt-text.ts';

/*
 * What the product writes of a till's books, as files and texts. This is the only file of the reader that calls the product;
 * the others read what it wrote.
 */

/** A receipt on each way to its customer. */
export type Papers = Readonly<Record<'paper' | 'text' | 'html', readonly Row[]>>;

/** The receipt of an entry; null for one that is none, or that the service would refuse. */
export function receiptPapers(line: string, settings: TillSettings): Papers | null {
  const entry: BookEntry = JSON.parse(line);
  const draft = draftOf(entry, settings, { mark: null, refunds: null });
  const slip = bookedSlip(entry, settings, { kind: 'original' });
  if (draft === null || slip === null) return null;
  // As it comes to the service.
  const document = receiptDocument.parse(JSON.parse(JSON.stringify(draft)));
  const record = { name: 'Shop', details: { organizationId: null } } as Parameters<
    typeof shownReceipt
  >[1]['record'];
  const mail = receiptMail(
    shownReceipt(document, { record, texts: {} }),
    { hash: 'h', id: 'i', address: 'a@example.org' },
    'http://receipt.test/r/1',
  );
  return {
    paper: receiptLines(slip).flatMap((row): Row[] =>
      row.kind === 'pair'
        ? [{ label: row.left, value: row.right }]
        : row.kind === 'text'
          ? [{ label: row.text, value: '' }]
          : [],
    ),
    text: rowsOfText(mail.text),
    html: rowsOfHtml(mail.html),
  };
}

/** An X or a Z report on paper, section by section. */
export const reportPaper = (page: ReportPage, settings: TillSettings) => paperOf(page, settings);

/** The exports of the books for accountants and authorities. */
export function exportsOf(lines: readonly string[], settings: TillSettings, now: number) {
  const entries = lines.map((line): BookEntry => JSON.parse(line));
  const days = entries.map(({ day }) => day).sort();
  const { currency } = settings;
  const file = cashRegisterFile(entries, {
    company: { organisation: '999999999', name: settings.shop.name },
    ...{ from: days[0] ?? '', to: days.at(-1) ?? '', timeZone: 'UTC', created: now },
    software: { name: 'Tillkit', version: '1' },
  });
  return {
    saft: file.ok ? [...file.value].join('') : null,
    accounts: csvFile(accountTable(accountRows(entries), currency)),
    receipts: csvFile(receiptTable(entries, entries, { currency, timeZone: 'UTC' })),
  };
}
