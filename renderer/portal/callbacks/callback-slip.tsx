import type { PortalCallback, PortalDelivery } from '../../../shared/portal/contract.ts';
import type { Tone } from '../../state/tone.ts';
import { useFormat } from '../../ui/format.tsx';
import { Ghost } from '../../ui/key.tsx';
import { Seal } from '../../ui/seal.tsx';
import { EmptySlot, Perforation, Slip } from '../../ui/slip.tsx';
import { usePortal, usePortalState } from '../common/context.tsx';
import { ListProblem } from '../common/ledger.tsx';
import { useLoaded } from '../common/use-loaded.ts';

const EVERY = 3_000;

type CallbackSlipProps = { readonly id: string; readonly onChanged: () => void };

/** One callback: its address, every attempt, and the key to send it again. */
export function CallbackSlip({ id, onChanged }: CallbackSlipProps) {
  const { portal, words } = usePortal();
  const format = useFormat();
  const busy = usePortalState((state) => state.busy);
  const { value, problem, reload } = useLoaded(
    `callback ${id}`,
    () => portal.api.callback(id),
    EVERY,
  );
  if (value === null) {
    if (problem !== null) return <ListProblem problem={problem} />;
    return <EmptySlot>{words.loading}</EmptySlot>;
  }
  const resend = async () => {
    await portal.act(() => portal.api.resend(id));
    reload();
    onChanged();
  };
  return (
    <>
      <Slip className="portal-slip" torn={value.state !== 'open'} label={value.event}>
        <div className="portal-slip-head">
          <h2>
            <DeliveryWord state={value.state} />
          </h2>
        </div>
        <p className="mono callback-event">{value.event}</p>
        <Perforation />
        <Attempts of={value} />
        <Perforation />
        <dl className="slip-facts portal-facts">
          <dt>{words.callbackTo}</dt>
          <dd className="mono">{value.uri}</dd>
          <dt>{words.about}</dt>
          <dd className="mono">{value.resource}</dd>
          <dt>{words.happened}</dt>
          <dd>{format.dateTime(value.created)}</dd>
          {value.answer !== null && (
            <>
              <dt>{words.scanAnswer}</dt>
              <dd>{value.answer}</dd>
            </>
          )}
          <dt>{words.messageId}</dt>
          <dd className="mono">{value.id}</dd>
        </dl>
      </Slip>
      <div className="portal-acts">
        <Ghost disabled={busy} onPress={() => void resend()}>
          {words.resend}
        </Ghost>
      </div>
    </>
  );
}

function Attempts({ of }: { readonly of: PortalCallback }) {
  const { words } = usePortal();
  const format = useFormat();
  if (of.tries.length === 0) return <p className="portal-quiet">{words.noAttempts}</p>;
  return (
    <ol className="attempts" aria-label={words.attempts}>
      {of.tries.map((one) => (
        <li key={one.at}>
          <time dateTime={new Date(one.at).toISOString()}>{format.dateTime(one.at)}</time>
          <span>
            {one.problem ?? words.answered(one.status ?? 0)}
            <small>{words.took(Math.round(one.duration))}</small>
          </span>
        </li>
      ))}
      {of.due !== null && (
        <li className="portal-quiet">{words.nextTry(format.dateTime(of.due))}</li>
      )}
    </ol>
  );
}

type State = PortalDelivery['state'];

const TONES: Readonly<Record<State, Tone>> = {
  delivered: 'paid',
  open: 'waiting',
  given_up: 'declined',
  gone: 'aborted',
};

/** Whether a callback was delivered: a shape and its word. */
export function DeliveryWord({ state }: { readonly state: State }) {
  const { words } = usePortal();
  return (
    <span className={`stage-word mark-word tone-${TONES[state]}`}>
      <Seal tone={TONES[state]} size={24} />
      {words.deliveries[state]}
    </span>
  );
}
