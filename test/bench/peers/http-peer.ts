import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LoadResult, type Round, runLoad } from '../loads.ts';
import { inTime } from '../within.ts';
import { type Tried, tried } from './figures.ts';
import { startProgram } from './program.ts';

/** Another product that is asked over http what our service is asked. */
export type HttpPeer = {
  /** Name and exact version. */
  readonly name: string;
  /** What npm installs for it, the product itself first. */
  readonly packages: readonly string[];
  /** What it is asked in place of create, confirm and capture. */
  readonly asked: string;
  /** What of an answered request is left after a power cut. */
  readonly durability: string;
  /** Why it cannot run on this machine, in a plain sentence; null where it can. */
  readonly missing: () => string | null;
  /** Writes what it reads at its start into `home`. */
  readonly prepare: (home: string) => void;
  /** `installed` is the folder that has its `node_modules`. */
  readonly command: (installed: string, home: string, port: number) => readonly string[];
  /** Seconds that it needs to learn its work after its start, before a load's own second. */
  readonly warmUp: number;
  /** One flow. */
  readonly flow: Round;
};

/** Of peers that the runtime we run on is enough for. */
export const nothingMissing = (): null => null;

export type Load = {
  readonly connections: number;
  readonly seconds: number;
  /** Milliseconds that a peer is waited for beside the time that the load takes. */
  readonly patience?: number;
};

/** What a peer does under load, started for it with a separate folder; or why it does nothing. */
export async function underLoad(
  peer: HttpPeer,
  folder: string,
  load: Load,
): Promise<Tried<LoadResult>> {
  const home = await mkdtemp(join(tmpdir(), 'tillkit-bench-peer-'));
  try {
    peer.prepare(home);
    const started = await tried(() =>
      startProgram((port) => peer.command(folder, home, port), home),
    );
    if (!started.ok) return { ok: false, why: `it does not start: ${started.why}` };
    const { url, stop } = started.value;
    try {
      return await tried(() => loaded(peer, url, load));
    } finally {
      await stop();
    }
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

async function loaded({ flow, warmUp }: HttpPeer, url: URL, load: Load): Promise<LoadResult> {
  const { connections, seconds, patience = 10_000 } = load;
  const given = (warmUp + seconds) * 1_000 + patience;
  const done = runLoad(url, connections, seconds, flow, warmUp);
  return inTime(given, 'it stopped answering', done);
}
