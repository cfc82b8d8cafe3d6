import type { Response } from 'express';
import type { Asset } from './assets.ts';
import { pageHeaders } from './security-headers.ts';

/** Sends a file of a built screen with the headers of every page. */
export function sendAsset(response: Response, asset: Asset): void {
  response
    .status(200)
    .set(pageHeaders())
    .set({ 'content-type': asset.type, 'cache-control': asset.cache })
    .send(asset.body);
}
