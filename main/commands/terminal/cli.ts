import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { EXIT } from '../../../shared/node/command.ts';
import { noteIgnoredVariables } from '../../../shared/node/ignored-variables.ts';
import { printedVersion } from '../../../shared/node/version.ts';
import { startFailure } from '../../host/start-error.ts';
import { parseConfig, type TerminalConfigInput } from '../../host/terminal/config.ts';
import { parseTerminal, TERMINAL_HELP } from './arguments.ts';

/**
 * The headless terminal: standard output contains the requested data only, sentences for people go
 * to standard error, and the exit code reports the result.
 */
async function main(): Promise<void> {
  const request = parseTerminal(process.argv.slice(2));
  if (!request.ok) return end(EXIT.unusable, request.refusal.description);
  if (request.value.kind === 'help') {
    process.stdout.write(TERMINAL_HELP);
    return;
  }
  const { file, readyJson } = request.value;
  const config = configOf(file);
  // Listens first, so that a signal during the start stops what has started.
  const interrupted = stopSignal();
  try {
    // Loaded here, so that a mistake in the configuration is reported at once.
    const { startTerminal } = await import('../../host/terminal/start-terminal.ts');
    const running = await startTerminal(config, { folder: dirname(resolve(file)) });
    const { url, token_file: tokenFile, docs_url: docs } = running.ready;
    if (readyJson) process.stdout.write(`${JSON.stringify(running.ready)}\n`);
    else {
      process.stdout.write(`The till API is at ${url}; its token is in ${tokenFile}.\n`);
      process.stdout.write(`${docs} describes it. Ctrl-C stops everything.\n`);
    }
    await interrupted;
    await running.stop();
    process.exit(EXIT.ok);
  } catch (error) {
    end(EXIT.failed, `The terminal did not start: ${startFailure(error)}`);
  }
}

/** The checked configuration of a file; exits the process when it is invalid. */
function configOf(file: string): TerminalConfigInput {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return end(EXIT.unusable, `The configuration ${file} cannot be read.`);
  }
  const parsed = parseConfig(text);
  if (parsed.ok) return JSON.parse(text);
  const sentence = `The configuration ${file} is not valid: ${parsed.refusal.description}`;
  return end(EXIT.unusable, sentence);
}

/** The first signal stops cleanly; a second one exits at once. */
function stopSignal(): Promise<void> {
  return new Promise((resolveStop) => {
    let stopping = false;
    const onSignal = () => {
      if (stopping) process.exit(EXIT.failed);
      stopping = true;
      resolveStop();
    };
    process.on('SIGTERM', onSignal);
    process.on('SIGINT', onSignal);
  });
}

/** Prints one line on standard error and exits. */
function end(code: number, sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(code);
}

noteIgnoredVariables();
if (!printedVersion(process.argv.slice(2))) await main();
