import { useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { Copy } from '../../ui/icons.ts';
import { Ghost, YellowKey } from '../../ui/key.tsx';
import { usePortal } from '../common/context.tsx';

/** A new secret, and the name of the user or application that has it. */
export type Issued = { readonly of: string; readonly secret: string };

type SecretDialogProps = { readonly issued: Issued; readonly onClose: () => void };

/** Shows a new secret. It cannot be shown again later. */
export function SecretDialog({ issued, onClose }: SecretDialogProps) {
  const { words } = usePortal();
  const [copied, setCopied] = useState(false);
  const copy = () => {
    // If the browser refuses to copy, the user can still select the secret.
    navigator.clipboard?.writeText(issued.secret).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <Dialog head={words.secretOf(issued.of)} text={words.secretOnce} onClose={onClose}>
      <p className="secret mono">{issued.secret}</p>
      <Ghost onPress={copy}>
        <Copy size={20} aria-hidden="true" />
        {copied ? words.copied : words.copy}
      </Ghost>
      <YellowKey onPress={onClose}>{words.secretKept}</YellowKey>
    </Dialog>
  );
}
