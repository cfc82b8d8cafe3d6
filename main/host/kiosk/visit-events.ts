import type { KioskCommand } from '../../../shared/kiosk/commands.ts';
import type { Pressed } from '../../../shared/kiosk/step.ts';

type Plain = Exclude<KioskCommand, { type: 'pin' | 'service' | 'settle' | 'knock' }>;

/** Converts a command of the screen into an event of the visit. */
export function eventOf(command: Plain): Pressed {
  switch (command.type) {
    case 'choose':
    case 'pay':
      return { kind: command.type, good: command.good };
    case 'language':
      return { kind: 'aid', change: { language: command.value } };
    case 'text':
      return { kind: 'aid', change: { text: command.value } };
    case 'reach':
      return { kind: 'aid', change: { reach: command.value } };
    case 'contrast':
      return { kind: 'aid', change: { contrast: command.value } };
    case 'speech':
      return { kind: 'aid', change: { speech: command.value } };
    case 'stay':
      return { kind: 'touch' };
    case 'touch':
    case 'begin':
    case 'cancel':
    case 'again':
    case 'leave':
    case 'shut':
      return { kind: command.type };
  }
}
