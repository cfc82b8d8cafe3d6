import { readFileSync } from 'node:fs';
import { durableFlow, runLoad } from '../loads.ts';
import { type Figure, spreadOf } from '../report.ts';
import { startCeiling, startService } from '../service-server.ts';

const MEGABYTE = 1024 * 1024;

/** From the start of the process to its ready line, against a process with bare Express. */
export async function measureStart(rounds: number): Promise<readonly Figure[]> {
  const ours: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const service = await startService('start');
    ours.push(service.startMilliseconds);
    await service.stop();
    const express = await startCeiling('bare-express');
    bare.push(express.startMilliseconds);
    await express.stop();
  }
  const ratio = spreadOf(ours.map((time, round) => time / (bare[round] ?? Number.NaN)));
  return [
    {
      what: 'start to ready, empty',
      value: spreadOf(ours).middle,
      unit: 'ms',
      against: { name: 'bare Express', value: spreadOf(bare).middle, ratio },
      target: { says: 'at most 3 times bare Express', met: ratio.middle <= 3 },
    },
  ];
}

/** Resident memory idle, and while the durable flow runs for `seconds`. */
export async function measureMemory(seconds: number): Promise<readonly Figure[]> {
  const service = await startService('memory');
  try {
    const idle = resident(service.pid);
    const samples: number[] = [];
    const sampling = setInterval(() => samples.push(resident(service.pid)), 1_000);
    await runLoad(service.url, 16, seconds, durableFlow(service.target));
    clearInterval(sampling);
    const most = Math.max(...samples);
    const slope = slopePerMinute(samples.slice(Math.floor(samples.length / 3)));
    return [
      atMost('resident memory, idle', idle, 110),
      atMost(`resident memory, most in ${seconds} s of load`, most, 180),
      { what: '  its slope over the last two thirds', value: slope, unit: 'MB/min' },
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
    target: { says: `at most ${limit} MB`, met: value <= limit },
  };
}

/** Resident set of a process in megabytes; not a number where the system does not say. */
function resident(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/status`, 'utf8');
    const kilobytes = /VmRSS:\s+(\d+)/.exec(text)?.[1];
    return (Number(kilobytes) * 1024) / MEGABYTE;
  } catch {
    return Number.NaN;
  }
}

/** Least squares over one sample a second. */
function slopePerMinute(samples: readonly number[]): number {
  const middle = (samples.length - 1) / 2;
  const mean = samples.reduce((sum, value) => sum + value, 0) / samples.length;
  const top = samples.reduce((sum, value, at) => sum + (at - middle) * (value - mean), 0);
  const bottom = samples.reduce((sum, _, at) => sum + (at - middle) ** 2, 0);
  return (top / bottom) * 60;
}
