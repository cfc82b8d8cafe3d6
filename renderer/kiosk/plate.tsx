type PlateProps = {
  /** Address of the picture; a good without one is shown by its first letter. */
  readonly picture: string | null;
  readonly name: string;
  readonly className?: string;
};

/** A good on its plate, seen from above. Decoration: its name always stands beside it. */
export function Plate({ picture, name, className = '' }: PlateProps) {
  return (
    <span className={`plate ${className}`} aria-hidden="true">
      {picture === null ? (
        <span className="plate-letter">{name.slice(0, 1)}</span>
      ) : (
        <img className="plate-picture" src={picture} alt="" draggable={false} />
      )}
    </span>
  );
}
