import { Fragment } from 'react';
import type { DocumentContent, Row } from '../../shared/documents/content.ts';
import { Figures } from './amount.tsx';
import { Perforation, Slip, SlipShop, SlipTotal } from './slip.tsx';

type DocumentSlipProps = {
  readonly content: DocumentContent;
  /** True if nothing in it changes any more: it is drawn torn off. */
  readonly closed: boolean;
  readonly className?: string;
};

/** A document of the till as a slip: its rows, in the order of its content. */
export function DocumentSlip({ content, closed, className = '' }: DocumentSlipProps) {
  const { mark = '', shop, head = [], items, total, sections = [], facts, foot } = content;
  const { taxes = [], changes = [] } = content;
  return (
    <Slip label={mark} torn={closed} className={`document-slip ${className}`.trim()}>
      <SlipShop {...shop} />
      {mark !== '' && <h2 className="document-title">{mark}</h2>}
      {head.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <Perforation />
      <Rows rows={items} className="document-items" />
      <Total row={total} />
      <Rows rows={[...taxes, ...changes]} />
      {sections.map(({ head: title, rows, total: sum }) => (
        <Fragment key={`${title} ${rows.map(({ label }) => label).join(' ')}`}>
          <Perforation />
          {title !== null && <h3 className="document-head">{title}</h3>}
          <Rows rows={rows} />
          {sum !== null && <Total row={sum} />}
        </Fragment>
      ))}
      <Perforation />
      <Rows rows={facts} />
      {foot.length > 0 && (
        <p className="slip-foot document-foot">
          {foot.map((text) => (
            <span key={text}>{text}</span>
          ))}
        </p>
      )}
    </Slip>
  );
}

function Rows({
  rows,
  className = '',
}: {
  readonly rows: readonly Row[];
  readonly className?: string;
}) {
  if (rows.length === 0) return null;
  return (
    <dl className={`slip-facts document-rows ${className}`.trim()}>
      {rows.map(({ label, value }, place) => (
        // Two rows can say the same, as two discounts of one person.
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no name of its own
        <Fragment key={place}>
          <dt>
            <bdi>{label}</bdi>
          </dt>
          <dd>
            {typeof value === 'string' ? (
              <bdi>{value}</bdi>
            ) : (
              <Figures amount={value.amount} currency={value.currency} />
            )}
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}

function Total({ row: { label, value } }: { readonly row: Row }) {
  // A receipt is written in its own language, its total too.
  return typeof value === 'string' ? (
    <dl className="slip-total document-total">
      <dt>
        <bdi>{label}</bdi>
      </dt>
      <dd>
        <bdi className="document-sum">{value}</bdi>
      </dd>
    </dl>
  ) : (
    <SlipTotal label={label} className="document-total" {...value} />
  );
}
