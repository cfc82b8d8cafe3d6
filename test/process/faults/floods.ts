import { createPrng, type Prng } from '../../simulation/prng.ts';
import { paymentDraft } from '../../support/service.ts';
import type { StoreKind } from '../../support/stores.ts';
import { asTill, type Reply, type Shop } from '../kill-services/ask.ts';
import { openPlace } from '../kill-services/place.ts';
import {
  createKillableService,
  type KillableService,
  type Ready,
} from '../kill-services/services.ts';
import { demoShop, otherShop } from '../kill-services/shops.ts';
import { type FaultReport, play, type Round } from './report.ts';
import { megabytesOf, openUnreadSockets, type UnreadSockets } from './unread-sockets.ts';

/** Connections of the merchant that floods, and of the audit. */
const CONNECTIONS = 16;
/** Event sockets of that merchant that are never read, and the most memory that a service may use. */
const UNREAD_SOCKETS = 4;
const MEGABYTES_MAX = 500;
/** The channels of those sockets, and the payments whose events stay in them. */
const KEPT = Array.from({ length: 8 }, (_, at) => `kept-${at}`);
const KEPT_PAYMENTS = 320;

/** A write that was acknowledged, by the request that must find it. */
type Written = { readonly shop: Shop; readonly path: string };

/**
 * One merchant floods a service with payments and POS, and with subscriptions and acknowledgements on
 * event sockets that it never reads, while another merchant sells. Then the service is killed after `own`
 * writes and started again. The service never refuses the other merchant, it disconnects a socket whose
 * backlog is full, and all acknowledged data of both merchants is there.
 */
export function runFloods(
  { store, own }: { readonly store: StoreKind; readonly own: number },
  seed: number,
  rounds: number,
): Promise<FaultReport> {
  return play(seed, rounds, (one) => flood(store, own, createPrng(one)));
}

async function flood(store: StoreKind, ownWrites: number, prng: Prng): Promise<Round> {
  const place = await openPlace(store);
  const service = createKillableService(place.args);
  let unread: UnreadSockets | null = null;
  try {
    await service.start();
    const written: Written[] = [];
    const findings: string[] = [];
    await keepEvents(service);
    let flooding = true;
    unread = openUnreadSockets(alive(service), demoShop, { count: UNREAD_SOCKETS, kept: KEPT });
    const lanes = Array.from({ length: CONNECTIONS }, async (_, lane) => {
      const own = prng.fork(`lane ${lane}`);
      for (let count = 0; flooding; count += 1) {
        // A reply that the kill interrupted, or a refusal, acknowledges nothing.
        const made = await write(service, demoShop, `flood-${lane}-${count}`, own).catch(
          () => null,
        );
        if (made?.written !== undefined) written.push(made.written);
      }
    });
    for (let count = 0; count < ownWrites; count += 1) {
      const { reply, written: done } = await write(service, otherShop, `own-${count}`, prng);
      if (done === undefined) findings.push(`the other merchant is answered ${reply.status}`);
      else written.push(done);
    }
    flooding = false;
    if (!(await unread.disconnected())) {
      findings.push('a peer that never reads was not disconnected when its backlog was full');
    }
    const held = megabytesOf(alive(service).pid);
    if (held !== null && held > MEGABYTES_MAX) findings.push(`the service holds ${held} MB`);
    if (unread.opened() === 0) findings.push('no event socket was accepted');
    unread.end();
    await service.kill();
    await Promise.all(lanes);
    await service.start();
    findings.push(...(await missing(service, written)));
    return { refused: false, acknowledged: written.length, findings };
  } finally {
    unread?.end();
    await service.stop();
    await place.remove();
  }
}

/** Payments of the flooding merchant; no device acknowledges their events, so they stay in channels. */
async function keepEvents(service: KillableService): Promise<void> {
  const ready = alive(service);
  const customer = ready.customers[0]?.msisdn;
  const lane = async (_: unknown, at: number) => {
    for (let made = at; made < KEPT_PAYMENTS; made += CONNECTIONS) {
      const uri = `ws:${KEPT[made % KEPT.length]}`;
      const draft = {
        pos_tid: `kept-${made}`,
        customer,
        callback_uri: uri,
        display_message_uri: uri,
      };
      const sent = { method: 'POST', body: paymentDraft(draft) };
      const { status } = await asTill(demoShop, '/payment_request/', sent)(ready);
      if (status !== 201) throw new Error(`a payment was answered ${status}`);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, lane));
}

/** One write of a random kind; `written` only if it was acknowledged. */
async function write(
  service: KillableService,
  shop: Shop,
  id: string,
  prng: Prng,
): Promise<{ readonly reply: Reply; readonly written?: Written }> {
  const ready = alive(service);
  if (prng.chance(0.5)) {
    const body = { id, name: 'Till', type: 'store' };
    const reply = await asTill(shop, '/pos/', { method: 'POST', body })(ready);
    return reply.status === 201 ? { reply, written: { shop, path: `/pos/${id}/` } } : { reply };
  }
  const body = paymentDraft({ pos_tid: id });
  const reply = await asTill(shop, '/payment_request/', { method: 'POST', body })(ready);
  const tid: unknown = Object.entries(reply.json ?? {}).find(([name]) => name === 'id')?.[1];
  if (reply.status !== 201 || typeof tid !== 'string') return { reply };
  return { reply, written: { shop, path: `/payment_request/${tid}/` } };
}

async function missing(
  service: KillableService,
  written: readonly Written[],
): Promise<readonly string[]> {
  const findings: string[] = [];
  const left = [...written];
  const lane = async () => {
    for (let one = left.pop(); one !== undefined; one = left.pop()) {
      const { status } = await asTill(one.shop, one.path)(alive(service));
      if (status !== 200) findings.push(`${one.path} was acknowledged and is answered ${status}`);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, lane));
  return findings;
}

function alive(service: KillableService): Ready {
  const ready = service.ready();
  if (ready === null) throw new Error('the service is not there');
  return ready;
}
