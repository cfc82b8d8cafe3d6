import type { z } from 'zod';
import type { walletTickets } from '../../shared/wallet/contract.ts';
import { useNow } from '../ui/countdown.tsx';
import { useFormat } from '../ui/format.tsx';
import { QrTile } from '../ui/qr-tile.tsx';
import { useWallet } from './context.tsx';

type Ticket = z.infer<typeof walletTickets>['tickets'][number];

/** Ticket codes to show at a gate or counter. An expired code is not shown. */
export function Tickets({ tickets }: { readonly tickets: readonly Ticket[] }) {
  const { words } = useWallet();
  const format = useFormat();
  const now = useNow(10_000);
  const placed = tickets.map((ticket, place) => ({ ticket, place }));
  return (
    <ul className="tickets">
      {placed.map(({ ticket: { caption, expires, code }, place }) => {
        const over = expires !== null && expires <= now;
        const until = expires === null ? '' : format.longDateTime(expires);
        return (
          <li key={place} className="ticket">
            <strong className="ticket-line">{caption ?? words.ticket}</strong>
            {expires !== null && (
              <span className="ticket-line ticket-note">
                {over ? words.ticketOver(until) : words.ticketUntil(until)}
              </span>
            )}
            {!over && (
              <>
                <QrTile text={code} label={`${words.ticketCode}: ${code}`} />
                <span className="ticket-line ticket-code mono">{code}</span>
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}
