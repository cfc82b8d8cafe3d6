import { describe, expect, it } from 'vitest';
import { codeOf, importsOf, PRODUCT_FILES, TEST_FILES, textOf } from './architecture/sources.ts';

/*
 * The rules of the project that no compiler checks: imports between folders and calls that belong to
 * adapters. A rule that finds no files would always pass, so each counts its files.
 */

const sources = [...PRODUCT_FILES, 'build.ts'];
const tests = TEST_FILES;

const below =
  (...folders: string[]) =>
  (file: string) =>
    folders.some((folder) => file === folder || file.startsWith(`${folder}/`));

type ImportRule = {
  readonly name: string;
  /** Files the rule is about. */
  readonly of: (file: string) => boolean;
  readonly forbids: (imported: string) => boolean;
};

const IMPORT_RULES: readonly ImportRule[] = [
  {
    name: 'the payment machine knows the protocol, lines, money and time, and nothing else',
    of: below('shared/payment'),
    forbids: (name) =>
      !below(
        'shared/payment',
        'shared/protocol',
        'shared/lines',
        'shared/money',
        'shared/time',
      )(name),
  },
  {
    name: 'only the store imports a database driver',
    of: (file) => !below('service/store')(file),
    forbids: (name) => name === 'node:sqlite' || name === 'pg',
  },
  {
    name: 'only main/electron and main/preload import electron',
    of: (file) => !below('main/electron', 'main/preload')(file),
    forbids: (name) => name === 'electron',
  },
  {
    name: 'only the start of the service imports the simulator',
    of: (file) =>
      !['service/index.ts', 'service/app/start.ts'].includes(file) &&
      !below('service/simulator')(file),
    forbids: below('service/simulator'),
  },
];

describe('allowed imports', () => {
  it.each(IMPORT_RULES)('$name', ({ of, forbids }) => {
    const judged = sources.filter(of);
    expect(judged.length).toBeGreaterThan(0);
    const broken = judged.flatMap((file) =>
      importsOf(file)
        .filter(forbids)
        .map((name) => `${file} imports ${name}`),
    );
    expect(broken).toEqual([]);
  });
});

