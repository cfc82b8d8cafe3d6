import { createDataPlace } from '../data-place.ts';
import { hunt } from './hunt.ts';
import { PLANTED } from './list.ts';

/**
 * Searches for every planted bug, prints the table, and returns the number of bugs that were not found.
 */
export async function huntAll(): Promise<number> {
  const place = createDataPlace();
  let missed = 0;
  console.log('| bug | part | found in world | within | finding |\n|---|---|---|---|---|');
  try {
    for (const bug of PLANTED) {
      const { worlds, finding } = await hunt(bug, place);
      if (worlds === null) missed += 1;
      const found = worlds === null ? '**not found**' : String(worlds);
      console.log(`| ${bug.name} | ${bug.part} | ${found} | ${bug.within} | ${finding} |`);
    }
  } finally {
    place.remove();
  }
  console.log(`${PLANTED.length} planted bugs, ${missed} not found within the stated worlds`);
  return missed;
}
