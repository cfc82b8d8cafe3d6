import type { Instant } from '../../../shared/time/clock.ts';
import { DAY, HOUR, MINUTE } from '../../../shared/time/clock.ts';
import { formatDateTime } from '../../../shared/time/date-time.ts';
import type { NotReady } from '../../api/readiness.ts';
import type { DeliveryBacklog, FailingHost } from '../../store/delivery-store.ts';
import type { UnmatchedPayment } from '../../store/payment-store.ts';
import type { PeriodProblemKind } from '../../store/period-store.ts';
import type { UnheardTill } from '../../store/till-status-store.ts';
import type { DiskSpace } from '../disk-space.ts';

/** An approved payment of this age that no till has captured or released counts as unmatched. */
export const UNMATCHED_AFTER = 15 * MINUTE;

/** The parts of a service that are checked, in the order of the page. */
export const CHECKS = [
  'service',
  'disk',
  'backup',
  'callbacks',
  'e-mail',
  'payments',
  'tills',
  'books',
] as const;

/** When something that waits counts as late, and how old the newest backup may be: a daily one with some slack. */
const LATE = { callback: 5 * MINUTE, email: HOUR, backup: DAY + 2 * HOUR };
/** Less free space of the disk than this part is a problem, as for the alert. */
const DISK_FREE_MIN = 0.1;

/** What is read before the checks. */
export type Facts = {
  readonly now: Instant;
  /** Why the service is not ready; null if none runs on the data, `elsewhere` if other processes may. */
  readonly notReady: readonly NotReady[] | null | 'elsewhere';
  readonly disk: DiskSpace | null;
  /** When the newest file of the folder of backups was written; `unknown` without a folder, null for an empty one. */
  readonly backup: Instant | null | 'unknown';
  /** Null while the database does not answer. */
  readonly stored: Stored | null;
};

/** What the database has of all shops. */
type Stored = {
  readonly backlog: DeliveryBacklog;
  readonly failingHosts: readonly FailingHost[];
  readonly oldestEmail: Instant | null;
  readonly unmatched: readonly UnmatchedPayment[];
  readonly silentTills: readonly UnheardTill[];
  readonly books: ReadonlyMap<PeriodProblemKind, number>;
};

/** One part of a service: what is so, each case, and what an operator does next. */
export type Check = {
  readonly check: (typeof CHECKS)[number];
  readonly fine: boolean;
  readonly sentence: string;
  readonly cases: readonly string[];
  readonly next: string | null;
};

/** Judges a service for its operator. Every check is there, so that a missing one cannot look fine. */
export function checksOf(facts: Facts): readonly Check[] {
  return CHECKS.map((check) => {
    const { sentence, cases = [], next = null } = verdictOn(check, facts);
    return { check, fine: next === null, sentence, cases, next };
  });
}

/** A verdict with a `next` is a problem. */
type Verdict = {
  readonly sentence: string;
  readonly cases?: readonly string[];
  readonly next?: string;
};

const at = (instant: Instant) => `${formatDateTime(instant)} UTC`;
const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;

function verdictOn(check: (typeof CHECKS)[number], facts: Facts): Verdict {
  if (isOfMachine(check)) return OF_MACHINE[check](facts);
  if (facts.stored !== null) return OF_STORE[check](facts.stored, facts.now);
  return {
    sentence: 'Unknown: the database does not answer.',
    next: 'See the check of the service.',
  };
}

const isOfMachine = (check: string): check is keyof typeof OF_MACHINE =>
  Object.hasOwn(OF_MACHINE, check);

const OF_MACHINE = {
  service({ notReady }: Facts): Verdict {
    if (notReady === 'elsewhere') {
      return { sentence: 'Not asked: each process answers on its own address /health/ready.' };
    }
    if (notReady === null) {
      return {
        sentence: 'No service runs on this data, so tills cannot take payments.',
        next: 'systemctl status tillkit-service; journalctl -u tillkit-service -n 50',
      };
    }
    if (notReady.length === 0) return { sentence: 'Ready.' };
    return {
      sentence: 'The service runs and is not ready.',
      cases: notReady.map(({ description }) => description),
      next: 'journalctl -u tillkit-service -n 50',
    };
  },
  disk({ disk }: Facts): Verdict {
    if (disk === null) return { sentence: 'The system does not tell the free space.' };
    const sentence = `${gigabytes(disk.available)} of ${gigabytes(disk.size)} are free.`;
    if (disk.available >= disk.size * DISK_FREE_MIN) return { sentence };
    return { sentence, next: 'Make room before it is full: a full disk refuses every payment.' };
  },
  backup({ backup, now }: Facts): Verdict {
    if (backup === 'unknown') return { sentence: 'Not checked; --backups names their folder.' };
    const next = 'tillkit admin backup FILE';
    if (backup === null) return { sentence: 'The folder has no backup.', next };
    const sentence = `The newest is of ${at(backup)}.`;
    return now - backup <= LATE.backup ? { sentence } : { sentence, next };
  },
};

const OF_STORE = {
  callbacks({ backlog, failingHosts }: Stored, now: Instant): Verdict {
    const { open, oldestDue } = backlog;
    const late = oldestDue === null ? 0 : now - oldestDue;
    const sentence = `${open} wait to be sent${late > LATE.callback ? `, one since ${at(now - late)}` : ''}.`;
    if (failingHosts.length === 0 && late <= LATE.callback) return { sentence };
    return {
      sentence,
      cases: failingHosts.map(
        ({ merchantId, host, count, since }) =>
          `${merchantId}: ${count} to ${host} fail, the oldest of ${at(since)}`,
      ),
      next: `tillkit admin list-callbacks ${failingHosts[0]?.merchantId ?? 'MERCHANT'} --state open`,
    };
  },
  'e-mail'({ oldestEmail }: Stored, now: Instant): Verdict {
    if (oldestEmail === null) return { sentence: 'No receipt waits.' };
    const sentence = `A receipt waits since ${at(oldestEmail)}.`;
    if (now - oldestEmail <= LATE.email) return { sentence };
    return {
      sentence,
      next: 'Look whether the mail server answers: journalctl -u tillkit-service | grep mail',
    };
  },
  payments({ unmatched }: Stored): Verdict {
    if (unmatched.length === 0) {
      return { sentence: 'Every approved payment was captured or released in time.' };
    }
    return {
      sentence: 'Customers approved payments that no till has captured or released.',
      cases: unmatched.map(
        ({ merchantId, posId, tid, created }) =>
          `${merchantId}: payment ${tid} of the till ${posId}, of ${at(created)}`,
      ),
      next: 'Start these tills: each ends its own payments. A till that is gone: release them in the portal, page Payments.',
    };
  },
  tills({ silentTills }: Stored): Verdict {
    if (silentTills.length === 0) return { sentence: 'None is silent.' };
    return {
      sentence: 'Tills were not heard for longer than the limit of their shop.',
      cases: silentTills.map(
        ({ merchantId, posId, name, received }) =>
          `${merchantId}: ${name} (${posId}), last heard at ${at(received)}`,
      ),
      next: 'Call the shop: the page Tills of its portal has what each till said last.',
    };
  },
  books({ books }: Stored): Verdict {
    const kinds = [...books].filter(([, count]) => count > 0);
    if (kinds.length === 0) return { sentence: 'Closed days fit what their tills handed over.' };
    return {
      sentence: 'Closed days do not fit what their tills handed over.',
      cases: kinds.map(([kind, count]) => `${count} ${kind.replaceAll('_', ' ')}`),
      next: 'Tell the shops: the page Closed days of their portal names till and receipts.',
    };
  },
};
