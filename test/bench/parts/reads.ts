import { createAuthorizer } from '../../../shared/client/auth.ts';
import { createSystemClock } from '../../../shared/node/system-clock.ts';
import {
  bareRead,
  bareRequest,
  createPayment,
  getAgain,
  outcomePoll,
  type Round,
  replay,
  runLoad,
} from '../loads.ts';
import { RawClient } from '../raw-client.ts';
import { type Figure, spreadOf } from '../report.ts';
import { type BenchService, startCeiling, startService } from '../service-server.ts';
import type { Lengths } from './flow.ts';

const STORED = 200;

/** Measures calls that write nothing: an idempotent replay, and outcomes with secret and signature. */
export async function measureReads(lengths: Lengths): Promise<readonly Figure[]> {
  const service = await startService('reads');
  const express = await startCeiling('bare-express');
  try {
    const tids = await createPayments(service, STORED);
    const posTids = tids.map((_, at) => `${service.target.run}-${at + 1}`);
    const signed = await signedPolls(service, tids.slice(0, 16));
    const rows: readonly (readonly [string, Round, Round, number | null])[] = [
      ['idempotent replay', replay(service.target, posTids), bareRequest(), 0.5],
      ['outcome poll', outcomePoll(service.target, tids), bareRead(), 0.5],
      ['outcome poll, RSA signature', signed, bareRead(), null],
    ];
    const figures: Figure[] = [];
    for (const [what, ours, bare, atLeast] of rows) {
      figures.push(await compare(what, { service, express, lengths }, ours, bare, atLeast));
    }
    return figures;
  } finally {
    await service.stop();
    await express.stop();
  }
}

async function compare(
  what: string,
  on: { service: BenchService; express: { url: URL }; lengths: Lengths },
  ours: Round,
  bare: Round,
  atLeast: number | null,
): Promise<Figure> {
  const rates: { ours: number; bare: number }[] = [];
  const load = { connections: 16, seconds: on.lengths.seconds };
  for (let round = 0; round < on.lengths.rounds; round += 1) {
    const one = await runLoad(on.service.url, ours, load);
    const other = await runLoad(on.express.url, bare, load);
    rates.push({ ours: one.rate, bare: other.rate });
  }
  const ratio = spreadOf(rates.map((rate) => rate.ours / rate.bare));
  const figure: Figure = {
    what: `${what}; 16 connections`,
    value: spreadOf(rates.map((rate) => rate.ours)).middle,
    unit: 'req/s',
    against: {
      name: 'bare Express',
      value: spreadOf(rates.map((rate) => rate.bare)).middle,
      ratio,
    },
  };
  if (atLeast === null) return figure;
  const target = {
    requirement: `at least ${atLeast} of bare Express`,
    met: ratio.middle >= atLeast,
  };
  return { ...figure, target };
}

/** Creates `count` payments and returns their tids. */
export async function createPayments(
  service: BenchService,
  count: number,
): Promise<readonly string[]> {
  const client = await RawClient.open(service.url);
  const tids: string[] = [];
  for (let number = 1; number <= count; number += 1) {
    tids.push(await createPayment(client, service.target, number));
  }
  client.close();
  return tids;
}

/** Signs before the measurement, so that it covers only the service's check of the signature. */
async function signedPolls(service: BenchService, tids: readonly string[]): Promise<Round> {
  const admin = service.details.users.find((user) => user.private_key_pem !== undefined);
  const authorize = createAuthorizer(
    {
      merchantId: service.target.merchant,
      userId: admin?.id ?? '',
      credentials: { kind: 'key', privateKey: admin?.private_key_pem ?? '' },
    },
    createSystemClock(),
  );
  const paths = tids.map((tid) => `${service.target.basePath}/payment_request/${tid}/outcome/`);
  const headers: string[] = [];
  for (const path of paths) {
    const made = await authorize('GET', `${service.url.origin}${path}`, new Uint8Array());
    if (!made.ok) throw new Error(made.description);
    headers.push(made.headers.map(([name, value]) => `${name}: ${value}\r\n`).join(''));
  }
  return getAgain(paths, (index) => headers[index] ?? '');
}
