import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Ready } from '../../service/index.ts';
import { runCommand } from '../main/start/run-till.ts';
import { LAST_RESORT } from '../support/last-resort.ts';
import { type Collector, startCollector } from '../support/otlp-collector.ts';

/* The packages that the service loads for traces, and its behaviour if the export fails. */

let collector: Collector;
const ends: (() => unknown)[] = [];
beforeEach(async () => {
  collector = await startCollector();
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  await collector.stop();
});

const WAIT = { timeout: LAST_RESORT };

/** The service as a command, with the collector's variables if `env` is not given. */
async function runService(env: Readonly<Record<string, string>> = collector.env) {
  const args = ['--ephemeral', '--demo', '--simulator', '--port', '0', '--ready-json'];
  const command = runCommand('service/app/cli.ts', args, ['--import', LOADED], env);
  ends.push(async () => {
    command.signal('SIGKILL');
    await command.ended;
  });
  const ready: Ready = JSON.parse((await command.line(/^\{"base_url.*\}$/m))[0]);
  const outcomes = async () => (await fetch(`${ready.base_url}/status_code/`)).status;
  const stop = async () => {
    command.signal('SIGTERM');
    return command.ended;
  };
  return { ready, command, outcomes, stop };
}

/** Prints each package of OpenTelemetry that a process loads. */
const LOADED = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({ load(url, context, next) {
    const name = /@opentelemetry.([a-z-]+)/.exec(url);
    if (name) process.stderr.write('loaded ' + name[1] + '\\n');
    return next(url, context);
  } });
`)}`;

describe('the service', () => {
  it('loads no OpenTelemetry package without the variables, or if they disable the SDK', async () => {
    const off = { ...collector.env, OTEL_SDK_DISABLED: 'true' };
    for (const [env, loads] of [
      [{}, false],
      [off, false],
      [collector.env, true],
    ] as const) {
      const { outcomes, stop } = await runService(env);
      expect(await outcomes()).toBe(200);
      const { text, code } = await stop();
      expect([code, /^loaded sdk-trace$/m.test(text)], JSON.stringify(env)).toEqual([0, loads]);
      if (!loads) expect(text).not.toContain('loaded');
    }
  });

  it('answers and stops while the collector does not answer', async () => {
    collector.answer('hang');
    const { outcomes, stop } = await runService();
    await outcomes();
    await expect.poll(() => collector.exports(), WAIT).toBeGreaterThan(0);
    for (let count = 0; count < 20; count += 1) expect(await outcomes()).toBe(200);
    expect((await stop()).code).toBe(0);
    expect(collector.spans).toEqual([]);
  });

  it('continues if the collector refuses or has stopped, and logs it once', async () => {
    collector.answer(400);
    const { command, outcomes, stop } = await runService();
    await outcomes();
    await command.line(/Traces could not be exported/);
    await collector.stop();
    for (let count = 0; count < 20; count += 1) expect(await outcomes()).toBe(200);
    const { text, code } = await stop();
    expect([code, text.match(/Traces could not be exported/g)?.length]).toEqual([0, 1]);
    collector = await startCollector();
  });

  it('exports the remaining spans when it stops', async () => {
    const { outcomes, stop } = await runService({
      ...collector.env,
      OTEL_SERVICE_NAME: 'shop-1',
      OTEL_BSP_SCHEDULE_DELAY: '999999',
    });
    await outcomes();
    expect((await stop()).code).toBe(0);
    const last = collector.spans.find(({ name }) => name.endsWith('/status_code/'));
    expect(last?.service).toBe('shop-1');
  });
});
