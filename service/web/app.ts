import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import { errorReply } from '../../shared/node/http/error-reply.ts';
import { bodyRefusal } from '../../shared/node/http/read-body.ts';
import type { Reply } from '../../shared/node/http/reply.ts';
import { type TransportDeps, transport } from '../../shared/node/http/transport.ts';
import { refuse } from '../../shared/protocol/errors.ts';

const NO_PAGE = errorReply(refuse('Not Found', 'There is nothing at this address.').refusal);
const BAD_PATH = errorReply(
  refuse('Bad Request', 'The address has a broken percent-encoding.').refusal,
);

/** An Express application with the settings that all applications of the service share. */
export function createApp(): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag');
  app.set('case sensitive routing', true);
  app.set('trust proxy', false);
  return app;
}

/** Mounts the last handlers: 404 for an unknown path, and the handler for errors of the router. */
export function mountEnd(app: Express, deps: TransportDeps): void {
  app.use((request: Request, response: Response) =>
    transport(request, response, async () => NO_PAGE, deps),
  );
  app.use((error: unknown, request: Request, response: Response, _next: NextFunction) =>
    transport(request, response, async () => endOf(error), deps),
  );
}

/** The reply to an error of the router or of a body parser; any other error is a fault. */
function endOf(error: unknown): Reply {
  if (error instanceof URIError) return BAD_PATH;
  const refusal = bodyRefusal(error);
  if (refusal !== null) return errorReply(refusal);
  throw error;
}
