import { z } from 'zod';
import { CODE_PAGES } from '../../../shared/device/printing/code-pages.ts';
import type { PrinterForm, PrinterSettings } from '../../../shared/device/printing/settings.ts';
import { present } from '../../../shared/objects/present.ts';
import { line } from '../../../shared/protocol/basic.ts';

const HOST_MAX = 253;
const PATH_MAX = 500;
const NAME_MAX = 200;

const receipts = z.enum(['always', 'on_request']).default('on_request');
const form = {
  columns: z.union([z.literal(32), z.literal(42), z.literal(48)]).default(48),
  code_page: z.enum(CODE_PAGES).default('pc858'),
  /** Number of the code page for `ESC t` on this printer. */
  code_page_number: z.number().int().min(0).max(255).optional(),
  cut: z.enum(['partial', 'full', 'none']).default('partial'),
  drawer: z.enum(['opened', 'left_shut']).default('left_shut'),
};

/** The receipt printer in the settings file: its address and its properties. */
export const printerConfig = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('network'),
    host: line(HOST_MAX).regex(/^[A-Za-z0-9._:%-]+$/, 'must be a host name or an address'),
    port: z.number().int().min(1).max(65_535).default(9_100),
    receipts,
    ...form,
  }),
  z.strictObject({ kind: z.literal('device'), path: line(PATH_MAX), receipts, ...form }),
  z.strictObject({
    kind: z.literal('system'),
    /** The name in the operating system; its default printer when left out. */
    name: line(NAME_MAX).optional(),
    paper_mm: z.union([z.literal(58), z.literal(80)]).default(80),
    receipts,
  }),
]);
type PrinterConfig = z.infer<typeof printerConfig>;

/** Converts the file's form into the program's. */
export function printerSettings(config: PrinterConfig): PrinterSettings {
  const { receipts: when } = config;
  switch (config.kind) {
    case 'network': {
      const { kind, host, port } = config;
      return { receipts: when, connection: { kind, host, port, form: formOf(config) } };
    }
    case 'device':
      return {
        receipts: when,
        connection: { kind: 'device', path: config.path, form: formOf(config) },
      };
    case 'system': {
      const { kind, name = null, paper_mm: paper } = config;
      return { receipts: when, connection: { kind, name, paper } };
    }
  }
}

function formOf(config: Exclude<PrinterConfig, { readonly kind: 'system' }>): PrinterForm {
  const { columns, code_page: codePage, code_page_number: number, cut, drawer } = config;
  return { columns, codePage, cut, drawer, ...present({ codePageNumber: number }) };
}
