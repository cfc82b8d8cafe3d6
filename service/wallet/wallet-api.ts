import express, { type Router } from 'express';
import { refuse } from '../../shared/protocol/errors.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { send, unreadable } from '../web/express-endpoint.ts';
import { open, signedIn } from './endpoint.ts';
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
import {
  code,
  demoSession,
  events,
  me,
  registration,
  signIn,
  signOut,
} from './endpoints/sign-in.ts';
import type { WalletServices } from './wallet-services.ts';

/** The wallet's JSON API, mounted at its own path; every unknown path below it is 404. */
export function walletApi(services: WalletServices): Router {
  const router = express.Router();
  router.use(
    express.json({ limit: LIMITS.walletBodyBytesMax, type: 'application/json', inflate: false }),
  );
  router.get('/me', open(services, me));
  router.post('/code', open(services, code));
  router.post('/session', open(services, signIn));
  router.post('/registration', open(services, registration));
  router.delete('/session', signedIn(services, signOut));
  router.post('/demo-session', open(services, demoSession));
  router.get('/requests', signedIn(services, requests));
  router.get('/requests/:tid', signedIn(services, requestRead));
  router.post('/requests/:tid/claim', signedIn(services, requestClaim));
  router.post('/requests/:tid/approve', signedIn(services, requestApprove));
  router.post('/requests/:tid/reject', signedIn(services, requestReject));
  router.get('/requests/:tid/attachments', signedIn(services, attachmentList));
  router.get('/requests/:tid/attachments/:id', signedIn(services, attachmentImage));
  router.post('/scans', signedIn(services, scanCreate));
  router.get('/scans/:id', signedIn(services, scanRead));
  router.get('/permissions', signedIn(services, permissionList));
  router.get('/permissions/:rid', signedIn(services, permissionRead));
  router.post('/permissions/:rid/accept', signedIn(services, permissionAccept));
  router.post('/permissions/:rid/decline', signedIn(services, permissionDecline));
  router.get('/profile', signedIn(services, profileRead));
  router.put('/profile', signedIn(services, profileUpdate));
  router.get('/events', signedIn(services, events));
  router.use((_request, response) => {
    send(response, refuse('Not Found', 'The wallet has nothing at this address.'));
  });
  router.use(unreadable);
  return router;
}
