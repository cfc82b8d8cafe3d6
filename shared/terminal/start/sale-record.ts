import { secondOf } from '../../ids/host-ids.ts';
import { present } from '../../objects/present.ts';
import { type Answer, answer } from '../../protocol/errors.ts';
import { LIMITS } from '../../protocol/limits.ts';
import { validate } from '../../protocol/validation.ts';
import { refuseTill } from '../../refusals/till-problem.ts';
import { type DeviceClock, instantOf } from '../../time/clock.ts';
import { type Codes, NO_CODE, type OpenCode } from '../codes/codes.ts';
import type { LastPayment } from '../engine/last-payment.ts';
import type { SaleIds } from '../engine/sale-ids.ts';
import type { Sales } from '../engine/sales.ts';
import {
  customerOf,
  mayBeSame,
  paymentMethod,
  stickerCustomer,
  stickerOf,
} from '../sale/payment-methods.ts';
import type { OpenedRecord } from '../sale/records.ts';
import { bodyOf } from '../sale/request-body.ts';
import { hasLost, isOver } from '../sale/sale.ts';
import type { TerminalSettings } from '../sale/settings.ts';
import type { PaymentMethod, SaleRequest, Sticker } from '../sale/state.ts';

export type SaleRecordDeps = {
  readonly sales: Sales;
  readonly clock: DeviceClock;
  readonly settings: TerminalSettings;
  readonly saleIds: SaleIds;
  readonly codes: Codes;
  readonly lastPayment: LastPayment;
};

/** Makes the first record of a sale, with its request body. Refuses an invalid request. */
export function saleRecordOf(request: SaleRequest, deps: SaleRecordDeps): Answer<OpenedRecord> {
  const { clock, settings, lastPayment } = deps;
  const method = validate(paymentMethod, request.method);
  if (!method.ok) return method;
  const refused = stickerInUse(method.value, deps.sales) ?? labelTooLong(request.label ?? null);
  if (refused !== null) return refused;
  const begun = identify(method.value, deps);
  if (!begun.ok) return begun;
  const { id, number, customer, uri, label: codeLabel } = begun.value;
  const sticker = stickerOf(method.value);
  const maxScanAge = sticker === null ? null : lastPayment.age();
  const alone = method.value.kind === 'sticker' ? maxScanAge : null;
  const body = bodyOf(request, id, settings, { customer, maxScanAge: alone });
  if (!body.ok) return body;
  const twin = method.value.kind === 'qr_and_sticker' ? method.value.sticker : null;
  const second =
    twin === null ? null : secondRequest(request, secondOf(id), twin, maxScanAge, settings);
  if (second !== null && !second.ok) return second;
  const label = request.label ?? codeLabel;
  return answer({
    v: 1,
    at: instantOf(clock.now()),
    sale: id,
    kind: 'opened',
    number,
    method: method.value,
    body: body.value,
    ...present({ mode: request.mode, register: request.register, label, bill: request.bill }),
    ...present({ by: request.by?.slice(0, LIMITS.labelMax) }),
    ...(request.place === 'aside' ? { place: 'aside' } : {}),
    ...present({
      awaits: uri === null ? null : { uri },
      twin: second && { sale: secondOf(id), body: second.value },
    }),
  });
}

type SaleIdentity = {
  readonly id: string;
  readonly number: number;
  readonly customer: string | null;
  /** The code that a customer must scan first; null if the sale waits for no scan. */
  readonly uri: string | null;
  readonly label: string | null;
};

/** A sale with the device's code has the id of the code, so that the scan finds it. */
function identify(
  method: PaymentMethod,
  { saleIds, codes }: Pick<SaleRecordDeps, 'saleIds' | 'codes'>,
): Answer<SaleIdentity> {
  if (method.kind !== 'device_code') {
    return answer({ ...saleIds.next(), customer: customerOf(method), uri: null, label: null });
  }
  if (method.code !== null) return fromOpenCode(codes.get(method.code));
  const created = saleIds.next();
  const uri = codes.uriOf(created.id);
  return uri === null ? NO_CODE : answer({ ...created, customer: null, uri, label: null });
}

function fromOpenCode(code: OpenCode | null): Answer<SaleIdentity> {
  if (code === null) return refuseTill('code_gone');
  const { id, number, token, label } = code;
  return answer({ id, number, customer: token, uri: token === null ? code.uri : null, label });
}

function secondRequest(
  request: SaleRequest,
  posTid: string,
  sticker: Sticker,
  maxScanAge: number | null,
  settings: TerminalSettings,
) {
  const named = { customer: stickerCustomer(sticker), maxScanAge };
  return bodyOf(request, posTid, settings, named);
}

/**
 * Refuses a sticker that another sale waits for: a scan is valid until a payment for it is approved, so
 * the sales would take each other's customers.
 */
function stickerInUse(method: PaymentMethod, sales: Sales): ReturnType<typeof refuseTill> | null {
  const wanted = stickerOf(method);
  if (wanted === null) return null;
  const other = sales.all().find(({ facts }) => {
    const sticker = stickerOf(facts.method);
    if (sticker === null || !mayBeSame(sticker, wanted)) return false;
    return !isOver(facts) && !facts.approved && !hasLost(facts);
  });
  if (other === undefined) return null;
  const { number } = other.facts;
  return refuseTill(
    'sticker_in_use',
    `Sale ${number} waits for this sticker; finish or cancel it first.`,
  );
}

function labelTooLong(label: string | null): ReturnType<typeof refuseTill> | null {
  if (label === null || label.length <= LIMITS.labelMax) return null;
  return refuseTill('label_too_long', `A label has at most ${LIMITS.labelMax} characters.`);
}
