import type { ExtraName } from '../../../shared/protocol/media.ts';
import { balance } from './balance.ts';
import type { Extra, Refused } from './extra.ts';
import { keyList } from './key-list.ts';
import { ledgerList, ledgerRead, reportClose, reportRead } from './ledger.ts';
import { qrImage } from './qr-image.ts';
import { chat, paymentSend } from './refused.ts';
import { ticketUpdate } from './ticket.ts';

/** What a profile can have beside the route table: one for every name there is. */
export const EXTRA_TABLE: Readonly<Record<ExtraName, Extra | Refused>> = {
  keyList,
  balance,
  ledgerList,
  ledgerRead,
  reportRead,
  reportClose,
  ticketUpdate,
  qrImage,
  paymentSend,
  chat,
};
