import { durableFlow, type LoadResult, runLoad, SHORT_WARM_UP } from '../loads.ts';
import type { Lengths } from '../parts/flow.ts';
import type { Figure } from '../report.ts';
import { type BenchService, startService } from '../service-server.ts';
import { comparison, REQUESTS_PER_FLOW, skipped } from './figures.ts';
import { type HttpPeer, measurePeer } from './http-peer.ts';
import { installPeer } from './installed.ts';
import { JSON_SERVER } from './json-server.ts';
import { MOCKOON } from './mockoon.ts';
import { PRISM } from './prism.ts';
import { WIREMOCK } from './wiremock.ts';

const PEERS: readonly HttpPeer[] = [PRISM, MOCKOON, JSON_SERVER, WIREMOCK];
const CONNECTIONS = 16;
/** Seconds of warm-up for the service. */
const WARM_UP = 5;

/** A peer with its result of each round, or the reason why it is skipped. */
type Subject = {
  readonly peer: HttpPeer;
  readonly folder: string;
  readonly loads: LoadResult[];
  why: string | null;
};

/**
 * Compares the durable flow on SQLite with peers that have an HTTP interface, with 16 connections each.
 * All servers run on the same core. The bench starts a peer again in each round, so that the data that
 * a peer keeps does not slow it.
 */
export async function compareWithHttpPeers({
  seconds,
  rounds,
}: Lengths): Promise<readonly Figure[]> {
  const subjects: Subject[] = [];
  for (const peer of PEERS) subjects.push(await subjectOf(peer));
  const results: LoadResult[] = [];
  if (subjects.some(({ why }) => why === null)) {
    const service = await startService('peers');
    try {
      await measureService(service, 'warm-up', WARM_UP);
      for (let round = 0; round < rounds; round += 1) {
        results.push(await measureService(service, `round${round}`, seconds));
        for (const subject of subjects) await measureRound(subject, seconds);
      }
    } finally {
      await service.stop();
    }
  }
  return subjects.flatMap((subject) => figuresOf(subject, results));
}

async function subjectOf(peer: HttpPeer): Promise<Subject> {
  const reason = peer.missingRequirement();
  if (reason !== null) return { peer, folder: '', loads: [], why: reason };
  const installed = await installPeer(peer.packages);
  if (!installed.ok) return { peer, folder: '', loads: [], why: installed.why };
  return { peer, folder: installed.folder, loads: [], why: null };
}

function measureService({ url, target }: BenchService, run: string, seconds: number) {
  return runLoad(url, durableFlow({ ...target, run }), {
    connections: CONNECTIONS,
    seconds,
    warmUp: SHORT_WARM_UP,
  });
}

async function measureRound(subject: Subject, seconds: number): Promise<void> {
  if (subject.why !== null) return;
  const load = { connections: CONNECTIONS, seconds };
  const done = await measurePeer(subject.peer, subject.folder, load);
  if (done.ok) subject.loads.push(done.value);
  else subject.why = done.why;
}

function figuresOf({ peer, loads, why }: Subject, ours: readonly LoadResult[]): readonly Figure[] {
  if (why !== null) return [skipped(peer.name, why)];
  const pairs = loads.map(({ rate }, round) => ({
    ours: (ours[round]?.rate ?? Number.NaN) / REQUESTS_PER_FLOW,
    theirs: rate / REQUESTS_PER_FLOW,
  }));
  const busiest = Math.max(...[...ours, ...loads].map(({ generatorLoad }) => generatorLoad));
  const [first, ...rest] = comparison(peer, pairs);
  return [{ ...first, note: `generator at most ${busiest.toFixed(2)} of a core` }, ...rest];
}
