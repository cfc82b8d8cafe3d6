import { useState } from 'react';
import { measuresOf } from '../../../shared/format/measures.ts';
import { FinalQuestion } from '../../ui/dialog.tsx';
import { useFormat } from '../../ui/format.tsx';
import { Ghost } from '../../ui/key.tsx';
import { EmptySlot, Perforation, Slip } from '../../ui/slip.tsx';
import { usePortal, usePortalState } from '../common/context.tsx';
import { type Fact, Facts } from '../common/facts.tsx';
import { ListProblem } from '../common/ledger.tsx';
import { useLoaded } from '../common/use-loaded.ts';
import { useGoOn } from '../common/use-route.ts';
import { TillWord } from './fleet-list.tsx';
import { itemsText, offText } from './fleet-text.ts';

const EVERY = 10_000;

type FleetSlipProps = {
  readonly posId: string;
  /** The newest version of the catalogue. */
  readonly catalogue: number;
  readonly onChanged: () => void;
};

/** One till as it said last: what to do about it, and the facts. */
export function FleetSlip({ posId, catalogue, onChanged }: FleetSlipProps) {
  const { portal, words } = usePortal();
  const goOn = useGoOn();
  const { dateTime, locale } = useFormat();
  const { roughly, size } = measuresOf(locale);
  const busy = usePortalState((state) => state.busy);
  const [asking, setAsking] = useState(false);
  const text = words.fleet;
  const load = () => portal.api.tillStatus(posId);
  const { value: till, problem } = useLoaded(`till ${posId}`, load, EVERY);
  if (till === null) {
    if (problem !== null) return <ListProblem problem={problem} />;
    return <EmptySlot>{words.loading}</EmptySlot>;
  }
  const forget = async () => {
    setAsking(false);
    const gone = await portal.act(() => portal.api.tillForget(posId));
    if (gone === null) return;
    goOn({ page: 'tills', id: null });
    onChanged();
  };
  const facts: readonly Fact[] = [
    [words.id, till.pos_id],
    [text.seen, dateTime(till.last_seen)],
    [text.screen, text.screens[till.screen]],
    [text.printer, text.printers[till.printer]],
    ...(till.fiscal === undefined ? [] : [[text.fiscal, text.fiscals[till.fiscal]] as const]),
    ...numberFact(text.attentions.closes, till.close_waiting),
    ...numberFact(text.attentions.receipts, till.receipts_refused),
    [text.bills, String(till.open_bills)],
    [text.unsent, String(till.unsent)],
    [text.catalogue, itemsText(till, catalogue, text)],
    [text.program, till.version],
    [text.clock, offText(till.clock_ahead, roughly, text) ?? text.clockRight],
    [text.disk, till.disk_free_bytes === null ? text.unknown : size(till.disk_free_bytes)],
    [text.journal, size(till.journal_bytes)],
  ];
  return (
    <>
      <Slip className="portal-slip" label={till.name}>
        <h2>
          <bdi>{till.name}</bdi>
        </h2>
        <p>
          <TillWord till={till} />
        </p>
        {till.attention.map((one) => (
          <p key={one}>{text.advice[one]}</p>
        ))}
        <Perforation />
        <Facts facts={facts} />
      </Slip>
      <div className="portal-acts">
        <Ghost disabled={busy} onPress={() => setAsking(true)}>
          {text.forget}
        </Ghost>
      </div>
      {asking && (
        <FinalQuestion
          head={text.forgetHead(till.name)}
          text={text.forgetText}
          keep={words.notNow}
          act={text.forget}
          onKeep={() => setAsking(false)}
          onAct={() => void forget()}
        />
      )}
    </>
  );
}

/** A fact that only some tills have. */
const numberFact = (name: string, value: number | undefined) =>
  value === undefined ? [] : [[name, String(value)] as const];
