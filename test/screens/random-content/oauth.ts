import { createServer } from 'node:http';
import express, { type Request, type Response } from 'express';
import type { Page } from 'playwright-core';
import type { Language } from '../../../renderer/i18n/language.ts';
import type { Asking } from '../../../service/oauth/asking.ts';
import {
  showCode,
  showConsent,
  showError,
  showNumber,
  showOver,
} from '../../../service/oauth/show-pages.ts';
import type { Customer } from '../../../service/store/store.ts';
import { unreadable } from '../../support/readable.ts';
import { PROFILE } from '../wallet/requests.ts';
import { type Content, type ContentScreen, FEW, servedBy } from './random-content.ts';

const SCOPE = 'openid profile email phone shipping_address address fodselsnummer bankid';
const BACK = 'https://kundeklubb.grunerlokka-handverksbakeri-og-konditori.example/innlogging/retur';
const PHONE = '4798765432';

type Show = (asking: Asking, content: Content) => unknown;

/** Every page of the redirect flow, by name. */
const PAGES: Readonly<Record<string, Show>> = {
  number: (asking) => showNumber(asking, 200, null),
  'number-wrong': (asking) => showNumber(asking, 400, 'number', '479876543210000'),
  often: (asking) => showNumber({ ...asking, key: 'k' }, 429, 'often', PHONE),
  code: (asking) => showCode(asking, 200, { msisdn: PHONE, demoCode: '314159', wrong: false }),
  'code-wrong': (asking) => showCode(asking, 401, { msisdn: PHONE, demoCode: null, wrong: true }),
  consent: (asking, content) => showConsent(asking, customerOf(content)),
  'consent-bare': (asking, content) =>
    showConsent({ ...asking, open: openFor('unknown') }, customerOf(content)),
  over: ({ request, response }) => showOver(request, response),
  error: ({ request, response }) => showError(request, response, 'unsupported_response_type'),
  fault: ({ request, response }) => showError(request, response, null, 503),
};

const customerOf = (content: Content) =>
  ({ id: 'c1', name: content.name(), msisdn: PHONE }) as unknown as Customer;

const openFor = (scope: string) =>
  ({ id: 'r1', authorisation: { scope, redirectUri: BACK } }) as unknown as Asking['open'];

/** What the pages read of a sign-in: names, the profile, and whether codes can be sent. */
function askingOf(request: Request, response: Response, content: Content): Asking {
  const formatted = [content.name(), content.name(), '0555 Oslo'].join('\n');
  const profile = { ...PROFILE, address: { ...PROFILE.address, formatted } };
  const deps = {
    ...{ demo: content.chance.chance(0.8), deliverCode: null },
    oauth: { store: { profiles: { read: async () => profile } } },
  };
  const client = { id: 'app', name: content.name() };
  return {
    ...{ request, response, key: null, open: openFor(SCOPE) },
    ...({ deps, client } as unknown as Pick<Asking, 'deps' | 'client'>),
  };
}

/** What the next page that is asked for shows. */
let shown: { readonly state: string; readonly content: Content } | null = null;

async function serve() {
  const app = express();
  app.get('/oauth2/auth', async (request, response) => {
    if (shown === null) return response.status(404).end();
    const { state, content } = shown;
    await PAGES[state]?.(askingOf(request, response, content), content);
  });
  return servedBy(createServer(app));
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
