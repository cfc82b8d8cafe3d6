import { useEffect, useState } from 'react';
import type { z } from 'zod';
import { itemList, receipt } from '../../shared/protocol/attachment.ts';
import { type ReceiptPageLink, receiptPageLink } from '../../shared/protocol/receipt-page.ts';
import {
  WALLET_PATH,
  type WalletAttachment,
  type WalletRequest,
  walletTickets,
} from '../../shared/wallet/contract.ts';
import { ring, useNow } from '../ui/countdown.tsx';
import { useFormat } from '../ui/format.tsx';
import { ExternalLink } from '../ui/icons.ts';
import { addressOf } from '../ui/page-address.ts';
import { QrTile } from '../ui/qr-tile.tsx';
import { Perforation } from '../ui/slip.tsx';
import { useWallet } from './context.tsx';

type Ticket = z.infer<typeof walletTickets>['tickets'][number];

/** Ticket codes to show at a gate or counter. An expired code is not shown. */
function Tickets({ tickets }: { readonly tickets: readonly Ticket[] }) {
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

/** A receipt arrives within moments of its payment. After a minute the wallet stops asking. */
const ASK_EVERY = 4_000;
const ASK_TIMES = 15;

/** The shop's attachments of a payment: receipts, item lists, pictures and tickets. */
export function Attachments({ request }: { readonly request: WalletRequest }) {
  const { wallet, words } = useWallet();
  const [items, setItems] = useState<readonly WalletAttachment[]>([]);
  useEffect(() => {
    let here = true;
    let attempts = 0;
    const ask = () => {
      attempts += 1;
      if (attempts > ASK_TIMES) return;
      void wallet.attachments(request.tid).then((loaded) => {
        // A lost answer keeps the loaded attachments.
        if (here && loaded.length > 0) setItems(loaded);
      });
    };
    ask();
    const rest = ring(ASK_EVERY, true, ask);
    return () => {
      here = false;
      rest();
    };
  }, [wallet, request.tid]);
  if (items.length === 0) return null;
  return (
    <section className="attachments" aria-label={words.attached}>
      {items.map((item) => (
        <div key={item.id}>
          <Perforation />
          <Attachment item={item} tid={request.tid} />
        </div>
      ))}
    </section>
  );
}

function Attachment({ item, tid }: { readonly item: WalletAttachment; readonly tid: string }) {
  const { words } = useWallet();
  switch (item.kind) {
    case 'image': {
      const place = `/requests/${encodeURIComponent(tid)}/attachments/${item.id}`;
      return (
        <img
          className="attachment-image"
          src={addressOf(WALLET_PATH + place)}
          alt={words.receiptImage}
        />
      );
    }
    case 'itemlist': {
      const list = itemList.safeParse(item.content);
      if (!list.success) return null;
      const { store_name: store, organization_number: number } = list.data;
      const rows = list.data.items.map((row) => ({
        quantity: row.quantity,
        name: row.item_name,
        total: row.item_gross_total,
      }));
      return <Lines head={[store, number]} rows={rows} foot={[]} />;
    }
    case 'tickets': {
      const parsed = walletTickets.safeParse(item.content);
      return parsed.success ? <Tickets tickets={parsed.data.tickets} /> : null;
    }
    case 'receipt_page': {
      const page = receiptPageLink.safeParse(item.content);
      return page.success ? <ReceiptPage page={page.data} /> : null;
    }
    case 'receipt': {
      const paper = receipt.safeParse(item.content);
      return paper.success ? <Receipt paper={paper.data} /> : null;
    }
  }
}

/** The way to the receipt itself, on a page of this service. */
function ReceiptPage({ page: { kind, number, address } }: { readonly page: ReceiptPageLink }) {
  const { words } = useWallet();
  return (
    <p className="wallet-out">
      <a href={address} target="_blank" rel="noopener noreferrer">
        <span className="wallet-out-words">
          <strong>{kind === 'refund' ? words.receiptRefundPage : words.receiptPage}</strong>
          <bdi className="wallet-out-host">{number}</bdi>
        </span>
        <ExternalLink size={20} aria-hidden="true" />
      </a>
    </p>
  );
}

function Receipt({ paper }: { readonly paper: z.output<typeof receipt> }) {
  const { words } = useWallet();
  const { store, cashier, register, currency, gross, discount, net } = paper;
  const rows = paper.items.map((row) => ({
    quantity: row.quantity,
    name: row.item_name,
    total: row.item_gross_total ?? row.item_net_total,
  }));
  const place = [store?.address, store?.postal_code, store?.postal_place];
  const sum = (text: string | null) => (text === null ? null : `${text} ${currency ?? ''}`);
  return (
    <Lines
      head={[store?.name ?? null, store?.organization_number ?? null, joined(place)]}
      rows={rows}
      foot={[
        [words.receiptDiscount, sum(discount)],
        [words.receiptNet, sum(net)],
        [words.receiptGross, sum(gross)],
        [words.receiptCashier, cashier],
        [words.receiptRegister, register],
      ]}
    />
  );
}

function joined(parts: readonly (string | null | undefined)[]): string | null {
  const text = parts.filter((part) => part !== null && part !== undefined && part !== '').join(' ');
  return text === '' ? null : text;
}

type LinesProps = {
  readonly head: readonly (string | null)[];
  readonly rows: readonly {
    readonly quantity: string | null;
    readonly name: string | null;
    readonly total: string | null;
  }[];
  readonly foot: readonly (readonly [string, string | null])[];
};

/** The merchant's own lines, printed unchanged. The wallet calculates nothing from them. */
function Lines({ head, rows, foot }: LinesProps) {
  const heads = head.filter((line) => line !== null && line !== '');
  const placed = rows.map((row, place) => ({ row, place }));
  const facts = foot.filter(([, value]) => value !== null && value !== '');
  return (
    <>
      {heads.map((line, place) => (
        <p key={line} className={place === 0 ? 'attachment-head' : 'attachment-quiet'}>
          <bdi>{line}</bdi>
        </p>
      ))}
      <table className="slip-lines wallet-lines">
        <tbody>
          {placed.map(({ row, place }) => (
            <tr key={place}>
              <td>{row.quantity}</td>
              <td>
                <bdi>{row.name}</bdi>
              </td>
              <td>{row.total}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {facts.length > 0 && (
        <dl className="slip-facts">
          {facts.flatMap(([label, value]) => [
            <dt key={`${label}.`}>{label}</dt>,
            <dd key={label}>{value}</dd>,
          ])}
        </dl>
      )}
    </>
  );
}
