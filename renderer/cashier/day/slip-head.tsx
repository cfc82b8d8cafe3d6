import { useCashier, useShop } from '../common/context.tsx';

type SlipHeadProps = {
  readonly till: string;
  /** The days in words; empty if there are none. */
  readonly days: string;
};

/** The head of a day's slip and of a report: the shop, the till and the days. */
export function SlipHead({ till, days }: SlipHeadProps) {
  const { words } = useCashier();
  const { shop } = useShop().settings;
  return (
    <p className="slip-shop">
      <strong>
        <bdi>{shop.name}</bdi>
      </strong>
      {shop.organisationNumber !== null && (
        <span>{words.slipOrganisation(shop.organisationNumber)}</span>
      )}
      <span>
        {words.dayTill(till)}
        {days !== '' && ' · '}
        <bdi>{days}</bdi>
      </span>
    </p>
  );
}
