import { createDataPlace } from './data-place.ts';
import { type Family, smallUnits } from './small-plays.ts';
import { openStage, type Play, play } from './small-world.ts';

/** A share of the small worlds: every unit whose number leaves the remainder `at`. */
export type Share = { readonly of: number; readonly at: number };

export const ALL: Share = { of: 1, at: 0 };

export type SmallSum = {
  readonly units: number;
  readonly plays: ReadonlyMap<Family, number>;
  readonly perScenario: ReadonlyMap<string, number>;
  readonly ends: ReadonlySet<string>;
  readonly findings: readonly string[];
};

/** Plays a share of the small worlds. Calls `onScenario` when the first one of a scenario begins. */
export async function playSmallWorlds(
  share: Share,
  onScenario: (name: string, sum: SmallSum) => void = () => undefined,
): Promise<SmallSum> {
  const sum = {
    units: 0,
    plays: new Map<Family, number>(),
    perScenario: new Map<string, number>(),
    ends: new Set<string>(),
    findings: [] as string[],
  };
  const place = createDataPlace();
  const stage = await openStage(place);
  let number = 0;
  try {
    for (const { family, scenario, run } of smallUnits()) {
      number += 1;
      if (number % share.of !== share.at) continue;
      if (!sum.perScenario.has(scenario)) onScenario(scenario, sum);
      sum.units += 1;
      await run(async (script) => {
        const played = await play(stage, script);
        sum.plays.set(family, (sum.plays.get(family) ?? 0) + 1);
        sum.perScenario.set(scenario, (sum.perScenario.get(scenario) ?? 0) + 1);
        for (const end of played.ends) sum.ends.add(end);
        sum.findings.push(...played.findings.map((one) => `${inWords(script)}: ${one}`));
        return played;
      });
    }
  } finally {
    await stage.service.close();
    place.remove();
  }
  return sum;
}

/** A script in words from which it can be played again. */
function inWords({ scenario, ...rest }: Play): string {
  return `${scenario.name}, ${JSON.stringify(rest)}`;
}

export const playsOf = ({ plays }: SmallSum): number =>
  [...plays.values()].reduce((all, one) => all + one, 0);

/** Plays all small worlds, prints their numbers, and returns the number of findings. */
export async function playAllSmall(): Promise<number> {
  const began = performance.now();
  const seconds = () => ((performance.now() - began) / 1_000).toFixed(0);
  let printed = 0;
  const printNew = ({ findings }: SmallSum) => {
    for (const one of findings.slice(printed)) console.log(`finding: ${one}`);
    printed = findings.length;
  };
  const sum = await playSmallWorlds(ALL, (name, soFar) => {
    printNew(soFar);
    console.log(`${seconds()} s, ${playsOf(soFar)} worlds so far; next: ${name}`);
  });
  printNew(sum);
  console.log('\n| small worlds | number |\n|---|---|');
  for (const [name, plays] of [...sum.plays, ...sum.perScenario]) {
    console.log(`| ${name} | ${plays} |`);
  }
  const { length } = sum.findings;
  console.log(`${playsOf(sum)} small worlds in ${seconds()} s: ${length} findings`);
  return length;
}
