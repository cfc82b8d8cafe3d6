import { Field } from '../../ui/field.tsx';
import { Printer, RefreshCw } from '../../ui/icons.ts';
import { Ghost, YellowKey } from '../../ui/key.tsx';
import { Seal } from '../../ui/seal.tsx';
import { useCashier, useTillState } from '../common/context.tsx';
import { PortalLink } from '../common/portal-link.tsx';
import { StatusStrip } from '../common/strip.tsx';
import { useUnfinished, Waiting } from './waiting.tsx';

type DaySideProps = {
  readonly day: string;
  readonly today: boolean;
  /** Address of the portal's settlements page; null if the host knows none. */
  readonly settlements: string | null;
  readonly onAgain: () => void;
};

/** What is still open before the end of the day, and the keys to print and reload. */
export function DaySide({ day, today, settlements, onAgain }: DaySideProps) {
  const { words } = useCashier();
  const clear = Object.values(useUnfinished()).every((count) => count === 0) || !today;
  const tone = clear ? 'paid' : 'authorised';
  const head = clear ? words.dayClear : words.dayWaits;
  const text = clear ? words.dayClearText : words.dayWaitsText;
  return (
    <Field tone={tone} className="till-right list-field" label={head}>
      <StatusStrip />
      <div className="field-body">
        <Seal tone={tone} size={120} className="state-seal" />
        <h2 className="list-word">{today ? head : words.dayPast}</h2>
        {today && <p className="state-text">{text}</p>}
        {today && <Waiting />}
        <div className="state-keys">
          <PrintDay day={day} />
          <Ghost className="ghost-tall" onPress={onAgain}>
            <RefreshCw size={20} aria-hidden="true" />
            {words.dayAgain}
          </Ghost>
          {settlements !== null && (
            <PortalLink label={words.daySettlements} address={settlements} />
          )}
        </div>
      </div>
    </Field>
  );
}

/** Prints the day on the receipt printer; without one the browser prints the page. */
function PrintDay({ day }: { readonly day: string }) {
  const { till, words } = useCashier();
  const printing = useTillState((state) => state.snapshot?.printing ?? null);
  const busy = useTillState((state) => state.running);
  const job = printing?.jobs.find(({ what }) => what === 'day') ?? null;
  const note = job?.why ? words.printWaits(words.printFaults[job.why]) : words.printing;
  const print = () =>
    printing === null ? window.print() : void till.run({ type: 'print_day', day });
  return (
    <>
      <YellowKey className="state-yellow" disabled={busy} onPress={print}>
        <Printer size={26} aria-hidden="true" />
        {words.dayPrint}
      </YellowKey>
      <p className="state-text" role="status">
        {job !== null && note}
      </p>
    </>
  );
}
