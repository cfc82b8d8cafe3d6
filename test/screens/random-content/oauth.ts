import { createServer, type IncomingMessage } from 'node:http';
import type { Page } from 'playwright-core';
import type { Language } from '../../../renderer/i18n/language.ts';
import {
  type ShownSignIn,
  showCode,
  showConsent,
  showError,
  showNumber,
  showOver,
} from '../../../service/oauth/show-pages.ts';
import type { Customer } from '../../../service/store/store.ts';
import type { Reply } from '../../../shared/node/http/reply.ts';
import { send } from '../../../shared/node/http/reply.ts';
import { unreadable } from '../../support/readable.ts';
import { type Content, type ContentScreen, FEW, servedBy } from './random-content.ts';

const SCOPE = 'openid profile email phone shipping_address address fodselsnummer bankid';
const BACK = 'https://kundeklubb.grunerlokka-handverksbakeri-og-konditori.example/innlogging/retur';
const PHONE = '4798765432';

const PROFILE = {
  email: 'ingrid.solheim@example.no',
  emailVerified: true,
  address: {
    name: 'Hjemme',
    street_address: 'Markveien 35',
    postal_code: '0554',
    locality: 'Oslo',
    country: 'NO',
  },
  nationalId: null,
};

type Show = (signIn: ShownSignIn, content: Content) => Reply | Promise<Reply>;

/** Every page of the redirect flow, by name. */
const PAGES: Readonly<Record<string, Show>> = {
  number: (signIn) => showNumber(signIn, 200, null),
  'number-wrong': (signIn) => showNumber(signIn, 400, 'number', '479876543210000'),
  often: (signIn) => showNumber({ ...signIn, key: 'k' }, 429, 'often', PHONE),
  code: (signIn) => showCode(signIn, 200, { msisdn: PHONE, demoCode: '314159', wrong: false }),
  'code-wrong': (signIn) => showCode(signIn, 401, { msisdn: PHONE, demoCode: null, wrong: true }),
  consent: (signIn, content) => showConsent(signIn, customerOf(content)),
  'consent-bare': (signIn, content) =>
    showConsent({ ...signIn, open: openFor('unknown') }, customerOf(content)),
  over: ({ exchange }) => showOver(exchange),
  error: ({ exchange }) => showError(exchange, 'unsupported_response_type'),
  fault: ({ exchange }) => showError(exchange, null, 503),
};

const customerOf = (content: Content): Customer => ({
  id: 'c1',
  name: content.name(),
  msisdn: PHONE,
});

const openFor = (scope: string) => ({ id: 'r1', authorisation: { scope, redirectUri: BACK } });

/** What the pages read of a sign-in: names, the profile, and whether codes can be sent. */
function signInOf({ headers }: IncomingMessage, content: Content): ShownSignIn {
  const formatted = [content.name(), content.name(), '0555 Oslo'].join('\n');
  const profile = { ...PROFILE, address: { ...PROFILE.address, formatted } };
  const demo = content.chance.chance(0.8);
  const store = { profiles: { read: async () => profile } };
  const client = { name: content.name() };
  const deps = { demo, deliverCode: null, oauth: { store } };
  return { exchange: { headers }, deps, client, open: openFor(SCOPE), key: null };
}

/** What the next page that is asked for shows. */
let shown: { readonly state: string; readonly content: Content } | null = null;

async function serve() {
  const server = createServer(async (request, response) => {
    const reply =
      shown === null
        ? undefined
        : await PAGES[shown.state]?.(signInOf(request, shown.content), shown.content);
    const framing = { requestId: 'page', mediaType: 'application/json', close: false };
    send(response, reply ?? { status: 404 }, framing);
  });
  return servedBy(server);
}

/** The pages of the redirect flow, by which another application learns who the customer is. */
export const OAUTH: ContentScreen = {
  name: 'oauth',
  each: FEW,
  serve,
  states: Object.keys(PAGES),
  themes: ['light', 'dark'],
  sizes: [
    [320, 568],
    [390, 844],
    [768, 1024],
    [1366, 768],
  ],
  async open(browser, origin) {
    const opened = new Map<Language, Page>();
    const errors: string[] = [];
    return {
      async page({ language }) {
        const known =
          opened.get(language) ??
          (await (await browser.newContext({ locale: language })).newPage());
        if (!opened.has(language)) known.on('pageerror', (error) => errors.push(String(error)));
        opened.set(language, known);
        return known;
      },
      errors: () => errors,
      async draw(page, { state, content }) {
        shown = { state, content };
        await page.goto(`${origin}/oauth2/auth`);
      },
      find: (page) => unreadable(page),
    };
  },
};
