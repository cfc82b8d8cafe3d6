import { openSales } from '../state/pick.ts';
import { Field } from '../ui/field.tsx';
import { ExternalLink, Printer, RefreshCw } from '../ui/icons.ts';
import { Ghost, YellowKey } from '../ui/key.tsx';
import { Seal } from '../ui/seal.tsx';
import { useShop, useTillState, useTools } from './context.tsx';
import { StatusStrip } from './strip.tsx';

type DaySideProps = {
  readonly day: string;
  readonly today: boolean;
  /** Page of the settlements; null where none is known. */
  readonly settlements: string | null;
  readonly onAgain: () => void;
};

/** What has to be seen to before the day is closed, and what to do with it then. */
export function DaySide({ day, today, settlements, onAgain }: DaySideProps) {
  const { words } = useTools();
  const { view } = useShop();
  const waits = openSales(view).length + view.unclaimed.length + refundsUnderWay(view).length;
  const clear = !today || waits === 0;
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
          {settlements !== null && <Settlements address={settlements} />}
        </div>
      </div>
    </Field>
  );
}

/** On the receipt printer, or by the screen's own printing where none is set up. */
function PrintDay({ day }: { readonly day: string }) {
  const { till, words } = useTools();
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

/** What is not decided: each a key to where it is. */
function Waiting() {
  const { till, words } = useTools();
  const { view } = useShop();
  const open = openSales(view).length;
  const refunds = refundsUnderWay(view).length;
  return (
    <div className="day-waits">
      {open > 0 && <Ghost onPress={() => till.show('sales')}>{words.dayOpenSales(open)}</Ghost>}
      {view.unclaimed.length > 0 && (
        <Ghost onPress={() => till.show('unclaimed')}>
          {words.dayUnclaimed(view.unclaimed.length)}
        </Ghost>
      )}
      {refunds > 0 && <Ghost onPress={() => till.show('sales')}>{words.dayRefunds(refunds)}</Ghost>}
    </div>
  );
}

/** A page of the portal opens in a browser; Electron opens none, and shows where it is. */
function Settlements({ address }: { readonly address: string }) {
  const { words } = useTools();
  return (
    <p className="day-link">
      <a className="link" href={address} target="_blank" rel="noreferrer">
        <ExternalLink size={18} aria-hidden="true" />
        {words.daySettlements}
      </a>
      <span className="mono">{address.replace(/\/$/, '')}</span>
    </p>
  );
}

function refundsUnderWay({ refunds }: ReturnType<typeof useShop>['view']) {
  return refunds.filter(({ state }) => state === 'under_way');
}
