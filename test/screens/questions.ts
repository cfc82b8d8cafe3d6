import { inEveryLanguage } from '../../shared/catalogue/language.ts';
import type { QuestionForm, QuestionWords } from '../../shared/device/questions/question.ts';
import type { QuestionView } from '../../shared/device/questions/view.ts';
import { tipQuestion } from '../../shared/device/tips/tips.ts';
import { money } from '../../shared/money/money.ts';

/* Questions to the customer as screens draw them, one of each form. */

const tip = tipQuestion(
  { ask: 'display', percents: [500, 1_000, 1_500], amounts: [money(2_000)], patience: 20_000 },
  money(12_500),
);

const asked = (texts: { en: string; nb: string; de: string; ar: string }): QuestionWords => ({
  kind: 'texts',
  texts: inEveryLanguage(texts),
});

export type Asked = { readonly words: QuestionWords; readonly form: QuestionForm };

export const QUESTIONS = {
  'question-tip': { words: tip.words, form: tip.form },
  'question-member': { words: { kind: 'member' }, form: { kind: 'text', longest: 60 } },
  'question-choice': {
    words: asked({
      en: 'Eat here or take away?',
      nb: 'Spise her eller ta med?',
      de: 'Hier essen oder mitnehmen?',
      ar: 'هنا أم سفري؟',
    }),
    form: {
      kind: 'choice',
      options: [
        {
          id: 'here',
          label: {
            kind: 'texts',
            texts: { en: 'Eat here', nb: 'Spise her', de: 'Hier essen', ar: 'هنا' },
          },
        },
        {
          id: 'away',
          label: {
            kind: 'texts',
            texts: { en: 'Take away', nb: 'Ta med', de: 'Mitnehmen', ar: 'سفري' },
          },
        },
      ],
    },
  },
  'question-confirmation': {
    words: asked({
      en: 'Do you want to become a member of Kaffebaren?',
      nb: 'Vil du bli medlem i Kaffebaren?',
      de: 'Möchten Sie Mitglied von Kaffebaren werden?',
      ar: 'هل تريد أن تصبح عضوًا في Kaffebaren؟',
    }),
    form: { kind: 'confirmation' },
  },
  'question-number': {
    words: asked({
      en: 'How many guests are you?',
      nb: 'Hvor mange gjester er dere?',
      de: 'Wie viele Gäste sind Sie?',
      ar: 'كم عدد الضيوف؟',
    }),
    form: { kind: 'number', least: 1, most: 40, unit: 'plain' },
  },
  'question-amount': {
    words: asked({
      en: 'How much do you want on the gift card?',
      nb: 'Hvor mye vil du ha på gavekortet?',
      de: 'Welcher Betrag soll auf die Geschenkkarte?',
      ar: 'ما المبلغ الذي تريده على بطاقة الهدية؟',
    }),
    form: { kind: 'number', least: 10_000, most: 500_000, unit: 'money' },
  },
  'question-text': {
    words: asked({
      en: 'Which name shall we call?',
      nb: 'Hvilket navn skal vi rope opp?',
      de: 'Welchen Namen sollen wir rufen?',
      ar: 'ما الاسم الذي ننادي به؟',
    }),
    form: { kind: 'text', longest: 30 },
  },
  'question-email': {
    words: asked({
      en: 'Where shall we send the invitation?',
      nb: 'Hvor skal vi sende invitasjonen?',
      de: 'Wohin sollen wir die Einladung senden?',
      ar: 'إلى أين نرسل الدعوة؟',
    }),
    form: { kind: 'email' },
  },
} as const satisfies Readonly<Record<string, Asked>>;

/** A question as a snapshot has it. */
export function questionView({ words, form }: Asked, until: number, id = 'q1'): QuestionView {
  return { id, words, form, until };
}
