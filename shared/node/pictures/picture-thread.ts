import { parentPort, workerData } from 'node:worker_threads';
import type { PictureFile } from './picture-file.ts';
import { rewritePicture } from './rewrite-picture.ts';

/* A thread of one picture: it gets the file, posts what it has written or null, and ends. */

// The other end starts this thread with a file of this type.
const file: PictureFile = workerData;
parentPort?.postMessage(await rewritePicture(file));
