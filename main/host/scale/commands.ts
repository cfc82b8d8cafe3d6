import type { ScaleReading } from '../../../shared/device/scale/reading.ts';
import { answer } from '../../../shared/protocol/errors.ts';
import type { Handlers } from '../commands/handlers.ts';
import type { Scale } from './scale.ts';

/** A till without a scale answers as one whose scale is not connected. */
const NO_SCALE: Pick<Scale, 'read' | 'tare' | 'zero'> = {
  read: async () => ({ kind: 'fault', why: 'not_found' }),
  tare: async () => 'not_found',
  zero: async () => 'not_found',
};

/** The commands on the scale; null for a till without one. */
export function scaleCommands(
  connected: Pick<Scale, 'read' | 'tare' | 'zero'> | null,
): Handlers<'scale'> {
  const scale = connected ?? NO_SCALE;

  async function set(act: 'tare' | 'zero'): Promise<ScaleReading> {
    const done = await scale[act]();
    if (done === 'done') return scale.read();
    return done === 'refused' ? { kind: 'busy' } : { kind: 'fault', why: done };
  }

  return {
    read_scale: async () => answer(await scale.read()),
    set_scale: async ({ act }) => answer(await set(act)),
  };
}
