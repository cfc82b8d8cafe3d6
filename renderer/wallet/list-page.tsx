import { money } from '../../shared/money/money.ts';
import type { WalletRequest } from '../../shared/wallet/contract.ts';
import { Amount } from '../ui/amount.tsx';
import { Announcer } from '../ui/announcer.tsx';
import { Ghost } from '../ui/key.tsx';
import { Seal } from '../ui/seal.tsx';
import { timeOfDay } from '../ui/times.ts';
import { useWallet, useWalletState } from './context.tsx';
import { stageWord } from './say-stage.ts';
import { stageOf, stageTone } from './stage.ts';
import { goTo } from './use-route.ts';
import { WalletHead } from './wallet-head.tsx';
import { WalletProblem } from './wallet-problem.tsx';

/** Everything of this customer: what waits for a decision first, then what became of the rest. */
export function ListPage() {
  const { wallet, words } = useWallet();
  const items = useWalletState((state) => state.items) ?? [];
  const open = items.filter((item) => item.status === 'pending');
  const rest = items.filter((item) => item.status !== 'pending');
  return (
    <main className="wallet wallet-list">
      <WalletHead />
      <WalletProblem />
      <Asked />
      <Section head={words.open} empty={words.openEmpty} items={open} />
      <Section head={words.receipts} empty={words.receiptsEmpty} items={rest} />
      <div className="wallet-foot">
        <Ghost onPress={() => goTo(wallet, { kind: 'profile' })}>{words.details}</Ghost>
        <Ghost onPress={() => void wallet.signOut()}>{words.signOut}</Ghost>
      </div>
      <Announcer polite={open.length > 0 ? `${words.open}: ${open.length}` : ''} assertive="" />
    </main>
  );
}

/** What shops want to know; nothing where none of them asks. */
function Asked() {
  const { wallet, words } = useWallet();
  const permissions = useWalletState((state) => state.permissions);
  const open = permissions.filter((one) => one.status === 'pending');
  if (open.length === 0) return null;
  return (
    <section className="wallet-section">
      <h1>{words.asked}</h1>
      <ul>
        {open.map((one) => (
          <li key={one.rid}>
            <button
              type="button"
              className="wallet-row"
              onClick={() => goTo(wallet, { kind: 'permission', rid: one.rid })}
            >
              <span className="wallet-row-words">
                <strong>{one.merchant}</strong>
                <span>{one.text ?? words.wordOpen}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

type SectionProps = {
  readonly head: string;
  readonly empty: string;
  readonly items: readonly WalletRequest[];
};

function Section({ head, empty, items }: SectionProps) {
  return (
    <section className="wallet-section">
      <h1>{head}</h1>
      {items.length === 0 && <p className="wallet-empty">{empty}</p>}
      <ul>
        {items.map((item) => (
          <li key={item.tid}>
            <Row request={item} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Row({ request }: { readonly request: WalletRequest }) {
  const { wallet, words, locale } = useWallet();
  const stage = stageOf(request);
  return (
    <button
      type="button"
      className={`wallet-row tone-${stageTone(stage)}`}
      onClick={() => goTo(wallet, { kind: 'request', tid: request.tid })}
    >
      <span className="mark">
        <Seal tone={stageTone(stage)} size={32} />
      </span>
      <span className="wallet-row-words">
        <strong>{request.merchant}</strong>
        <span>
          {timeOfDay(request.modified, locale)} ·{' '}
          <span className="mark-word">{stageWord(stage, words)}</span>
        </span>
      </span>
      <span className="wallet-row-amount">
        <Amount
          amount={money(request.amount + request.additional_amount)}
          currency={request.currency}
          locale={locale}
        />
      </span>
    </button>
  );
}
