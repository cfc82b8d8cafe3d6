import type { ExtraName } from '../../../shared/protocol/media.ts';
import { balance } from './balance.ts';
import { chat, type Extra, paymentSend, type Refused } from './extra.ts';
import { keyList } from './key-list.ts';
import { ledgerList, ledgerRead, reportClose, reportRead } from './ledger.ts';
import { qrImage } from './qr-image.ts';
import { ticketUpdate } from './ticket.ts';

/** The extra endpoints that a profile can enable: one for each name. */
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
