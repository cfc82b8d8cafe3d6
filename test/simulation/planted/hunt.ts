import { present } from '../../../shared/objects/present.ts';
import type { DataPlace } from '../data-place.ts';
import { playWorld } from '../world.ts';
import type { Planted } from './plant.ts';

/** The number of worlds until a planted bug was found, and the finding. */
export type Hunt = {
  /** Null when nothing was found in the stated number of worlds. */
  readonly worlds: number | null;
  readonly finding: string;
};

/** Plays worlds from seed 1 on with a planted bug until the auditor finds something. */
export async function hunt(bug: Planted, place: DataPlace): Promise<Hunt> {
  for (let seed = 1; seed <= bug.within; seed += 1) {
    const options = {
      seed,
      place,
      alter: bug.plant(),
      ...present({
        features: bug.features,
        faults: bug.faults,
        alterFacts: bug.plantFacts?.(),
        alterBooks: bug.plantBooks?.(),
        alterQuestions: bug.plantQuestions?.(),
      }),
    };
    const { findings } = await playWorld(options);
    const [finding] = findings;
    if (finding !== undefined) return { worlds: seed, finding };
  }
  return { worlds: null, finding: '' };
}
