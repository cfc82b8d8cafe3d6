import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildCreatePackage } from '../../../main/build/create-package.ts';
import { buildScreens } from '../../../main/build/screens.ts';
import { createProject } from '../../../main/create/create-project.ts';
import type { TemplateName } from '../../../main/create/templates.ts';
import { install, type Script, startScript } from './project.ts';

/*
 * Each template as a project: it starts, and its payment is paid. `npm run pack:check` compiles the
 * projects against the declarations of the packed package; the React example's test builds and serves it.
 */

let folder: string;
const running: Script[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tillkit-templates-'));
  await Promise.all([buildScreens(), buildCreatePackage(join(folder, 'create-tillkit'))]);
});
afterAll(async () => {
  await Promise.all(running.map((script) => script.stop()));
  rmSync(folder, { recursive: true, force: true });
});

function project(name: TemplateName): string {
  const target = join(folder, name);
  const made = createProject(join(folder, 'create-tillkit/templates'), target, name);
  expect(made).toMatchObject({ ok: true });
  install(target);
  return target;
}

function start(target: string, script: string, ...args: readonly string[]): Script {
  const started = startScript(target, script, args);
  running.push(started);
  return started;
}

it('react: the page in development has a token for the till', async () => {
  const target = project('react');
  const dev = start(target, 'dev', '--host', '127.0.0.1', '--port', '0');
  const [, address = ''] = await dev.line(/Local:\s+(http:\S+)/);
  const page = await (await fetch(address, { headers: { accept: 'text/html' } })).text();
  expect(page).toContain('name="tillkit-token"');
});

it('terminal: a payment is paid', async () => {
  const target = project('terminal');
  const till = start(target, 'start', 'order-1', '4900');
  const [, tid = ''] = await till.line(/^code \S*\/p\/(\w+)\/?$/m);
  const [, simulator = ''] = await till.line(/^simulator (\S+)$/m);
  for (const [act, body] of [
    ['claim', { customer: '4798765432' }],
    ['confirm', {}],
  ] as const) {
    const reply = await fetch(`${simulator}/payment_request/${tid}/${act}/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(reply.status).toBe(204);
  }
  expect(await till.ended).toMatchObject({ code: 0, text: expect.stringMatching(/^paid$/m) });
});

it('test: the suite passes', async () => {
  const target = project('test');
  const { code, text } = await start(target, 'test').ended;
  expect(code, text).toBe(0);
});

it('kiosk: the screen contains the goods of the project', async () => {
  const target = project('kiosk');
  const till = start(target, 'start', '--no-open', '--port', '0');
  const [, address = ''] = await till.line(/Open (\S+) for the kiosk screen/);
  const opened = await fetch(address, { redirect: 'manual' });
  const cookie = (opened.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
  const screen = new URL(opened.headers.get('location') ?? '', address);
  const page = await (await fetch(screen, { headers: { cookie } })).text();
  expect(page).toContain('Day ticket');
  await till.stop();
  expect((await till.ended).text).not.toContain('picture');
});
