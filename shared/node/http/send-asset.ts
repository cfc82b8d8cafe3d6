import type { Response } from 'express';
import { pageHeaders } from './security-headers.ts';
import type { Asset } from './static-assets.ts';

/** Sends a file of a built screen with the headers of every page; `camera` for one that scans codes. */
export function sendAsset(response: Response, asset: Asset, camera: 'none' | 'own' = 'none'): void {
  response
    .status(200)
    .set(pageHeaders(undefined, null, camera))
    .set({ 'content-type': asset.type, 'cache-control': asset.cache })
    .send(asset.body);
}
