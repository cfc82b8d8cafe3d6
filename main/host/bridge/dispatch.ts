import type { BooksCommand } from '../../../shared/device/bridge/books.ts';
import {
  type BridgeAnswer,
  bridgeCommand,
  type CheckedCommand,
} from '../../../shared/device/bridge/contract.ts';
import type { ScaleReading } from '../../../shared/device/scale/reading.ts';
import { present } from '../../../shared/objects/present.ts';
import { validate } from '../../../shared/protocol/validation.ts';
import { refuseTill } from '../../../shared/refusals/till-problem.ts';
import type { Terminal } from '../../../shared/terminal/terminal.ts';
import type { Printing } from '../printing/printing.ts';
import type { Scale } from '../scale/scale.ts';
import type { TillFeatures } from './screen-source.ts';

/** Runs one command of a screen; `command` is unchecked input from the wire. Never throws. */
export type Dispatch = (command: unknown) => Promise<BridgeAnswer>;

/**
 * Parses a screen's command once and runs it, for the WebSocket and for Electron alike. With a back
 * office, every command passes its table of roles, whatever the screen shows.
 */
export function createDispatch(terminal: Terminal, features: TillFeatures = {}): Dispatch {
  return async (command) => {
    try {
      const checked = validate(bridgeCommand, command);
      if (!checked.ok) return checked;
      const refused = features.backOffice?.refuses(checked.value.type) ?? null;
      return refused ?? (await run(checked.value, terminal, features));
    } catch {
      return refuseTill('failed');
    }
  };
}

async function run(
  command: CheckedCommand,
  terminal: Terminal,
  {
    backOffice,
    goods,
    bills,
    books,
    printing,
    diagnosis,
    scanner,
    scale,
    questions,
    shopQuestions,
    receiptEmail,
    refusedReceipts,
  }: TillFeatures,
): Promise<BridgeAnswer> {
  switch (command.type) {
    case 'start_sale':
      return terminal.start({
        ...command.request,
        ...present({ by: backOffice?.giver()?.name }),
      });
    case 'goods':
      return goods === undefined ? NO_GOODS : goods.run(command.act);
    case 'read_scale':
      return scaleAnswer(await (scale ?? NO_SCALE).read());
    case 'set_scale':
      return setScale(scale ?? NO_SCALE, command.act);
    case 'change_goods':
      return goods?.change(command, backOffice?.giver()?.name ?? null) ?? NO_GOODS;
    case 'add_picture':
      return goods?.addPicture(command.image) ?? NO_GOODS;
    case 'bill':
    case 'pay_bill':
    case 'read_bill':
    case 'show_bill':
    case 'restore_bill':
      return bills?.run(command) ?? NO_BILLS;
    case 'drawer':
    case 'count_drawer':
    case 'read_report':
    case 'print_report':
    case 'find_receipt':
    case 'open_receipt':
    case 'find_tender':
    case 'print_booked':
    case 'print_refund':
    case 'saw_missed_close':
    case 'approve_receipt_refund':
    case 'refund_receipt':
    case 'find_bill':
    case 'approve_bill_refund':
    case 'refund_bill':
    case 'approve_close':
    case 'close_period':
      return books?.run(command) ?? NO_BOOKS;
    case 'act':
      return terminal.act(command.saleId, command.action);
    case 'capture': {
      const { saleId, type: _, ...part } = command;
      const captured = await terminal.capture(saleId, part);
      return captured.ok ? { ok: true, value: { id: captured.value.captureId } } : captured;
    }
    case 'open_code':
      return terminal.openCode(command.label);
    case 'close_code':
      return terminal.closeCode(command.codeId);
    case 'setup':
      return refuseTill('not_here', 'This till is set up already.');
    case 'refresh':
      terminal.refresh();
      return { ok: true, value: null };
    case 'print_receipt':
    case 'print_test_page':
    case 'print_day':
    case 'print_job':
    case 'print_seen':
      return runPrinting(command, printing ?? null);
    case 'diagnose':
      return diagnosis?.start() ?? NO_DIAGNOSIS;
    case 'support_bundle':
      return diagnosis?.bundle() ?? NO_DIAGNOSIS;
    case 'ask_tip':
      return shopQuestions?.tip(command.price) ?? NO_QUESTIONS;
    case 'ask_member':
      return shopQuestions?.member() ?? NO_QUESTIONS;
    case 'ask_receipt_email':
      return shopQuestions?.receiptEmail(command.amount) ?? NO_QUESTIONS;
    case 'email_receipt': {
      const { of, id, email } = command;
      return receiptEmail?.order(of, { id, email }) ?? NO_EMAIL;
    }
    case 'saw_refused_receipts':
      return refusedReceipts?.saw(command.receipt) ?? NO_LINKS;
    case 'skip_question':
      return questions?.skip(command.question) ?? NO_QUESTIONS;
    case 'answer_question':
      return questions?.answer(command.question, command.answer) ?? NO_QUESTIONS;
    case 'scanner':
      return scanner?.save(command.profile) ?? NO_SCANNER;
    default:
      return backOffice?.run(command) ?? refuseTill('not_here', 'This till has no back office.');
  }
}

type PrintingCommand = Extract<
  Exclude<CheckedCommand, BooksCommand>,
  { readonly type: `print_${string}` }
>;

function runPrinting(
  command: PrintingCommand,
  printing: Printing | null,
): BridgeAnswer | Promise<BridgeAnswer> {
  if (printing === null) return NO_PRINTER;
  switch (command.type) {
    case 'print_receipt':
      return command.started === undefined
        ? printing.receipt(command.saleId)
        : printing.earlierReceipt(command.saleId, command.started);
    case 'print_test_page':
      return printing.testPage();
    case 'print_day':
      return printing.daySlip(command.day ?? null);
    case 'print_job':
      return printing[command.act](command.jobId);
    case 'print_seen':
      return printing.seen(command.notice);
  }
}

const NO_PRINTER = refuseTill('no_printer');
const NO_DIAGNOSIS = refuseTill('not_here', 'This till has no diagnosis.');
const NO_SCANNER = refuseTill('not_here', 'This till keeps no settings of a scanner.');
const NO_BILLS = refuseTill('not_here', 'This till has no bills.');
const NO_BOOKS = refuseTill('not_here', 'This till has no books.');
const NO_EMAIL = refuseTill('not_here', 'This till sends no receipts by e-mail.');
const NO_LINKS = refuseTill('not_here', 'This till hands no receipts to a service.');
const NO_QUESTIONS = refuseTill('not_here', 'This till asks the customer nothing.');
/** A till without a scale answers as one whose scale is not connected. */
const NO_SCALE: Pick<Scale, 'read' | 'tare' | 'zero'> = {
  read: async () => ({ kind: 'fault', why: 'not_found' }),
  tare: async () => 'not_found',
  zero: async () => 'not_found',
};

const scaleAnswer = (scale: ScaleReading): BridgeAnswer => ({ ok: true, value: null, scale });

async function setScale(
  scale: Pick<Scale, 'read' | 'tare' | 'zero'>,
  act: 'tare' | 'zero',
): Promise<BridgeAnswer> {
  const done = await scale[act]();
  if (done === 'done') return scaleAnswer(await scale.read());
  return scaleAnswer(done === 'refused' ? { kind: 'busy' } : { kind: 'fault', why: done });
}

const NO_GOODS = refuseTill('no_items', 'This till sells no goods.');
