import type { WalletRequest } from '../../shared/wallet/contract.ts';
import { ExternalLink } from '../ui/icons.ts';
import { Perforation } from '../ui/slip.tsx';
import { useWallet } from './context.tsx';
import { readUrl } from './read-code.ts';

/** Links to the shop's pages. Each shows its target, and the target gets no referrer. */
export function Links({ request }: { readonly request: WalletRequest }) {
  const { words } = useWallet();
  const links = request.links ?? [];
  if (links.length === 0) return null;
  return (
    <nav className="wallet-out" aria-label={words.links}>
      <Perforation />
      <ul>
        {links.map(({ uri, caption }) => {
          const host = readUrl(uri)?.host ?? uri;
          return (
            <li key={`${uri} ${caption}`}>
              <a href={uri} target="_blank" rel="noopener noreferrer">
                <span className="wallet-out-words">
                  <strong>{caption ?? host}</strong>
                  <span className="wallet-out-host">{words.linkTo(host)}</span>
                </span>
                <ExternalLink size={20} aria-hidden="true" />
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
