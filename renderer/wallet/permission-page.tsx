import { useState } from 'react';
import type { WalletPermission } from '../../shared/wallet/contract.ts';
import type { WalletProfile } from '../../shared/wallet/profile.ts';
import { showMsisdn } from '../state/phone.ts';
import { Announcer } from '../ui/announcer.tsx';
import { useFormat } from '../ui/format.tsx';
import { Check } from '../ui/icons.ts';
import { Ghost, YellowKey } from '../ui/key.tsx';
import { Seal } from '../ui/seal.tsx';
import { Slip } from '../ui/slip.tsx';
import { useWallet, useWalletState } from './context.tsx';
import { grantedScope, listed, partName, sharedParts } from './scope-words.ts';
import { DoneKey, WalletHead } from './wallet-head.tsx';
import { WalletProblem } from './wallet-problem.tsx';

/** A shop's request for data, and which parts the customer shares. */
export function PermissionPage({ permission }: { readonly permission: WalletPermission }) {
  return permission.status === 'pending' ? (
    <Asking key={permission.rid} permission={permission} />
  ) : (
    <Answered permission={permission} />
  );
}

function Asking({ permission }: { readonly permission: WalletPermission }) {
  const { wallet, words } = useWallet();
  const format = useFormat();
  const busy = useWalletState((state) => state.act === 'sending');
  const parts = sharedParts(permission.scope);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(parts));
  const sharing = parts.filter((part) => chosen.has(part));
  const turn = (part: string) => {
    const next = new Set(chosen);
    if (!next.delete(part)) next.add(part);
    setChosen(next);
  };
  const share = () => void wallet.share(permission, grantedScope(permission.scope, chosen));
  return (
    <main className="wallet">
      <WalletHead />
      <div className="wallet-section consent-head">
        <h1>{words.shareHead(permission.merchant)}</h1>
        {permission.text !== null && (
          <p>
            <bdi>{permission.text}</bdi>
          </p>
        )}
      </div>
      <Slip className="wallet-slip consent-slip" label={words.shareHead(permission.merchant)}>
        {parts.length === 0 && <p>{words.shareNothing}</p>}
        <ul className="consent">
          {parts.map((part) => (
            <li key={part}>
              <Part part={part} on={chosen.has(part)} onTurn={() => turn(part)} />
            </li>
          ))}
        </ul>
      </Slip>
      <WalletProblem />
      <div className="wallet-foot">
        <YellowKey disabled={busy || (parts.length > 0 && sharing.length === 0)} onPress={share}>
          {sharing.length === 0
            ? words.shareRecognised
            : words.shareParts(listed(sharing, words, format.locale))}
        </YellowKey>
        <Ghost
          className="ghost-tall"
          disabled={busy}
          onPress={() => void wallet.decline(permission)}
        >
          {words.shareNot}
        </Ghost>
      </div>
    </main>
  );
}

type PartProps = { readonly part: string; readonly on: boolean; readonly onTurn: () => void };

/** One requested part, with its value if the wallet knows it. */
function Part({ part, on, onTurn }: PartProps) {
  const { words } = useWallet();
  const customer = useWalletState((state) => state.me?.customer ?? null);
  const profile = useWalletState((state) => state.profile);
  const known = customer && ownValue(part, customer, profile);
  return (
    <label className="consent-part">
      <span>
        <strong>{partName(part, words)}</strong>
        {known !== null && (
          <span>
            <bdi>{known}</bdi>
          </span>
        )}
      </span>
      <input type="checkbox" role="switch" aria-checked={on} checked={on} onChange={onTurn} />
      <span className="consent-switch" aria-hidden="true">
        <span>{on && <Check size={18} />}</span>
      </span>
    </label>
  );
}

/** The value that would be shared; null if it is unknown or must not be shown in advance. */
function ownValue(
  part: string,
  customer: { readonly name: string; readonly msisdn: string },
  profile: WalletProfile | null,
): string | null {
  switch (part) {
    case 'profile':
      return customer.name;
    case 'phone':
      return showMsisdn(profile?.phone ?? customer.msisdn);
    case 'email':
      return profile?.email ?? null;
    case 'address':
    case 'shipping_address':
      return addressLine(profile?.address ?? null);
    default:
      return null;
  }
}

function addressLine(address: WalletProfile['address']): string | null {
  if (address === null) return null;
  const place = [address.postal_code, address.locality].filter(Boolean).join(' ');
  return [address.street_address, place].filter(Boolean).join(', ') || null;
}

function Answered({ permission }: { readonly permission: WalletPermission }) {
  const { words } = useWallet();
  const format = useFormat();
  const shared = permission.status === 'ok';
  const parts = sharedParts(permission.granted ?? []);
  const head = shared ? words.sharedHead : words.notSharedHead;
  const text = !shared
    ? words.notSharedText(permission.merchant)
    : parts.length === 0
      ? words.sharedNothing(permission.merchant)
      : words.sharedText(listed(parts, words, format.locale), permission.merchant);
  return (
    <main className="wallet">
      <WalletHead />
      <div className="wallet-section consent-answer">
        <span className={shared ? 'mark tone-paid' : 'mark tone-aborted'}>
          <Seal tone={shared ? 'paid' : 'aborted'} size={84} />
        </span>
        <h1>{head}</h1>
        <p>{text}</p>
      </div>
      <div className="wallet-foot">
        <DoneKey />
      </div>
      <Announcer polite={`${head}. ${text}`} assertive="" />
    </main>
  );
}
