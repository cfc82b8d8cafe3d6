import { readFileSync } from 'node:fs';
import { type Installed, installService } from '../installed.ts';
import { durableFlow, runLoad } from '../loads.ts';
import type { Figure } from '../report.ts';
import { startServer } from '../server-process.ts';
import { startService } from '../service-server.ts';

const MEGABYTE = 1024 * 1024;

/**
 * Measures the resident memory of the installed service: idle with default options, and while the
 * durable flow runs for `seconds`, which needs the demo and the simulator.
 */
export async function measureMemory(seconds: number): Promise<readonly Figure[]> {
  const installed = await installService();
  try {
    return [await idle(installed), ...(await underLoad([installed.command, 'service'], seconds))];
  } finally {
    installed.remove();
  }
}

/** Milliseconds until the work after a start is done. */
const SETTLE_TIME = 3_000;

async function idle({ command, data }: Installed): Promise<Figure> {
  const args = ['service', '--data', data('idle'), '--port', '0', '--ready-json'];
  const service = await startServer(command, args);
  try {
    await new Promise((resolve) => setTimeout(resolve, SETTLE_TIME));
    return atMost('resident memory, idle', resident(service.pid), 110);
  } finally {
    await service.stop();
  }
}

async function underLoad(
  command: readonly [string, ...string[]],
  seconds: number,
): Promise<readonly Figure[]> {
  const service = await startService('memory', ['--ephemeral'], { command });
  try {
    const before = resident(service.pid);
    const samples: number[] = [];
    const sampling = setInterval(() => samples.push(resident(service.pid)), 1_000);
    const { rate } = await runLoad(service.url, durableFlow(service.target), {
      connections: 16,
      seconds,
    });
    clearInterval(sampling);
    const slope = slopePerMinute(samples.slice(Math.floor(samples.length / 3)));
    return [
      { what: 'resident memory, idle, with demo and simulator', value: before, unit: 'MB' },
      {
        ...atMost(`resident memory, maximum in ${seconds} s of load`, Math.max(...samples), 180),
        note: `at ${Math.round(rate)} requests/s`,
      },
      { what: '  its growth over the last two thirds', value: slope, unit: 'MB/min' },
    ];
  } finally {
    await service.stop();
  }
}

function atMost(what: string, value: number, limit: number): Figure {
  return {
    what,
    value,
    unit: 'MB',
    target: { requirement: `at most ${limit} MB`, met: value <= limit },
  };
}

/** Resident memory of a process in megabytes, or NaN if the system does not provide it. */
function resident(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/status`, 'utf8');
    const kilobytes = /VmRSS:\s+(\d+)/.exec(text)?.[1];
    return (Number(kilobytes) * 1024) / MEGABYTE;
  } catch {
    return Number.NaN;
  }
}

/** Slope of the least-squares line through samples of one per second. */
function slopePerMinute(samples: readonly number[]): number {
  const middle = (samples.length - 1) / 2;
  const mean = samples.reduce((sum, value) => sum + value, 0) / samples.length;
  const top = samples.reduce((sum, value, at) => sum + (at - middle) * (value - mean), 0);
  const bottom = samples.reduce((sum, _, at) => sum + (at - middle) ** 2, 0);
  return (top / bottom) * 60;
}
