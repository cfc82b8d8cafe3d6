import { createService, type Service } from '../../service/index.ts';
import { keepHeapYoung } from '../../shared/node/young-heap.ts';
import { trustAuthorities } from '../bin/ca-file.js';
import { type EmbeddedServiceConfig, serviceOptions } from '../host/service/options.ts';
import type { ToService } from '../host/service/supervise.ts';
import { StartError, startFailure } from '../host/start-error.ts';

/*
 * The service in its own process. Only Electron's main process can send to it, so its messages are
 * trusted as typed.
 */
keepHeapYoung();
const port = process.parentPort;
let service: Service | null = null;

async function start(config: EmbeddedServiceConfig): Promise<void> {
  try {
    // Authorities that the main process trusts are unknown in this one.
    const problem = config.caFile === null ? null : trustAuthorities(config.caFile);
    if (problem !== null) throw new StartError(problem);
    service = createService(serviceOptions(config));
    port.postMessage({ ready: await service.start() });
  } catch (error) {
    port.postMessage({ failed: startFailure(error) });
    process.exit(1);
  }
}

async function stop(): Promise<void> {
  await service?.stop();
  process.exit(0);
}

port.on('message', ({ data }: { readonly data: ToService<EmbeddedServiceConfig> }) => {
  void (data.type === 'start' ? start(data.options) : stop());
});

// Electron only warns about these; a process that handles money must not continue in an unknown
// state.
process.on('unhandledRejection', (reason) => {
  console.error(reason);
  process.exit(70);
});
