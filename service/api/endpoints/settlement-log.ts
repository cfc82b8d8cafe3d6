import { answer } from '../../../shared/protocol/errors.ts';
import { csvMediaType } from '../../../shared/protocol/media.ts';
import type { Handler } from '../endpoint.ts';

/** `GET /settlement_log/<grant>/`: a log file, sent while it is read; no credentials (D-174). */
export const settlementLog: Handler<'settlementLog'> = async ({ context, params }) => {
  const file = await context.settlements.logFile(params.grant);
  if (!file.ok) return file;
  const { name, text } = file.value;
  const headers = { 'content-disposition': `attachment; filename="${name}"` };
  const type = csvMediaType(context.profile);
  return answer({ status: 200, body: undefined, stream: { type, text }, headers });
};
