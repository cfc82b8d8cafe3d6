import { paperLanguage } from '../../../shared/catalogue/language.ts';
import type { TillSettings } from '../../../shared/device/bridge/contract.ts';
import type { DayPage } from '../../../shared/device/commands/staff.ts';
import {
  type DocumentContent,
  type WrittenContent,
  written,
} from '../../../shared/documents/content.ts';
import { dayContent, dayReport } from '../../../shared/documents/day.ts';
import type { Letters } from '../../../shared/documents/letters.ts';
import { type ReportPage, reportContent } from '../../../shared/documents/report.ts';
import type { DocumentShop } from '../../../shared/documents/shop.ts';
import { paperFormat, paperShop, paperText } from './paper-text.ts';

/** An X or a Z report on paper. */
export const reportPaper = (page: ReportPage, settings: TillSettings): WrittenContent =>
  onPaper(settings, (shop, letters) => reportContent(page, shop, letters));

/** The report of a day on paper. */
export const dayPaper = (page: DayPage, settings: TillSettings): WrittenContent =>
  onPaper(settings, (shop, letters) => dayContent(dayReport(page, settings), shop, letters));

function onPaper(
  settings: TillSettings,
  content: (shop: DocumentShop, letters: Letters) => DocumentContent,
): WrittenContent {
  const { organisationNumber } = settings.shop;
  const format = paperFormat(settings);
  const letters = { language: paperLanguage(settings.language), format, text: paperText };
  return written(content({ ...paperShop(settings), organisationNumber }, letters), format);
}