/** Calls that only adapters make, with what to use instead. */
const BANNED: readonly { readonly call: RegExp; readonly instead: string }[] = [
  { call: /\bDate\.now\(|\bnew Date\(\)/, instead: 'clock.now()' },
  { call: /\bMath\.random\(/, instead: 'ids or an injected random' },
  { call: /(?<![.\w])set(Timeout|Interval)\(/, instead: 'clock.after()' },
  { call: /\brandomUUID\(|(?<![.\w])randomBytes\(/, instead: 'ids' },
  { call: /(?<![.\w])fetch\(/, instead: 'an injected fetch' },
  { call: /\bparseFloat\(/, instead: 'integers of minor units' },
  { call: /\b(alert|confirm|prompt)\('/, instead: 'an in-page dialog' },
];

/** Where the world is touched: the only places that may make the calls above. */
const ADAPTERS = [
  'shared/node',
  // The defaults of the public functions.
  'shared/runtime.ts',
  'service/simulator/clock.ts',
  'main/host/adapters',
  'renderer/state/adapters',
  'renderer/wallet/adapters',
  'renderer/kiosk/adapters',
  // The clocks of what is drawn: they time pictures, never money.
  'renderer/ui/countdown.tsx',
];

/** A call that makes a folder which other users of the machine can read. */
const READABLE_FOLDER = /\bmkdir(?:Sync)?\((?![^;]*\bmode: 0o700\b)/;

/** What people share: builds, a new project, and pages of the reference. */
const SHARED_FOLDERS = [
  'main/build',
  'main/create/create-project.ts',
  'main/host/kiosk/voice-files.ts',
  'main/host/local-api/openapi/write-docs.ts',
  'service/api/openapi/write-docs.ts',
];

describe('folders of data', () => {
  it('are made for their owner only', () => {
    const judged = sources.filter((file) => !below(...SHARED_FOLDERS)(file));
    expect(judged.filter((file) => READABLE_FOLDER.test(codeOf(file)))).toEqual([]);
    expect(SHARED_FOLDERS.filter((place) => !sources.some(below(place)))).toEqual([]);
    expect(sources.some((file) => /\bmkdirSync\(/.test(codeOf(file)))).toBe(true);
  });
});

describe('calls that belong to adapters', () => {
  it.each(BANNED)('$call is made by adapters only: use $instead', ({ call }) => {
    const judged = sources.filter((file) => !below(...ADAPTERS)(file));
    expect(judged.length).toBeGreaterThan(50);
    expect(judged.filter((file) => call.test(codeOf(file)))).toEqual([]);
  });

  it('the list of adapters names only what exists', () => {
    const used = ADAPTERS.filter((place) => !sources.some(below(place)));
    expect(used).toEqual([]);
  });
});

/** The modules that write amounts, times and days for people, in the reader's language. */
const FORMATTERS = [
  'shared/format/format.ts',
  'shared/format/spoken-amount.ts',
  'shared/money/format.ts',
  'shared/format/measures.ts',
];

/** Files that use `Intl` or a device's clock for something else, each with its reason. */
const NO_FORMATTERS: Readonly<Record<string, string>> = {
  'main/host/adapters/machine.ts': 'the time zone of the machine',
  'main/host/diagnosis/machine-access.ts': 'language and time zone of the machine',
  'main/host/settings/till-settings.ts': 'checks a locale',
  'shared/ledger/calendar.ts': 'checks a time zone',
  'shared/protocol/agreement.ts': 'checks a time zone',
  'shared/protocol/receipt.ts': 'checks a locale',
  'renderer/i18n/language.ts': 'plural forms and their counts',
  'renderer/wallet/scope-words.ts': 'a list of words',
  'shared/cash/setting.ts': 'the country of a locale',
  'service/api/openapi/reference/limits.ts': 'the table of limits, which is in English',
};

describe('amounts, times and days', () => {
  const OWN_FORMAT = [
    /\bIntl\./,
    /\.toLocale(?:Date|Time)?String\(|\.to(?:Date|Time)String\(/,
    /\.get(?:Hours|Minutes|Date|Month|FullYear)\(/,
  ];
  const writesItself = (file: string) => OWN_FORMAT.some((call) => call.test(codeOf(file)));

  it('are written by the one formatter, so that a sale reads the same everywhere', () => {
    const permitted = below(...FORMATTERS, ...Object.keys(NO_FORMATTERS));
    expect(sources.filter((file) => !permitted(file)).filter(writesItself)).toEqual([]);
  });

  it('the list of permitted files names only files that need it', () => {
    const listed = [...FORMATTERS, ...Object.keys(NO_FORMATTERS)];
    expect(listed.filter((file) => !sources.includes(file) || !writesItself(file))).toEqual([]);
  });
});

/** Maps and sets of a module, which live as long as the process, with the reason why nobody can fill them. */
const LASTING: Readonly<Record<string, string>> = {
  'service/store/postgres/statements.ts': 'the texts of statements are in the modules',
  'shared/node/children.ts': 'the children that run',
  'shared/node/openapi/page-style.ts': 'the fonts of a page',
  'shared/protocol/headers.ts': 'the prefixes of the profiles',
  'main/dev/vite-plugin.ts': 'the tills of a development server',
  'main/host/journal/lock.ts': 'the folders that this process has opened',
  'renderer/wallet/adapters/install.ts': 'the listeners of a page',
  'renderer/i18n/language.ts': 'the languages of the catalogues',
};

describe('maps and sets that last', () => {
  const begun = /^(?:export )?(?:const|let) \w+ = new (?:Map|Set)(?:<.*>)?\(\)/m;
  const found = sources.filter((file) => begun.test(codeOf(file)));

  it('have keys that no caller chooses; others are made by madeOnce or LruMap, which have a bound', () => {
    expect(found.toSorted()).toEqual(Object.keys(LASTING).toSorted());
  });
});

describe('deadlines of tests', () => {
  // `}, 60_000);` on one line, or as the formatter breaks it.
  const OWN_DEADLINE = /\},\n\s*\d[\d_]{3,},\n\s*\);|^\s*\}, \d[\d_]{3,}\);/m;

  it('no test has a limit of its own: the one of vitest.config.ts is long enough for a slow machine', () => {
    expect(tests.length).toBeGreaterThan(300);
    expect(tests.filter((file) => OWN_DEADLINE.test(textOf(file)))).toEqual([]);
  });
});

describe('what must not be left behind', () => {
  const everything = [...sources, ...tests].filter((file) => file !== 'test/tree.test.ts');

  it('no marks of unfinished work, no way around the types', () => {
    const marks = /\b(TODO|FIXME|XXX|HACK)\b|@ts-ignore|@ts-nocheck|\bas any\b|:\s*any\b/;
    expect(everything.filter((file) => marks.test(textOf(file)))).toEqual([]);
  });

  it('no test is skipped or alone', () => {
    const skipped = /\b(it|test|describe)\.(skip|only|todo)\b/;
    expect(everything.filter((file) => skipped.test(textOf(file)))).toEqual([]);
  });

  it('no test is repeated until it passes', ({ task }) => {
    const files = [...tests, 'vitest.config.ts', 'package.json'];
    const judged = files.filter((file) => file !== 'test/tree.test.ts');
    // In quotes it is a line of a server's events, which tells a browser when to come back.
    const retries = /(?<!['"`])\bretry\s*:|"retry"|--retry\b/;
    expect(judged.filter((file) => retries.test(textOf(file)))).toEqual([]);
    expect(task.retry ?? 0, 'what the configuration gives each test').toBe(0);
  });

  it('no default export outside configuration', () => {
    expect(everything.filter((file) => /^export default /m.test(textOf(file)))).toEqual([]);
  });
});
