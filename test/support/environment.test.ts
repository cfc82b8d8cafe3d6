import { expect, it } from 'vitest';
import { forgetCaller } from './environment.ts';

it('variables that the caller has set for other programs are removed before the tests', () => {
  const environment: NodeJS.ProcessEnv = {
    ...{ CI: 'true', FORCE_COLOR: '1', LANG: 'de_DE.UTF-8', LC_ALL: 'nb_NO.UTF-8', LANGUAGE: 'de' },
    ...{ PGHOST: 'db.example', PGUSER: 'me', PGPASSWORD: 'x', PGSSLMODE: 'require' },
    ...{ HTTP_PROXY: 'http://192.0.2.1:9', https_proxy: 'http://192.0.2.1:9', no_proxy: '*' },
    ...{ NODE_OPTIONS: '--no-experimental-strip-types', NODE_TLS_REJECT_UNAUTHORIZED: '0' },
    ...{ TILLKIT_DATABASE_URL: 'postgres://db.example/', TILLKIT_PORT: '1' },
    ...{ PATH: '/usr/bin', TZ: 'Pacific/Auckland', STORE: 'postgres', TILLKIT_PICTURES: 'renew' },
  };
  forgetCaller(environment);
  expect(environment).toEqual({
    ...{ PATH: '/usr/bin', TZ: 'Pacific/Auckland', STORE: 'postgres', TILLKIT_PICTURES: 'renew' },
    NO_COLOR: '1',
  });
});

it('a worker of this run has the environment of tests, without the language of the machine', () => {
  expect(process.env.NODE_ENV).toBe('test');
  expect(process.env).not.toHaveProperty('LANG');
  expect(process.env).not.toHaveProperty('LC_ALL');
  expect(new Intl.DateTimeFormat().resolvedOptions().locale).toBe('en-US');
});
