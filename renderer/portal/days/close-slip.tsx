import { useState } from 'react';
import { screenLetters } from '../../../shared/documents/letters.ts';
import { reportContent } from '../../../shared/documents/report.ts';
import type { PortalPeriod } from '../../../shared/portal/days.ts';
import { FinalQuestion } from '../../ui/dialog.tsx';
import { DocumentSlip } from '../../ui/document-slip.tsx';
import { useFormat } from '../../ui/format.tsx';
import { Ghost } from '../../ui/key.tsx';
import { usePortal, usePortalState, useRight } from '../common/context.tsx';
import { type Fact, Facts } from '../common/facts.tsx';
import { Input } from '../common/form.tsx';
import { useGoOn } from '../common/use-route.ts';

type PeriodProps = { readonly period: PortalPeriod };

/** A Z report as the till handed it over, with every row that it has at the till. */
export function CloseSlip({ period, onChanged }: PeriodProps & { readonly onChanged: () => void }) {
  const { language } = usePortal();
  const merchant = usePortalState((state) => state.me?.user?.merchant ?? '');
  const format = useFormat();
  const mayPutAside = useRight('days_aside');
  const { report, number, closed: at, by, approved_by: approvedBy, unsigned } = period;
  const page = {
    report,
    number,
    closed: { at, by, approvedBy },
    ...(unsigned === null ? {} : { unsigned }),
  };
  // The page is the shop's own, so its address is not on it.
  const shop = { name: merchant, address: null, organisationNumber: null };
  return (
    <>
      <DocumentSlip
        className="portal-slip"
        content={reportContent(page, shop, screenLetters(language, format))}
        closed
      />
      <CloseFacts period={period} />
      {mayPutAside && <Aside period={period} onChanged={onChanged} />}
    </>
  );
}

/** A report that is not the till's stands in the way of the till's own. Only the shop knows which one is right. */
function Aside({ period, onChanged }: PeriodProps & { readonly onChanged: () => void }) {
  const { portal, words } = usePortal();
  const { aside } = words.closes;
  const goOn = useGoOn();
  const busy = usePortalState((state) => state.busy);
  const [reason, setReason] = useState('');
  const [asking, setAsking] = useState(false);
  const putAside = async () => {
    if (busy) return;
    setAsking(false);
    const done = await portal.act(() => portal.api.periodAside(period, reason.trim()));
    if (done !== null) goOn({ page: 'days', id: null });
    onChanged();
  };
  return (
    <div className="portal-acts">
      <div className="portal-apart">
        <Input
          label={aside.reason}
          hint={aside.reasonHint}
          name="reason"
          value={reason}
          onChange={setReason}
        />
        <Ghost disabled={busy || reason.trim() === ''} onPress={() => setAsking(true)}>
          {aside.act}
        </Ghost>
      </div>
      {asking && (
        <FinalQuestion
          head={aside.head}
          text={aside.text}
          keep={aside.keep}
          act={aside.act}
          onKeep={() => setAsking(false)}
          onAct={() => void putAside()}
        />
      )}
    </div>
  );
}

/** What the service says of the report, which is no part of it. */
function CloseFacts({ period }: PeriodProps) {
  const { closes } = usePortal().words;
  const facts: readonly Fact[] = [
    [closes.rows, period.folded ? closes.folded : null],
    [closes.state, period.signed ? closes.signed : closes.unsigned],
  ];
  return <Facts facts={facts} />;
}
