import { TOTP, URI } from 'otpauth';
import { expect } from 'vitest';
import { type PortalRole, portalEntered, portalTicket } from '../../shared/portal/sign-in.ts';
import { SECOND } from '../../shared/time/clock.ts';
import { openAdmin } from '../service/admin/run-admin.ts';
import { startReceiver } from './callback-receiver.ts';
import { merchantBrowser } from './merchant-pages.ts';
import { newPostgres } from './postgres/shared.ts';
import { startTestService } from './service.ts';
import type { StoreKind } from './stores.ts';

export type PortalPerson = { readonly email: string; readonly id: string };
type Browser = ReturnType<typeof merchantBrowser>;

/**
 * A whole service whose self-service users sign in by e-mail: the gateway is a receiver, the
 * authenticator app is the library's own, and the operator works while the service runs.
 */
export async function startPortalPeople(store: StoreKind) {
  const database = store === 'postgres' ? await newPostgres() : null;
  const commands = openAdmin();
  const place = database === null ? [] : ['--database-url', database.url];
  const admin = {
    done: (...args: string[]) => commands.done(...args, ...place),
    fails: (code: number, ...args: string[]) => commands.fails(code, ...args, ...place),
  };
  const gateway = await startReceiver();
  const log: string[] = [];
  const service = await startTestService({
    data: { kind: 'directory', path: commands.data },
    ...(database === null ? {} : { databaseUrl: database.url }),
    emailCodesTo: `${gateway.url}/mail`,
    log: { write: (line) => void log.push(line) },
  });
  const shop = service.ready.merchant.id;
  let number = 0;

  /** One more user of an address; answers its id. */
  async function also(merchant: string, email: string, role: PortalRole): Promise<string> {
    const printed = await admin.done('create-self-service-user', merchant, email, '--role', role);
    return /self-service user (\w+) /.exec(printed)?.[1] ?? '';
  }

  /** The message to the gateway that is the only one since `before`. */
  async function mailed(before: number): Promise<{ email: string; code: string }> {
    await expect.poll(() => gateway.heard.length).toBe(before + 1);
    return JSON.parse(String(gateway.heard.at(-1)?.body));
  }

  async function codeFor(browser: Browser, email: string): Promise<string> {
    const before = gateway.heard.length;
    expect((await browser.post('/email-code', { email })).status).toBe(204);
    return (await mailed(before)).code;
  }

  async function ticketFor(browser: Browser, email: string) {
    const code = await codeFor(browser, email);
    return portalTicket.parse((await browser.post('/email-session', { email, code })).body);
  }

  const now = () => service.service.simulator.now();
  /** What the app shows at the service's time. */
  const shownBy = (app: TOTP) => app.generate({ timestamp: now() });
  /** Moves the time until the app shows the code of another step. */
  const nextStep = () => service.service.simulator.advance(STEP);

  /** Moves the time until the app shows a code that differs from those of the steps around it. */
  async function nextCode(app: TOTP): Promise<string> {
    await nextStep();
    const [before, code = '', after] = codesAround(app, now());
    return code === before || code === after ? nextCode(app) : code;
  }

  return {
    ...{ admin, gateway, service, log, shop, also, mailed, codeFor, ticketFor, shownBy },
    ...{ nextStep, nextCode },
    async person(role: PortalRole = 'admin', merchant = shop): Promise<PortalPerson> {
      number += 1;
      const email = `person${number}@kaffebar.no`;
      return { email, id: await also(merchant, email, role) };
    },
    /** Signs a new person in, with its enrolment. */
    async enrolled({ email }: Pick<PortalPerson, 'email'>) {
      const browser = merchantBrowser(service);
      const { ticket, enrol } = await ticketFor(browser, email);
      const app = appOf(enrol?.uri ?? '');
      const reply = await browser.post('/second-factor', { ticket, code: shownBy(app) });
      expect(reply.status).toBe(200);
      return { browser, app, ...portalEntered.parse(reply.body) };
    },
    /** Past every window of a limit, so that the tests do not count against each other. */
    pastLimits: () => service.service.simulator.advance(3_600),
    async stop() {
      await service.stop();
      await gateway.stop();
      await database?.drop();
      commands.stop();
    },
  };
}

export type PortalPeople = Awaited<ReturnType<typeof startPortalPeople>>;

/** The time for which an app shows a code, in seconds. */
const STEP = 30;

/** The app's codes one step before this time, at this time and one step after; the service accepts all. */
export const codesAround = (app: TOTP, timestamp: number): readonly string[] =>
  [-1, 0, 1].map((steps) => app.generate({ timestamp: timestamp + steps * STEP * SECOND }));

/** The numbers after the code that the app shows, without those that the service accepts at this time. */
export function wrongCodes(app: TOTP, timestamp: number, count: number): readonly string[] {
  const right = codesAround(app, timestamp);
  const following = (more: number) => (Number(right[1]) + 1 + more) % 1_000_000;
  return Array.from({ length: count + right.length }, (_, more) =>
    String(following(more)).padStart(6, '0'),
  )
    .filter((code) => !right.includes(code))
    .slice(0, count);
}

/** An authenticator app that has scanned an address. */
export function appOf(uri: string): TOTP {
  const app = URI.parse(uri);
  if (!(app instanceof TOTP)) throw new Error('this is no address of a time-based code');
  return app;
}
