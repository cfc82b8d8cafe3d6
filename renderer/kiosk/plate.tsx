type PlateProps = {
  /** Address of the picture; null shows the first letter of the name. */
  readonly picture: string | null;
  readonly name: string;
  readonly className?: string;
};

/** A product on a plate. Decoration: the name is always next to it. */
export function Plate({ picture, name, className = '' }: PlateProps) {
  return (
    <span className={`plate ${className}`} aria-hidden="true">
      {picture === null ? (
        <span className="plate-letter">
          <span>{name.slice(0, 1)}</span>
        </span>
      ) : (
        <img
          className="plate-picture"
          src={picture}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
        />
      )}
    </span>
  );
}
