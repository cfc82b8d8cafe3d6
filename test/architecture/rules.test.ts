import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codeOf, PRODUCT_FILES, TEST_FILES, textOf } from './sources.ts';

/* Rules on names, comments and objects. No rule counts files or lines. */

/** Folders of tests that have no single subject. */
const NAMED_FOLDERS = new Set([
  ...['architecture', 'bench', 'conformance', 'docs', 'e2e', 'electron', 'electron-binary'],
  ...['electron-double', 'examples', 'mutation', 'package', 'process', 'till'],
  ...['resilience', 'screens', 'security', 'simulation', 'stress', 'support'],
]);

describe('tests', () => {
  it('are in the folder of their subject or in a named folder', () => {
    const folders = new Set(PRODUCT_FILES.map((file) => posix.dirname(file)));
    const tests = TEST_FILES.filter((file) => /\.test\.tsx?$/.test(file));
    const elsewhere = tests.filter((file) => {
      const subject = posix.dirname(file.replace(/^test\//, ''));
      const [, folder = ''] = file.split('/');
      return !folders.has(subject) && !NAMED_FOLDERS.has(folder) && posix.dirname(file) !== 'test';
    });
    expect(elsewhere).toEqual([]);
  });
});

/** Documents that the project does not contain. */
const ELSEWHERE = /\(design,? section|section \d[\d.]* of the decisions|\bpain \d+/;

describe('comments', () => {
  it('refer only to documents of the project', () => {
    const files = [...PRODUCT_FILES, ...TEST_FILES].filter(
      (file) => !file.endsWith('rules.test.ts'),
    );
    expect(files.filter((file) => ELSEWHERE.test(textOf(file)))).toEqual([]);
  });
});

describe('objects', () => {
  it('are written with plain members, without merged spreads', () => {
    expect(PRODUCT_FILES.filter((file) => textOf(file).includes('...{ '))).toEqual([]);
  });
});

describe('processes', () => {
  it('are started by one module, which ends them with the command (D-469)', () => {
    const starts = /^import \{(?! type \w+ \}).*from 'node:child_process'/m;
    const files = PRODUCT_FILES.filter((file) => starts.test(codeOf(file)));
    expect(files).toEqual(['shared/node/children.ts']);
  });
});

/** Where requests are read. Stores, the operator's own files, and documents of the API are no requests. */
const READS_REQUESTS =
  /^(service\/(?!store\/|simulator\/|app\/admin\/|api\/openapi\/)|shared\/(books|node\/http|protocol)\/|main\/host\/local-api\/)/;
/** What the service has written or read itself before. */
const OWN_JSON = [
  ...['books/days', 'books/periods', 'callbacks/signed-attempt', 'catalogue/catalogues'],
  ...['fleet/fleet', 'portal/session', 'receipts/receipts', 'receipts/shown', 'shortlinks/scans'],
  'wallet/endpoints/attachments',
];

describe('JSON of others', () => {
  it('is read by one module, which counts before it parses (D-546)', () => {
    const parses = PRODUCT_FILES.filter(
      (file) => READS_REQUESTS.test(file) && codeOf(file).includes('JSON.parse('),
    );
    const own = OWN_JSON.map((name) => `service/${name}.ts`);
    expect(parses.sort()).toEqual([...own, 'shared/protocol/bounded-json.ts']);
  });
});

/** Where commands of a cashier's screen are carried out. */
const COMMANDS =
  /^(shared\/terminal\/|main\/host\/(back-office|bridge|diagnosis|goods|printing|staff)\/)/;
/** Requests for data of customers: only programs make them. Pages of a browser before its screen. */
const NO_SCREEN =
  /^(shared\/terminal\/permissions\/|shared\/terminal\/engine\/until\.ts|main\/host\/bridge\/pages\.ts)/;

describe('refusals', () => {
  it('of commands of a screen have a reason, for which each language has a sentence', () => {
    const files = PRODUCT_FILES.filter((file) => COMMANDS.test(file) && !NO_SCREEN.test(file));
    expect(files.length).toBeGreaterThan(50);
    expect(files.filter((file) => /\brefuse\(/.test(textOf(file)))).toEqual([]);
  });

  it('are shown by the reason, never by the sentence for programs', () => {
    const screens = PRODUCT_FILES.filter((file) =>
      /^renderer\/(cashier|customer-display|kiosk|react|wallet)\//.test(file),
    );
    const shows = /refusal\??\.description|(because|problem)\??\.sentence|error_description/;
    expect(screens.filter((file) => shows.test(textOf(file)))).toEqual([]);
  });
});

/** The edge of the service, which knows the generation of its clients: composition, adapter and pages. */
const PROFILE_EDGE =
  /^service\/(app\/|web\/|index\.ts|api\/(api|cors|open-audience|profile-adapter)\.ts|api\/openapi\/|simulator\/api\.ts)/;
const KNOWS_PROFILE =
  /\b(VendorProfile|SVC_PROFILE|PROFILES|ProfileName|isProfileName|profile-(codes|input|money|reply))\b/;

describe('vendor profiles', () => {
  it('are known at the edge of the service alone, and nowhere in the rules', () => {
    const rules = PRODUCT_FILES.filter(
      (file) =>
        (file.startsWith('service/') && !PROFILE_EDGE.test(file)) ||
        /^shared\/(payment|permission|ledger|bill|terminal|wallet|portal)\//.test(file),
    );
    expect(rules.length).toBeGreaterThan(300);
    expect(rules.filter((file) => KNOWS_PROFILE.test(textOf(file)))).toEqual([]);
  });
});

/** The last handlers, pages that are files, and headers for browsers; every other reply is a value. */
const WRITES_REPLIES =
  /^service\/(web\/app|wallet\/wallet|portal\/router|api\/(cors|callback-keys)|app\/network)\.ts$/;

describe('requests', () => {
  const service = PRODUCT_FILES.filter((file) => file.startsWith('service/'));

  it('are answered by the pipeline: no endpoint writes to a response of Express', () => {
    const writing =
      /\bresponse\.(status|json|send|set|redirect)\(|type (Request|Response)\b.*'express'/;
    const others = service.filter((file) => !WRITES_REPLIES.test(file));
    expect(others.length).toBeGreaterThan(300);
    expect(others.filter((file) => writing.test(textOf(file)))).toEqual([]);
  });

  it('have one mapper of unexpected errors', () => {
    const mapping = service.filter((file) =>
      /\bfaultReply\(|\bfailureOf\(error\b/.test(textOf(file)),
    );
    expect(mapping).toEqual(['service/app/network.ts', 'service/web/unexpected-error.ts']);
  });
});
