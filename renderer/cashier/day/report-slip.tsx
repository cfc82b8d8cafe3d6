import type { DayPage } from '../../../shared/device/commands/staff.ts';
import { dayContent, dayReport } from '../../../shared/documents/day.ts';
import { screenLetters } from '../../../shared/documents/letters.ts';
import { type ReportPage, reportContent } from '../../../shared/documents/report.ts';
import { DocumentSlip } from '../../ui/document-slip.tsx';
import { useFormat } from '../../ui/format.tsx';
import { useCashier, useShop } from '../common/context.tsx';

/** The slip of an X or a Z report. A Z report is torn off. */
export function ReportSlip({ page }: { readonly page: ReportPage }) {
  const { language } = useCashier();
  const { settings } = useShop();
  const letters = screenLetters(language, useFormat());
  return (
    <DocumentSlip
      className="report-slip"
      content={reportContent(page, settings.shop, letters)}
      closed={page.closed !== null}
    />
  );
}

type DaySlipProps = {
  readonly page: DayPage;
  /** True when the day is over: the slip is drawn torn off. */
  readonly closed: boolean;
};

/** The slip of a day's payments. */
export function DaySlip({ page, closed }: DaySlipProps) {
  const { language } = useCashier();
  const { settings } = useShop();
  const letters = screenLetters(language, useFormat());
  return (
    <DocumentSlip
      className="day-slip"
      content={dayContent(dayReport(page, settings), settings.shop, letters)}
      closed={closed}
    />
  );
}
