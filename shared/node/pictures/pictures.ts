import { Worker } from 'node:worker_threads';
import { WorkQueue } from '../../limits/work-queue.ts';
import { type Answer, answer, refuse } from '../../protocol/errors.ts';
import type { Stopwatch } from '../../time/clock.ts';
import type { PictureFile } from './picture-file.ts';
import { PICTURE_LIMITS } from './picture-limits.ts';
import { NOT_A_PICTURE, readPictureFile } from './read-picture-file.ts';
import type { WrittenPicture } from './rewrite-picture.ts';
import { THREAD_FILE } from './thread-file.ts';

/** The only way to a picture that others sent: written anew, outside of the event loop. */
export interface Pictures {
  /**
   * Decodes a PNG or JPEG picture and writes it again (D-268). Refuses other files and those beyond the limits
   * with `Bad Request`, and with `Service Unavailable` when too many pictures wait or the picture is late (D-440).
   */
  write(shop: string, bytes: Uint8Array): Promise<Answer<WrittenPicture>>;
}

/** Makes what it is given into a picture, or null; rejects if it cannot run. `end` is called when it is late. */
export type PictureRun = (file: PictureFile) => {
  readonly done: Promise<WrittenPicture | null>;
  readonly end: () => Promise<unknown>;
};

const BUSY = refuse(
  'Service Unavailable',
  'Too many pictures are being made ready at once; try again in a moment.',
  { retry_after: 1 },
);
const LATE = refuse(
  'Service Unavailable',
  'This picture took too long and was not taken; try again later, or save it again with another program.',
  { retry_after: 10 },
);

/** One picture at a time, in turns of the shops; a shop has a few places to wait. */
export function createPictures(
  clock: Pick<Stopwatch, 'after'>,
  run: PictureRun = inThread,
): Pictures {
  const { waitingMax, waitingOfShopMax, timeMax } = PICTURE_LIMITS;
  const lane = new WorkQueue(1, waitingMax, waitingOfShopMax);

  async function inTime(file: PictureFile): Promise<Answer<WrittenPicture>> {
    const { done, end } = run(file);
    let cancel = () => {};
    const late = new Promise<'late'>((resolve) => {
      cancel = clock.after(timeMax, () => resolve('late'));
    });
    try {
      const made = await Promise.race([done, late]);
      if (made === 'late') return LATE;
      return made === null ? NOT_A_PICTURE : answer(made);
    } finally {
      cancel();
      await end();
    }
  }

  return {
    async write(shop, bytes) {
      const read = readPictureFile(bytes);
      if (!read.ok) return read;
      const ran = await lane.run(() => inTime(read.value), shop);
      return ran === null ? BUSY : ran.result;
    },
  };
}

/**
 * Runs a picture in a thread of its own. It has no limit for the heap of V8, because a thread that reaches it may end
 * the process; the codecs keep pixels in memory that has a limit without this risk.
 */
const inThread: PictureRun = (file) => {
  const thread = new Worker(THREAD_FILE, { workerData: file, env: {}, execArgv: [], argv: [] });
  thread.unref();
  const done = new Promise<WrittenPicture | null>((resolve, reject) => {
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', (code) => reject(new Error(`the thread of a picture ended with ${code}`)));
  });
  return { done, end: () => thread.terminate() };
};
