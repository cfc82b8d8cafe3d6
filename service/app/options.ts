import type { ProfileName } from '../../shared/protocol/profiles.ts';
import type { DataPlace } from './data-directory.ts';
import type { LogTarget } from './log.ts';

/** How a service is to run. Everything has a default but where the data is. */
export type ServiceOptions = {
  readonly data: DataPlace;
  /**
   * PostgreSQL in place of the embedded database, such as `postgres://tillkit@db.example/tillkit`;
   * `?sslmode=verify-full` and the other words of PostgreSQL's clients ask for TLS.
   * Keys and credentials stay in `data`, which all processes of one database must have the same of.
   */
  readonly databaseUrl?: string;
  /** 4600; 0 takes any free port. */
  readonly port?: number;
  /** 127.0.0.1: this machine alone. */
  readonly host?: string;
  /** Origin under which a proxy makes the service known, such as `https://pay.example`. */
  readonly publicOrigin?: string;
  /** What clients the service speaks with; `svc`, the specification's own, where nothing is said. */
  readonly profile?: ProfileName;
  /** Writes the demo's merchants, users and customers, and shows one-time codes. */
  readonly demo?: boolean;
  /** Opens the simulator, here and as an API on the loopback address. */
  readonly simulator?: boolean;
  /** `manual`: time stands still until the simulator moves it. */
  readonly clock?: 'system' | 'manual';
  /** Folder of the built wallet page. */
  readonly portalAssets?: string;
  /** Folder of the merchant's built pages. */
  readonly merchantAssets?: string;
  /** Serves the customer's pages, and nothing else, on one more address. */
  readonly lanPortal?: { readonly host: string; readonly port: number };
  /**
   * What callbacks may go to although it is no public address: addresses, `<ip>/<bits>`, and host
   * names. Left out, this machine may be called where the service is one for tests (simulator, demo
   * or ephemeral), and nothing else; see `LOOPBACK_TARGETS`.
   */
  readonly allowCallbacksTo?: readonly string[];
  /**
   * Where one-time codes go, http or https: an operator's own gateway, which sends them on to the
   * customer's phone. Left out, codes are shown in the demo, and cannot be sent anywhere else.
   */
  readonly codesTo?: string;
  /** How long the log of callbacks keeps what is over, milliseconds; see `LIMITS`. */
  readonly callbackLogLife?: number;
  /**
   * Origins of pages that may call the API from a browser, such as `https://till.example`; with the
   * profiles `settle` and `mcash` alone (V-16). Whoever opens such a page has its secret.
   */
  readonly browserOrigins?: readonly string[];
  /**
   * RSA private key, PEM, that signs callbacks from now on, for clients that have a public key built
   * in (V-13). It is kept with the data; without it the service makes one of its own.
   */
  readonly callbackKey?: { readonly pem: string } | { readonly file: string };
  /** Certificates, PEM, that callbacks by https accept as issuers beside the usual ones. */
  readonly callbackCa?: string;
  readonly log?: LogTarget;
};

export const DEFAULT_PORT = 4600;
export const DEFAULT_HOST = '127.0.0.1';
