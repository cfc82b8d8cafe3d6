import type { SetupStep, SetupView } from '../../shared/bridge/setup.ts';
import { showPairingCode } from '../../shared/protocol/pairing-code.ts';

/** What is typed on the first-run screen; it stays until the till has started. */
export type SetupForm = {
  /** By code; or by hand: first the service and the proof, then who the till is. */
  readonly mode: 'code' | 'hand' | 'who';
  readonly address: string;
  readonly code: string;
  readonly merchant: string;
  readonly user: string;
  readonly pos: string;
  readonly secret: string;
  readonly proof: 'secret' | 'key';
  readonly file: 'allowed' | 'refused';
  /** The line that the keys on the deck write into. */
  readonly active: SetupLine;
};

export const SETUP_LINES = ['address', 'code', 'merchant', 'user', 'pos', 'secret'] as const;
export type SetupLine = (typeof SETUP_LINES)[number];

const LONGEST: Readonly<Record<SetupLine, number>> = {
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

/** A line with something typed into it; a code is set in two groups of four as it grows. */
export function typed(form: SetupForm, line: SetupLine, text: string): SetupForm {
  if (line !== 'code') return { ...form, [line]: text.slice(0, LONGEST[line]) };
  const plain = text
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .slice(0, 8);
  return { ...form, code: plain.length > 4 ? showPairingCode(plain) : plain };
}

/** The step that the yellow key takes, or null while something is missing. */
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
  const given = proof === 'key' ? null : secret;
  const complete = address.trim() !== '' && given !== '' && !Object.values(who).includes('');
  return complete ? { kind: 'connect', address, ...who, secret: given, file } : null;
}
