import { type HttpRequest, headerOf } from '../../shared/node/http/http-request.ts';
import type { HeaderNames } from '../../shared/protocol/headers.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import type { IntegratorStore } from '../store/store.ts';
import { type AuthAnswerOf, refused, tooMany } from './auth-answer.ts';
import type { LookupBudget } from './lookup-limit.ts';
import { inNetmask } from './netmask.ts';
import { credentialsOf } from './request-credentials.ts';
import { checkSignature, publicKeyOf, type SignatureDeps } from './signature-check.ts';

/**
 * Checks the integrator of a request to an integrator endpoint (D-67): the header must name an
 * integrator that may connect from this address. A signature is optional; if present, it must be
 * valid. Returns the integrator's id.
 */
export async function checkIntegrator(
  presented: HttpRequest,
  deps: {
    readonly integrators: IntegratorStore;
    readonly budget: LookupBudget;
    readonly names: HeaderNames;
    readonly signature: SignatureDeps;
    /** Fewest bits of the integrator's key (D-19). */
    readonly keyBitsMin: number;
  },
): Promise<AuthAnswerOf<string>> {
  const { integrators, budget, names } = deps;
  const id = headerOf(presented, names.integrator);
  if (id === null) return refused('Unauthorized', `The header ${names.integrator} is missing.`);
  if (headerOf(presented, names.user) !== null) {
    return refused('Bad Request', `Send ${names.user} or ${names.integrator}, not both.`);
  }
  const { address } = presented;
  const possible = id.length <= LIMITS.userIdMax;
  // Ids are short: without a limit a caller could try all of them.
  const wait = budget.enter(possible ? id : '', address);
  if (wait > 0) return tooMany(wait);
  const integrator = possible ? await integrators.read(id) : null;
  const allowed = integrator !== null && inNetmask(address, integrator.netmask);
  const wrong = !allowed
    ? refused('Unauthorized', 'There is no such integrator here.')
    : signatureFault(presented, integrator.publicKey, deps);
  if (wrong !== null) return wrong;
  budget.right(id, address);
  return { ok: true, value: id };
}

function signatureFault(
  presented: HttpRequest,
  publicKey: string,
  deps: {
    readonly names: HeaderNames;
    readonly signature: SignatureDeps;
    readonly keyBitsMin: number;
  },
) {
  if (presented.headers.authorization === undefined) return null;
  const credentials = credentialsOf(presented);
  if (credentials.kind !== 'key') {
    return refused('Unauthorized', 'An integrator signs its requests; it has no secret.');
  }
  const { integrator, timestamp, digest } = deps.names;
  const required = [integrator, timestamp, digest];
  const signature = { ...deps.signature, required };
  const key = publicKeyOf(publicKey, deps.keyBitsMin);
  const verdict = checkSignature(presented, credentials.signature, key, signature);
  if (verdict.kind === 'right') return null;
  const details = verdict.toSign === null ? undefined : { string_to_sign: verdict.toSign };
  return refused('Unauthorized', verdict.sentence, details);
}
