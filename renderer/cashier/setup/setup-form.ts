import type { SetupView } from '../../../shared/device/bridge/setup.ts';
import type { SetupStep } from '../../../shared/device/commands/setup.ts';
import { showPairingCode } from '../../../shared/protocol/pairing-code.ts';

/** The values of the setup screen. They stay until the till has started. */
export type SetupForm = {
  /** `code`: by pairing code. `hand`: address and proof. `who`: merchant, user and POS. */
  readonly mode: 'code' | 'hand' | 'who';
  readonly address: string;
  readonly code: string;
  readonly merchant: string;
  readonly user: string;
  readonly pos: string;
  readonly secret: string;
  readonly proof: 'secret' | 'key';
  readonly file: 'allowed' | 'refused';
  /** The field that the keys on the deck write into. */
  readonly active: SetupField;
};

export const SETUP_FIELDS = ['address', 'code', 'merchant', 'user', 'pos', 'secret'] as const;
export type SetupField = (typeof SETUP_FIELDS)[number];

const LONGEST: Readonly<Record<SetupField, number>> = {
  address: 300,
  code: 9,
  merchant: 100,
  user: 100,
  pos: 64,
  secret: 64,
};

export function firstForm(address: string | null): SetupForm {
  const known = address ?? '';
  return {
    mode: 'code',
    address: known,
    code: '',
    merchant: '',
    user: '',
    pos: '',
    secret: '',
    proof: 'secret',
    file: 'refused',
    active: known === '' ? 'address' : 'code',
  };
}

/** The form with a new text in one field. A pairing code is grouped by four characters. */
export function withText(form: SetupForm, line: SetupField, text: string): SetupForm {
  if (line !== 'code') return { ...form, [line]: text.slice(0, LONGEST[line]) };
  const plain = text
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .slice(0, 8);
  return { ...form, code: plain.length > 4 ? showPairingCode(plain) : plain };
}

/** The step for the yellow key; null while a value is missing. */
export function stepOf(form: SetupForm, view: SetupView): SetupStep | null {
  const { address, code, merchant, user, pos, secret, proof, file } = form;
  const asking = view.stage.kind === 'asking';
  if (asking && form.mode === 'hand') {
    return proof === 'key' && address.trim() !== '' ? { kind: 'make_key', file } : null;
  }
  if (form.mode === 'code') {
    const complete = address.trim() !== '' && code.length === 9;
    return complete ? { kind: 'pair', address, code, file } : null;
  }
  const who = { merchantId: merchant.trim(), userId: user.trim(), posId: pos.trim() };
  const secretToSend = proof === 'key' ? null : secret;
  const complete = address.trim() !== '' && secretToSend !== '' && !Object.values(who).includes('');
  return complete ? { kind: 'connect', address, ...who, secret: secretToSend, file } : null;
}
