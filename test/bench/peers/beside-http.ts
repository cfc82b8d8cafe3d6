import { durableFlow, type LoadResult, runLoad, WARM_AGAIN } from '../loads.ts';
import type { Lengths } from '../parts/flow.ts';
import type { Figure } from '../report.ts';
import { type BenchService, startService } from '../service-server.ts';
import { beside, REQUESTS, skipped } from './figures.ts';
import { type HttpPeer, underLoad } from './http-peer.ts';
import { installPeer } from './installed.ts';
import { JSON_SERVER } from './json-server.ts';
import { MOCKOON } from './mockoon.ts';
import { PRISM } from './prism.ts';
import { WIREMOCK } from './wiremock.ts';

const PEERS: readonly HttpPeer[] = [PRISM, MOCKOON, JSON_SERVER, WIREMOCK];
const CONNECTIONS = 16;
/** Seconds in which ours learns its work. */
const WARM_UP = 5;

/** A peer as it is measured: what it did in each round, or why it is skipped. */
type Subject = {
  readonly peer: HttpPeer;
  readonly folder: string;
  readonly loads: LoadResult[];
  why: string | null;
};

/**
 * The durable flow on the embedded store beside products that are asked over http, 16 connections
 * each. Every server has the same core; a peer is started anew in each round, so that none suffers
 * from what it has kept.
 */
export async function besideHttpPeers({ seconds, rounds }: Lengths): Promise<readonly Figure[]> {
  const subjects: Subject[] = [];
  for (const peer of PEERS) subjects.push(await subjectOf(peer));
  const ours: LoadResult[] = [];
  if (subjects.some(({ why }) => why === null)) {
    const service = await startService('peers');
    try {
      await oursUnderLoad(service, 'warm', WARM_UP);
      for (let round = 0; round < rounds; round += 1) {
        ours.push(await oursUnderLoad(service, `round${round}`, seconds));
        for (const subject of subjects) await oneRound(subject, seconds);
      }
    } finally {
      await service.stop();
    }
  }
  return subjects.flatMap((subject) => figuresOf(subject, ours));
}

async function subjectOf(peer: HttpPeer): Promise<Subject> {
  const missing = peer.missing();
  if (missing !== null) return { peer, folder: '', loads: [], why: missing };
  const installed = await installPeer(peer.packages);
  if (!installed.ok) return { peer, folder: '', loads: [], why: installed.why };
  return { peer, folder: installed.folder, loads: [], why: null };
}

function oursUnderLoad({ url, target }: BenchService, run: string, seconds: number) {
  return runLoad(url, CONNECTIONS, seconds, durableFlow({ ...target, run }), WARM_AGAIN);
}

async function oneRound(subject: Subject, seconds: number): Promise<void> {
  if (subject.why !== null) return;
  const load = { connections: CONNECTIONS, seconds };
  const done = await underLoad(subject.peer, subject.folder, load);
  if (done.ok) subject.loads.push(done.value);
  else subject.why = done.why;
}

function figuresOf({ peer, loads, why }: Subject, ours: readonly LoadResult[]): readonly Figure[] {
  if (why !== null) return [skipped(peer.name, why)];
  const pairs = loads.map(({ rate }, round) => ({
    ours: (ours[round]?.rate ?? Number.NaN) / REQUESTS,
    theirs: rate / REQUESTS,
  }));
  const busiest = Math.max(...[...ours, ...loads].map(({ generatorLoad }) => generatorLoad));
  const [first, ...rest] = beside(peer, pairs);
  return [{ ...first, note: `generator at most ${busiest.toFixed(2)} of a core` }, ...rest];
}
