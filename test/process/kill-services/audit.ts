import { z } from 'zod';
import { outcome } from '../../../shared/protocol/outcome.ts';
import { LAST_RESORT } from '../../support/last-resort.ts';
import { asCustomer, asTill, persist, type Shop } from './ask.ts';
import { again, type Told } from './load.ts';
import type { KillableService } from './services.ts';

const listed = z.object({
  items: z.array(z.object({ tid: z.string(), pos_tid: z.string().optional() })),
  cursor: z.string().nullable(),
});
const settlement = z.object({ settlement_summary: z.object({ gross: z.number() }) });

/** Message ids by payment and event, as a receiver of callbacks got them. */
export type HeardCallbacks = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Compares what tills were told with what the service returns now and with its ledger; it reads requests
 * and replies only. Returns the findings. `endLeases` saves it the minute until the leases end.
 */
export async function audit(
  services: readonly KillableService[],
  sales: readonly Told[],
  callback: string | null,
  heard: () => HeardCallbacks,
  endLeases: (() => Promise<void>) | null,
): Promise<string[]> {
  const findings: string[] = [];
  const takings = new Map<Shop, number>();
  for (const told of sales) {
    if (told.strange !== null) findings.push(`${told.posTid} was answered ${told.strange}`);
    if (told.tid === null) continue;
    if ((await again(services, told, callback)) !== told.tid) {
      findings.push(`${told.posTid} is not ${told.tid} any more`);
      continue;
    }
    const path = `/payment_request/${told.tid}/outcome/`;
    const reply = await persist(services, asTill(told.shop, path));
    const read = outcome.parse(reply.json);
    const sum = read.captures.reduce((total, one) => total + one.amount, 0);
    takings.set(told.shop, (takings.get(told.shop) ?? 0) + sum);
    if (told.captured && (read.status_code !== 2000 || sum !== told.amount)) {
      findings.push(`${told.posTid} was captured and is ${read.status_code} with ${sum}`);
    }
    if (read.captures.length > 1) findings.push(`${told.posTid} was captured twice`);
  }
  await persist(services, asCustomer('/settlement/'));
  for (const [shop, captured] of takings) {
    const own = sales.filter((told) => told.shop === shop);
    findings.push(...(await unlisted(services, shop, own)));
    const gross = await booked(services, shop);
    if (gross !== captured) findings.push(`captures are ${captured}, the books say ${gross}`);
  }
  if (callback !== null) findings.push(...(await untold(services, sales, heard, endLeases)));
  return findings;
}

/** Payments that the shop's list lacks, and payments that it should not have. */
async function unlisted(
  services: readonly KillableService[],
  shop: Shop,
  sales: readonly Told[],
): Promise<string[]> {
  const findings: string[] = [];
  const tids = await everyTid(services, shop);
  if (new Set(tids).size !== tids.length) findings.push('a payment is listed twice');
  const known = new Set(sales.flatMap(({ tid }) => tid ?? []));
  for (const tid of tids) if (!known.has(tid)) findings.push(`${tid} is nobody's`);
  if (tids.length !== known.size) {
    findings.push(`${known.size} were made, ${tids.length} are listed`);
  }
  return findings;
}

/** Each capture has one message, with the same id in every delivery. */
async function untold(
  services: readonly KillableService[],
  sales: readonly Told[],
  heard: () => HeardCallbacks,
  endLeases: (() => Promise<void>) | null,
): Promise<string[]> {
  const missing = () =>
    sales.filter(({ tid, captured }) => captured && !heard().has(`${tid} payment_captured`));
  // The lease of a killed process ends after a minute. Running processes finish within a second.
  let endAt = Date.now() + 1_000;
  for (const end = Date.now() + 3 * LAST_RESORT; missing().length > 0 && Date.now() < end; ) {
    if (Date.now() > endAt) {
      endAt = end;
      await endLeases?.();
    }
    if (services.every((service) => service.ready() === null)) break;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const twice = [...heard()].filter(([, ids]) => ids.size > 1);
  return [
    ...missing().map(({ posTid }) => `nobody was told of the capture of ${posTid}`),
    ...twice.map(([what]) => `two messages of one move: ${what}`),
  ];
}

async function everyTid(services: readonly KillableService[], shop: Shop): Promise<string[]> {
  const tids: string[] = [];
  for (let query = 'page_size=100'; ; ) {
    const reply = await persist(services, asTill(shop, `/payment_request/?${query}`));
    const page = listed.parse(reply.json);
    tids.push(...page.items.map(({ tid }) => tid));
    if (page.cursor === null) return tids;
    query = `page_size=100&cursor=${encodeURIComponent(page.cursor)}`;
  }
}

/** What a shop is settled for, also in a settlement that the service made by itself at midnight. */
async function booked(services: readonly KillableService[], shop: Shop): Promise<number> {
  let gross = 0;
  for (let id = 1; ; id += 1) {
    const reply = await persist(services, asTill(shop, `/settlement/${id}/`));
    if (reply.status === 404) return gross;
    gross += settlement.parse(reply.json).settlement_summary.gross;
  }
}
