import type { ProfileName } from '../../shared/protocol/profiles.ts';
import type { RegistrationRule } from '../sign-in/registration.ts';
import type { TlsFiles } from './certificate.ts';
import type { DataPlace } from './data-directory.ts';
import type { LogTarget } from './log.ts';

/** Options of a service. All of them have a default except the place of the data. */
export type ServiceOptions = {
  readonly data: DataPlace;
  /**
   * PostgreSQL instead of the embedded database, such as `postgres://tillkit@db.example/tillkit`.
   * `?sslmode=verify-full` and the other parameters of PostgreSQL's clients enable TLS. Keys and
   * credentials stay in `data`, which must be the same for all processes of one database.
   */
  readonly databaseUrl?: string;
  /** Default 4600; 0 takes any free port. */
  readonly port?: number;
  /** Default 127.0.0.1: this machine only. */
  readonly host?: string;
  /**
   * Ends TLS on the service's own address with this certificate. `Service.reloadCertificate` reads
   * the files again.
   */
  readonly tls?: TlsFiles;
  /**
   * Origin under which a proxy publishes the service, such as `https://pay.example`, with a path prefix
   * if the host has other pages: `https://shop.example/tillkit`.
   */
  readonly publicOrigin?: string;
  /**
   * Addresses or networks of proxies whose `X-Forwarded-For` names the client, such as `127.0.0.1` or
   * `10.0.0.0/8`. Rate limits, netmasks and logs then use the client's address.
   */
  readonly trustProxies?: readonly string[];
  /** Serves `/metrics` on a separate address, for Prometheus; without it there are no metrics. */
  readonly adminListen?: { readonly host: string; readonly port: number };
  /**
   * Writes one line of the log for each request. Default: for real shops yes; not on ephemeral data, in
   * a demo or with the simulator.
   */
  readonly logRequests?: boolean;
  /** Permits the demo together with `publicOrigin`. */
  readonly demoInPublic?: boolean;
  /** Who may register in the wallet, and the terms of new customers; by default no customer may. */
  readonly registration?: RegistrationRule;
  /** The profile of the service's clients; default `svc`, the specification's own. */
  readonly profile?: ProfileName;
  /** Writes the demo's merchants, users and customers, and shows one-time codes. */
  readonly demo?: boolean;
  /** ISO 4217 code of one more currency that the demo's shop takes; it always takes NOK. */
  readonly demoCurrency?: string;
  /** Opens the simulator in this process and as an API on the loopback address. */
  readonly simulator?: boolean;
  /** `manual`: the time changes only when the simulator changes it. */
  readonly clock?: 'system' | 'manual';
  /** Folder of the built wallet pages. */
  readonly walletPages?: string;
  /** Folder of the built merchant portal. */
  readonly portalPages?: string;
  /** Serves only the wallet pages on one more address. */
  readonly lanWallet?: { readonly host: string; readonly port: number };
  /**
   * Callback targets that are allowed although they are not public addresses: addresses,
   * `<ip>/<bits>`, and host names. If absent, this machine is allowed when the service is for tests
   * (simulator, demo or ephemeral); see `LOOPBACK_TARGETS`.
   */
  readonly allowCallbacksTo?: readonly string[];
  /**
   * Address for one-time codes, http or https: the operator's gateway, which sends them to the
   * customer's phone. If absent, the demo shows the codes; without the demo no codes can be sent.
   */
  readonly codesTo?: string;
  /**
   * Address for one-time codes by e-mail, http or https: the operator's gateway, which sends them to
   * self-service users of the portal. If absent, these users cannot sign in.
   */
  readonly emailCodesTo?: string;
  /** The operator's mail server, for receipts. If absent, the service sends no e-mail. */
  readonly mail?: MailOptions;
  /** How long the log of callbacks keeps closed deliveries, milliseconds; see `LIMITS`. */
  readonly callbackLogLife?: number;
  /** How long payments and books are kept, milliseconds; always if absent. */
  readonly paymentLife?: number;
  /** How long receipts are kept, milliseconds; see `LIMITS`. */
  readonly receiptLife?: number;
  /**
   * Origins of pages that may call the API from a browser, such as `https://till.example`; only
   * with the profiles `settle` and `mcash` (V-16). Every visitor of such a page can read its
   * secret.
   */
  readonly browserOrigins?: readonly string[];
  /**
   * Name under which the testbed of the profile `mcash` answers programs on this machine, such as
   * `testbed.example`, in addition to the loopback names (V-22). It needs the simulator.
   */
  readonly testbedHost?: string;
  /**
   * RSA private key, PEM, that signs callbacks from now on, for clients that have a public key
   * built in (V-13). It is kept with the data. If absent, the service generates a key.
   */
  readonly callbackKey?: { readonly pem: string } | { readonly file: string };
  /**
   * Certificates, PEM, that callbacks over https accept as issuers in addition to the usual ones.
   */
  readonly callbackCa?: string;
  readonly log?: LogTarget;
};

export type MailOptions = {
  /**
   * `smtps://mail.example`, or `smtp://mail.example:587`, whose connection must change to TLS unless the server is on
   * this machine.
   */
  readonly server: string;
  /** Address that the e-mails come from; the name before it is the shop's. */
  readonly from: string;
  /** The service signs in to the mail server with this name, and with the password in the file. */
  readonly login?: { readonly user: string; readonly passwordFile: string };
};

/** The address of `adminListen` could not be opened; `cause` is the system's error. */
export class AdminListenFailed extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

export const DEFAULT_PORT = 4600;
export const DEFAULT_HOST = '127.0.0.1';
