/** The rounds and findings of one part of the process tests. */
export type FaultReport = {
  readonly rounds: number;
  /** Rounds in which the damage was detected: a start, a read or a write was refused with a message. */
  readonly refused: number;
  /** Acknowledged writes that were read afterwards. */
  readonly acknowledged: number;
  /** One sentence each, with the seed that repeats the round. */
  readonly findings: readonly string[];
};

/** What one round adds to the report. */
export type Round = {
  readonly refused: boolean;
  readonly acknowledged: number;
  readonly findings: readonly string[];
};

/** Plays rounds, each with another seed, and adds up their reports. */
export async function play(
  first: number,
  rounds: number,
  one: (seed: number) => Promise<Round>,
): Promise<FaultReport> {
  let refused = 0;
  let acknowledged = 0;
  const findings: string[] = [];
  for (let number = 0; number < rounds; number += 1) {
    const seed = first + number;
    const round = await one(seed);
    refused += round.refused ? 1 : 0;
    acknowledged += round.acknowledged;
    findings.push(...round.findings.map((finding) => `seed ${seed}: ${finding}`));
  }
  return { rounds, refused, acknowledged, findings };
}
