import type { CallbackMessage } from '../../shared/protocol/events.ts';
import type { Payments } from '../payments/payments.ts';
import type { Permissions } from '../permissions/permissions.ts';

/**
 * Returns the message with the object as the outcome endpoint returns it now; `meta` does not
 * change. A message without an object, or about a resource without an outcome, does not change.
 */
export type WithCurrentObject = (
  merchantId: string,
  message: CallbackMessage,
) => Promise<CallbackMessage>;

export type CurrentObjectDeps = {
  readonly payments: Pick<Payments, 'read' | 'outcome'>;
  readonly permissions: Pick<Permissions, 'read' | 'outcome'>;
  /** Converts an outcome to the form in which callbacks have it (D-93). */
  readonly written: (outcome: unknown) => unknown;
};

/** The address of an outcome, which events name in `meta.uri` (D-136). */
const OUTCOME = /\/(payment|permission)_request\/([\w.-]+)\/outcome\/$/;

/**
 * Reads the object of an event again before it is sent (D-142). An attempt may happen two days
 * after the event, when its state, its tokens and its upload address have changed.
 */
export function createCurrentObjects(deps: CurrentObjectDeps): WithCurrentObject {
  const { payments, permissions, written } = deps;

  async function outcome(merchantId: string, kind: string, id: string) {
    if (kind === 'payment') {
      const payment = await payments.read(merchantId, id);
      return payment === null ? null : payments.outcome(payment);
    }
    const permission = await permissions.read(merchantId, id);
    return permission === null ? null : permissions.outcome(permission);
  }

  return async (merchantId, message) => {
    const [, kind, id] = OUTCOME.exec(message.meta.uri ?? '') ?? [];
    if (kind === undefined || id === undefined || message.object === undefined) return message;
    const now = await outcome(merchantId, kind, id);
    return now === null ? message : { meta: message.meta, object: written(now) };
  };
}
