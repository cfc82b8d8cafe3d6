import { ExternalLink } from '../../ui/icons.ts';

type PortalLinkProps = {
  readonly label: string;
  readonly address: string;
  /** A shorter address of the same page for a person who types it; the whole one when left out. */
  readonly typed?: string;
};

/** A link to a page of the merchant portal. Electron does not open it, so its address is shown as text too. */
export function PortalLink({ label, address, typed = address }: PortalLinkProps) {
  return (
    <p className="portal-link">
      <a className="link" href={address} target="_blank" rel="noreferrer">
        <ExternalLink size={18} aria-hidden="true" />
        {label}
      </a>
      <span className="mono">{typed.replace(/\/$/, '')}</span>
    </p>
  );
}
