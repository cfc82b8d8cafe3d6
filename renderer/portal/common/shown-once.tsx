import { type ReactNode, useState } from 'react';
import { Check, Copy, Download } from '../../ui/icons.ts';
import { Ghost } from '../../ui/key.tsx';
import { usePortal } from './context.tsx';
import { Tick } from './form.tsx';
import { saveFile } from './save-file.ts';

type ShownOnce = {
  /** What the page shows, and what the copy key copies. */
  readonly text: string;
  readonly file?: {
    readonly name: string;
    readonly content: string;
    readonly label: string;
    /** True if the file is something else than the text, so that both are kept. */
    readonly alone?: boolean;
  };
};

/**
 * The keys below something that is never shown again. `kept` is true after the person has copied or saved
 * it, or ticked that it was written down; until then the page does not go on.
 */
export function useShownOnce({ text, file }: ShownOnce): {
  readonly kept: boolean;
  readonly keys: ReactNode;
} {
  const { words } = usePortal();
  const [copied, setCopied] = useState(false);
  const [saved, setSaved] = useState(false);
  const [written, setWritten] = useState(false);
  const copy = () => {
    // If the browser refuses to copy, the person can still select the text and tick the line below.
    navigator.clipboard?.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  const save = ({ content, name }: NonNullable<typeof file>) => {
    saveFile(new Blob([content], { type: 'text/plain' }), name);
    setSaved(true);
  };
  const hasText = copied || written || (saved && file?.alone !== true);
  return {
    kept: hasText && (file?.alone !== true || saved),
    keys: (
      <>
        <Ghost onPress={copy}>
          <Copy size={20} aria-hidden="true" />
          {copied ? words.copied : words.copy}
        </Ghost>
        {file !== undefined && (
          <Ghost onPress={() => save(file)}>
            {saved ? (
              <Check size={20} aria-hidden="true" />
            ) : (
              <Download size={20} aria-hidden="true" />
            )}
            {file.label}
          </Ghost>
        )}
        <Tick label={words.writtenDown} checked={written} onChange={setWritten} />
      </>
    ),
  };
}
