import type { TenderKind } from '../../state/mode/mode.ts';
import { Banknote, Wallet } from '../../ui/icons.ts';
import { Ghost, Key } from '../../ui/key.tsx';
import { useCashier } from '../common/context.tsx';
import { useNotOffered, useOtherNames } from './use-asked.ts';

type Offered = { readonly kind: TenderKind; readonly word: string };

/** The payments that the till can take now without a phone. */
export function useOfferedTenders(): readonly Offered[] {
  const { words } = useCashier();
  const names = useOtherNames();
  if (useNotOffered() !== null) return [];
  const cash = { kind: 'cash', word: words.payCash } as const;
  const other = { kind: 'other', word: words.payOther } as const;
  return names.length > 0 ? [cash, other] : [cash];
}

const ICONS = { cash: Banknote, other: Wallet } as const;

/** The keys "Cash" and "Other" of the deck. */
export function TenderMethods({ off }: { readonly off: boolean }) {
  const { till } = useCashier();
  return useOfferedTenders().map(({ kind, word }) => {
    const Icon = ICONS[kind];
    return (
      <Key key={kind} className="key-fn" disabled={off} onPress={() => till.tenders.ask(kind)}>
        <Icon size={24} aria-hidden="true" />
        {word}
      </Key>
    );
  });
}

/** The same keys on the field of a sale that ended without a payment. */
export function TenderGhosts(props: {
  readonly busy: boolean;
  readonly onPress: (kind: TenderKind) => void;
}) {
  const offered = useOfferedTenders();
  if (offered.length === 0) return null;
  return (
    <div className="state-ghosts">
      {offered.map(({ kind, word }) => {
        const Icon = ICONS[kind];
        return (
          <Ghost
            key={kind}
            className="ghost-tall"
            disabled={props.busy}
            onPress={() => props.onPress(kind)}
          >
            <Icon size={22} aria-hidden="true" />
            {word}
          </Ghost>
        );
      })}
    </div>
  );
}
