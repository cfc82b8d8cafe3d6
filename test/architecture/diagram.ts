import {
  DEVICE_LAYERS,
  type Layer,
  SCREEN_LAYERS,
  SERVICE_LAYERS,
  SHARED_DEVICE_LAYER,
  SHARED_LAYERS,
} from './layers.ts';

const rows = (layers: readonly Layer[]): readonly string[] =>
  layers.map(({ name, task }) => `  ${name.padEnd(32)}${task}`);

/** The diagram of docs/architecture.md: one list for each column, the highest layer first. */
export function diagram(): string {
  return [
    'device',
    ...rows(DEVICE_LAYERS),
    'service',
    ...rows(SERVICE_LAYERS),
    'screens',
    ...rows(SCREEN_LAYERS),
    'below device and screens',
    ...rows([SHARED_DEVICE_LAYER]),
    'below all of them',
    ...rows(SHARED_LAYERS),
  ].join('\n');
}
