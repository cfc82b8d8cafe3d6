/** A product on the shelf, with its price in minor units. */
export type Good = { readonly name: string; readonly price: number };

const GOODS: readonly Good[] = [
  { name: 'Rye bread', price: 4_900 },
  { name: 'Brown cheese', price: 8_950 },
  { name: 'Cloudberry jam', price: 7_500 },
  { name: 'Coffee, ground', price: 6_490 },
];

const kroner = (price: number) => `${(price / 100).toFixed(2)} kr`;

type ShelfProps = { readonly basket: readonly Good[]; readonly onPick: (good: Good) => void };

/** The shop's products, and the customer's selection. */
export function Shelf({ basket, onPick }: ShelfProps) {
  return (
    <main>
      <h1>Corner shop</h1>
      <ul className="shelf">
        {GOODS.map((good) => (
          <li key={good.name}>
            <button type="button" className="key" onClick={() => onPick(good)}>
              {good.name} <b>{kroner(good.price)}</b>
            </button>
          </li>
        ))}
      </ul>
      <table className="slip" aria-label="Basket">
        <tbody>
          {GOODS.map((good) => ({ good, count: basket.filter((one) => one === good).length }))
            .filter(({ count }) => count > 0)
            .map(({ good, count }) => (
              <tr key={good.name}>
                <td>
                  {count} {good.name}
                </td>
                <td>{kroner(count * good.price)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </main>
  );
}
