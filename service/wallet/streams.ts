import type { ServerResponse } from 'node:http';
import { LIMITS } from '../../shared/protocol/limits.ts';
import type { CancelTimer } from '../../shared/time/clock.ts';
import { WALLET_EVENT, WALLET_PERMISSION_EVENT } from '../../shared/wallet/contract.ts';
import type { Session } from '../sign-in/customer-session.ts';
import type { WalletDeps } from './deps.ts';

type Stream = { readonly session: Session; readonly response: ServerResponse };

/** The open event streams of all signed-in wallets. */
export interface Streams {
  /** Whether one more stream may be opened. */
  hasRoom(): boolean;
  /** Turns the response into a stream; false when there are too many, or the service has stopped. */
  open(session: Session, response: ServerResponse): boolean;
  /** Ends the streams of a session that was signed out. */
  closeSession(tokenHash: string): void;
  /** Ends every stream and stops listening. */
  stop(): void;
}

/**
 * Maximum number of unread bytes before the stream of a phone that does not read is closed; it
 * reconnects.
 */
const UNREAD_MAX = 64 * 1024;

export function createStreams(
  deps: Pick<WalletDeps, 'payments' | 'permissions' | 'clock'>,
): Streams {
  const streams = new Set<Stream>();
  let heartbeat: CancelTimer = () => undefined;
  let stopped = false;

  const write = ({ response }: Stream, text: string) => {
    if (response.writableLength > UNREAD_MAX) response.destroy();
    else response.write(text);
  };
  const beat = () => {
    for (const stream of streams) write(stream, ': still here\n\n');
    heartbeat = deps.clock.after(LIMITS.walletHeartbeatEvery, beat);
  };
  const unlisten = deps.payments.customerSide.onChange((customerId, tid) => {
    const text = `event: ${WALLET_EVENT}\ndata: ${JSON.stringify({ tid })}\n\n`;
    for (const stream of streams) {
      if (stream.session.customer.id === customerId) write(stream, text);
    }
  });
  const unlistenPermissions = deps.permissions.onChange(({ customerId, rid }) => {
    const text = `event: ${WALLET_PERMISSION_EVENT}\ndata: ${JSON.stringify({ rid })}\n\n`;
    for (const stream of streams) {
      if (stream.session.customer.id === customerId) write(stream, text);
    }
  });

  const hasRoom = () => !stopped && streams.size < LIMITS.walletStreamsMax;

  return {
    hasRoom,
    open(session, response) {
      if (!hasRoom()) return false;
      // The phone went away while the service read its session. No `close` event follows.
      if (response.destroyed) return true;
      const own = [...streams].filter((one) => one.session.customer.id === session.customer.id);
      if (own.length >= LIMITS.walletStreamsPerCustomer) own[0]?.response.end();
      const stream = { session, response };
      if (streams.size === 0) heartbeat = deps.clock.after(LIMITS.walletHeartbeatEvery, beat);
      streams.add(stream);
      response.on('close', () => {
        streams.delete(stream);
        if (streams.size === 0) heartbeat();
      });
      response.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      });
      response.write('retry: 1000\n\n');
      return true;
    },
    closeSession(tokenHash) {
      for (const stream of streams) {
        if (stream.session.tokenHash === tokenHash) stream.response.end();
      }
    },
    stop() {
      stopped = true;
      unlisten();
      unlistenPermissions();
      heartbeat();
      for (const { response } of streams) response.end();
    },
  };
}
