import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LoadResult, type Round, runLoad } from '../loads.ts';
import { withinMilliseconds } from '../within.ts';
import { type Attempt, attempt } from './figures.ts';
import { startProgram } from './program.ts';

/** Another product with an HTTP interface, which the bench compares with the service. */
export type HttpPeer = {
  /** Name and exact version. */
  readonly name: string;
  /** The packages that npm installs, with the product first. */
  readonly packages: readonly string[];
  /** The calls that stand for create, confirm and capture. */
  readonly calls: string;
  /** Which answered writes survive a power cut. */
  readonly durability: string;
  /** The reason why the peer cannot run on this machine, or null. */
  readonly missingRequirement: () => string | null;
  /** Writes the peer's configuration into `home`. */
  readonly prepare: (home: string) => void;
  /** The command that starts the peer. `installed` is the folder with its `node_modules`. */
  readonly command: (installed: string, home: string, port: number) => readonly string[];
  /** Seconds of warm-up after its start. */
  readonly warmUp: number;
  readonly flow: Round;
};

/** For peers that need only Node.js. */
export const nothingMissing = (): null => null;

export type Load = {
  readonly connections: number;
  readonly seconds: number;
  /** Milliseconds until the bench gives up on a peer, in addition to the length of the load. */
  readonly timeout?: number;
};

/** Starts a peer with a temporary folder and measures it under load, or returns why it failed. */
export async function measurePeer(
  peer: HttpPeer,
  folder: string,
  load: Load,
): Promise<Attempt<LoadResult>> {
  const home = await mkdtemp(join(tmpdir(), 'tillkit-bench-peer-'));
  try {
    peer.prepare(home);
    const started = await attempt(() =>
      startProgram((port) => peer.command(folder, home, port), home),
    );
    if (!started.ok) return { ok: false, why: `it did not start: ${started.why}` };
    const { url, stop } = started.value;
    try {
      return await attempt(() => runWithDeadline(peer, url, load));
    } finally {
      await stop();
    }
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

async function runWithDeadline(
  { flow, warmUp }: HttpPeer,
  url: URL,
  load: Load,
): Promise<LoadResult> {
  const { connections, seconds, timeout: patience = 10_000 } = load;
  const limit = (warmUp + seconds) * 1_000 + patience;
  const done = runLoad(url, flow, { connections, seconds, warmUp });
  return withinMilliseconds(limit, 'it stopped answering', done);
}
