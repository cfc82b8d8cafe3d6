/*
 * The templates of `npm create tillkit`. Each is an example of the repository with a manifest, so that
 * the example that the tests run is the project that an integrator gets.
 */

/** A script of the created project and its effect. */
type TemplateScript = { readonly run: string; readonly effect: string };

export type Template = {
  readonly summary: string;
  /** Files and folders below `examples/`, and their paths in the created project. */
  readonly files: Readonly<Record<string, string>>;
  readonly scripts: Readonly<Record<string, TemplateScript>>;
  /** Packages besides `tillkit`; the versions are those of the repository's own manifest. */
  readonly dependencies: readonly string[];
  readonly devDependencies: readonly string[];
  /** The guide that continues where the template ends, in the documents of the package. */
  readonly guide: string;
  /** Folders that the project writes and does not keep in version control. */
  readonly ignored: readonly string[];
};

const TYPES = ['typescript', '@types/node'] as const;

export const TEMPLATES = {
  react: {
    summary: 'a page in React with a payment',
    files: { 'react-till': '.' },
    scripts: {
      dev: {
        run: 'vite',
        effect: 'the page with a till and a demo shop; open the printed address',
      },
      build: { run: 'vite build', effect: 'builds the page into dist' },
      start: { run: 'node serve.ts data dist', effect: 'the till that serves the built page' },
    },
    dependencies: ['react', 'react-dom'],
    devDependencies: ['vite', '@vitejs/plugin-react', '@types/react', '@types/react-dom', ...TYPES],
    guide: 'docs/guides/embed-in-react.md',
    ignored: ['dist', 'data', '.tillkit-dev'],
  },
  terminal: {
    summary: 'a till without a window, for a cash register',
    files: { 'terminal-till': '.' },
    scripts: {
      start: {
        run: 'node till.ts',
        effect: 'takes one payment of a demo shop: npm start -- 12500',
      },
    },
    dependencies: [],
    devDependencies: TYPES,
    guide: 'docs/guides/payment-methods.md',
    ignored: ['data'],
  },
  test: {
    summary: 'tests of a till and of requests to the service, with a simulated customer',
    files: {
      'test-a-till.test.ts': 'test-a-till.test.ts',
      'play-a-customer.test.ts': 'play-a-customer.test.ts',
    },
    scripts: {
      test: {
        // Vitest gives a test five seconds, which a busy machine needs for ten minutes of a shop's clock.
        run: 'vitest run --testTimeout=120000 --hookTimeout=120000',
        effect: 'runs the tests against their own service',
      },
    },
    dependencies: [],
    devDependencies: ['vitest', ...TYPES],
    guide: 'docs/guides/test-your-till.md',
    ignored: [],
  },
  kiosk: {
    summary: 'a kiosk or vending machine on the whole display',
    files: { kiosk: '.' },
    scripts: {
      start: {
        run: 'tillkit start --kiosk --data data',
        effect: 'the kiosk with a simulated machine; the goods are in data/kiosk.json',
      },
      pin: {
        run: 'tillkit kiosk-pin --data data',
        effect: 'sets the PIN of the service menu; it reads the PIN from standard input',
      },
    },
    dependencies: [],
    devDependencies: [],
    guide: 'docs/guides/build-a-kiosk.md',
    // The goods in data/kiosk.json are part of the project; what the till writes beside them is not.
    ignored: ['data/*', '!data/kiosk.json', '!data/kiosk-pictures'],
  },
} as const satisfies Readonly<Record<string, Template>>;

export type TemplateName = keyof typeof TEMPLATES;

export const TEMPLATE_NAMES = Object.keys(TEMPLATES).filter(isTemplate);

/** Whether this is the name of a template. */
export function isTemplate(name: string): name is TemplateName {
  return Object.hasOwn(TEMPLATES, name);
}
