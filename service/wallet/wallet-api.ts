import express, { type ErrorRequestHandler, type Router } from 'express';
import { bodyRefusal } from '../../shared/node/http/body-refusal.ts';
import { refuse } from '../../shared/protocol/errors.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { open, send, sendRefusal, signedIn } from './endpoint.ts';
import { attachmentImage, attachmentList } from './endpoints/attachments.ts';
import {
  permissionAccept,
  permissionDecline,
  permissionList,
  permissionRead,
} from './endpoints/permissions.ts';
import { profileRead, profileUpdate } from './endpoints/profile.ts';
import {
  requestApprove,
  requestClaim,
  requestRead,
  requestReject,
  requests,
} from './endpoints/requests.ts';
import { scanCreate, scanRead } from './endpoints/scans.ts';
import { code, demoSession, events, me, signIn, signOut } from './endpoints/sign-in.ts';
import type { WalletServices } from './wallet-services.ts';

/** The wallet's JSON API, mounted at its own path; every unknown path below it is 404. */
export function walletApi(parts: WalletServices): Router {
  const router = express.Router();
  router.use(
    express.json({ limit: LIMITS.walletBodyBytesMax, type: 'application/json', inflate: false }),
  );
  router.get('/me', open(parts, me));
  router.post('/code', open(parts, code));
  router.post('/session', open(parts, signIn));
  router.delete('/session', signedIn(parts, signOut));
  router.post('/demo-session', open(parts, demoSession));
  router.get('/requests', signedIn(parts, requests));
  router.get('/requests/:tid', signedIn(parts, requestRead));
  router.post('/requests/:tid/claim', signedIn(parts, requestClaim));
  router.post('/requests/:tid/approve', signedIn(parts, requestApprove));
  router.post('/requests/:tid/reject', signedIn(parts, requestReject));
  router.get('/requests/:tid/attachments', signedIn(parts, attachmentList));
  router.get('/requests/:tid/attachments/:id', signedIn(parts, attachmentImage));
  router.post('/scans', signedIn(parts, scanCreate));
  router.get('/scans/:id', signedIn(parts, scanRead));
  router.get('/permissions', signedIn(parts, permissionList));
  router.get('/permissions/:rid', signedIn(parts, permissionRead));
  router.post('/permissions/:rid/accept', signedIn(parts, permissionAccept));
  router.post('/permissions/:rid/decline', signedIn(parts, permissionDecline));
  router.get('/profile', signedIn(parts, profileRead));
  router.put('/profile', signedIn(parts, profileUpdate));
  router.get('/events', signedIn(parts, events));
  router.use((_request, response) => {
    send(response, refuse('Not Found', 'The wallet has nothing at this address.'));
  });
  router.use(unreadable);
  return router;
}

/** Answers a request whose body or path could not be read. */
export const unreadable: ErrorRequestHandler = (error, _request, response, next) => {
  const refusal = bodyRefusal(error);
  if (refusal === null) next(error);
  else sendRefusal(response, refusal);
};
