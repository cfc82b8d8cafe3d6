import { parsePerson } from '../../shared/protocol/customer.ts';
import { type Answer, answer, refuse } from '../../shared/protocol/errors.ts';
import { tillReach } from '../../shared/protocol/till-rights.ts';
import type { Caller } from '../merchants/request-credentials.ts';
import { isTillChannel } from '../pairing/till-channels.ts';
import type { ReadAhead } from '../payments/payments.ts';
import { NO_SHORTLINK } from '../shortlinks/create-shortlink.ts';
import type { PairedTill } from '../store/user-store.ts';
import type { ApiDeps } from './deps.ts';
import { NO_PAYMENT } from './endpoints/payments.ts';
import { NO_PERMISSION } from './endpoints/permissions.ts';

/** A refusal, or leave to go on. */
type Verdict = Answer<null>;
const OWN: Verdict = answer(null);

export const NOT_A_TILL = refuse(
  'Unauthorized',
  'A till that was paired by a code may not do this; sign as another user.',
);
const ANOTHER_TILL = refuse(
  'Unauthorized',
  'A till that was paired by a code speaks for its own point of sale, shortlink and channel only.',
);

/** True if a paired till may not call this endpoint at all. */
export function isClosedTo(endpoint: string, { till }: Caller): boolean {
  return till !== undefined && tillReach(endpoint, till.rights) === 'none';
}

/** A checked call, as far as it decides about the reach. */
type Call = {
  readonly deps: ApiDeps;
  readonly caller: Caller | null;
  readonly params: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly ahead: ReadAhead | null;
};
type Ask = Pick<Call, 'deps' | 'ahead'> & {
  readonly merchantId: string;
  readonly till: PairedTill;
};
type Check = (id: string, ask: Ask) => Promise<Verdict>;
/** Null: the body leaves the member out. */
type MemberCheck = (named: string | null, ask: Ask) => Promise<Verdict>;

/** The ids in paths that belong to one till, and how a foreign one is refused: as an unknown one. */
export const OWNED_PARAMS: Readonly<Record<string, Check>> = {
  pos_id: async (id, { till }) => (id === till.posId ? OWN : ANOTHER_TILL),
  async tid(id, { deps, merchantId, till, ahead }) {
    const payment = await deps.payments.read(merchantId, id, ahead);
    // The endpoint says what it says of an unknown id.
    if (payment === null || payment.request.pos_id === till.posId) return OWN;
    return refuse('Not Found', NO_PAYMENT);
  },
  async rid(id, { deps, merchantId, till }) {
    const permission = await deps.permissions.read(merchantId, id);
    if (permission === null || permission.request.pos_id === till.posId) return OWN;
    return refuse('Not Found', NO_PERMISSION);
  },
  shortlink_id: async (id, { till }) =>
    id === till.shortlinkId ? OWN : refuse('Not Found', NO_SHORTLINK),
};

const isOwnAddress: MemberCheck = async (address, { till }) =>
  address?.startsWith('ws:') !== true || isTillChannel(address.slice(3), till) ? OWN : ANOTHER_TILL;

/** The members of bodies that name something of one till. */
export const OWNED_MEMBERS: Readonly<Record<string, MemberCheck>> = {
  // A point of sale that the service would choose is not the till's either.
  pos_id: async (id, { till }) => (id === till.posId ? OWN : ANOTHER_TILL),
  callback_uri: isOwnAddress,
  display_message_uri: isOwnAddress,
  async customer(named, ask) {
    if (named === null) return OWN;
    const link = await linkNamedBy(named, ask.deps, ask.merchantId);
    if (link === null || link === ask.till.shortlinkId) return OWN;
    // A sticker of the shop is for all its tills.
    const paired = await ask.deps.store.pairings.userOfShortlink(ask.merchantId, link);
    return paired === null ? OWN : ANOTHER_TILL;
  },
};

/** The shortlink by which a request names its customer; null if it names the customer otherwise. */
async function linkNamedBy(
  named: string,
  { store, clock }: Pick<ApiDeps, 'store' | 'clock'>,
  merchantId: string,
): Promise<string | null> {
  const person = parsePerson(named);
  switch (person.kind) {
    case 'shortlink_id':
      return person.id;
    case 'shortlink_sn':
      return (await store.shortlinks.bySerial(merchantId, person.serial))?.id ?? null;
    case 'scan_token': {
      const scan = await store.shortlinks.scanByToken(merchantId, person.token, clock.now());
      return scan?.shortlinkId ?? null;
    }
    default:
      return null;
  }
}

/**
 * Refuses a paired till that names what is not its own (D-455): in the path as an unknown id, in the body as
 * a caller without the right. Every other caller passes.
 */
export async function checkReach(endpoint: string, call: Call): Promise<Verdict> {
  const { caller, params, body } = call;
  if (caller?.till === undefined) return OWN;
  const { till, merchantId } = caller;
  const reach = tillReach(endpoint, till.rights);
  if (reach === 'none') return NOT_A_TILL;
  // Of another till's payment only money is given back, which a person approved at this till.
  const members = membersOf(body);
  const isOwn = reach === 'own' || (endpoint === 'paymentUpdate' && members.action !== 'refund');
  const ask = { ...call, merchantId, till };
  if (isOwn) {
    for (const [name, check] of Object.entries(OWNED_PARAMS)) {
      const id = params[name];
      const verdict = id === undefined ? OWN : await check(id, ask);
      if (!verdict.ok) return verdict;
    }
  }
  for (const [name, check] of Object.entries(OWNED_MEMBERS)) {
    const named = members[name];
    const isNamed = typeof named === 'string' || named === null;
    const verdict = isNamed ? await check(named, ask) : OWN;
    if (!verdict.ok) return verdict;
  }
  return OWN;
}

function membersOf(body: unknown): Readonly<Record<string, unknown>> {
  return typeof body === 'object' && body !== null ? { ...body } : {};
}
