/* The demo shop's goods as SVG texts, so that a new till has pictures without any file. */

type Cup = { readonly size: number; readonly drink: string; readonly top?: string };

const SAUCER = `<circle cx="48" cy="50" r="44" fill="#d4d6d2"/><circle cx="48" cy="48" r="44" fill="#fff"/>
<circle cx="48" cy="48" r="33" fill="none" stroke="#dcdedb" stroke-width="1.2"/>`;

/** A picture of 96 by 96. */
function picture(drawn: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96">${drawn}</svg>\n`;
}

/** A cup of diameter `size` on its saucer, with its drink. */
export function cup({ size, drink, top = '' }: Cup): string {
  const handle = `<path d="M${48 + size * 0.68} ${48 - size * 0.68}l9-9" stroke="#c9cbc8"
stroke-width="9" stroke-linecap="round"/><path d="M${48 + size * 0.68} ${48 - size * 0.68}l9-9"
stroke="#fff" stroke-width="7" stroke-linecap="round"/>`;
  const body = `<circle cx="49" cy="50" r="${size + 4}" fill="#c9cbc8"/><circle cx="48" cy="48"
r="${size + 4}" fill="#fff" stroke="#dcdedb"/><circle cx="48" cy="48" r="${size}" fill="${drink}"/>`;
  return picture(SAUCER + handle + body + top);
}

/** Food on a plate. */
export function plate(food: string): string {
  return picture(SAUCER + food);
}

/** A glass or a bottle from the side, for cold drinks. */
export function glass(drink: string): string {
  return picture(`<path d="M26 14h44l-5 70a4 4 0 0 1-4 4H35a4 4 0 0 1-4-4z" fill="#fff"
stroke="#c9cbc8" stroke-width="2"/><path d="M29 30h38l-4 51a3 3 0 0 1-3 3H36a3 3 0 0 1-3-3z"
fill="${drink}"/><path d="M34 36l2 40" stroke="#fff" stroke-width="4" stroke-linecap="round"
opacity=".55"/>`);
}

const CREAM = '#f3e4d0';

export const HEART = `<path d="M48 62c-14-9-17-15-17-21a8.500 8.500 0 0 1 17-3 8.500 8.500 0 0 1 17 3c0 6-3
12-17 21z" fill="${CREAM}"/>`;
export const FOAM = `<circle cx="48" cy="48" r="15" fill="${CREAM}"/><circle cx="48" cy="48" r="4"
fill="#c08a55"/>`;
export const LEAF = `<path d="M48 66V30M48 60c-9 0-14-4-16-9 7-2 13 0 16 5 3-5 9-7 16-5-2 5-7 9-16 9zM48
46c-7 0-11-3-13-8 6-1 11 1 13 5 2-4 7-6 13-5-2 5-6 8-13 8z" fill="${CREAM}" stroke="${CREAM}"
stroke-width="2"/>`;
export const SWIRL = `<path d="M48 48c3-5 10-2 9 4-1 8-13 9-17 2-5-9 3-19 13-18 13 1 18 15 11 25"
fill="none" stroke="#7c4d38" stroke-width="4" stroke-linecap="round"/>`;
export const CREMA = `<circle cx="46" cy="46" r="9" fill="#6b3d1f"/>`;
export const TEA_BAG = `<path d="M50 44l22-14" stroke="#8b8f8a" stroke-width="1.500"/><path d="M70
25h10v11H70z" fill="#e4e6e3" stroke="#b4b7b3"/>`;

export const BUN = `<circle cx="48" cy="48" r="26" fill="#b9803f"/><path d="M48 48c4-6 13-2 11 6-2
10-18 10-22 1-4-12 7-23 19-20 14 3 18 20 9 31" fill="none" stroke="#7d4d1d" stroke-width="4.500"
stroke-linecap="round"/><path d="M36 40h.1M58 36h.1M44 66h.1M62 58h.1M34 54h.1" stroke="#fff6e6"
stroke-width="5" stroke-linecap="round"/>`;
export const CROISSANT = `<path d="M18 60c2-22 17-33 30-33s28 11 30 33c-7 3-11 0-14-6-3-6-8-10-16-10s-13
4-16 10c-3 6-7 9-14 6z" fill="#cc9044"/><path d="M36 30l3 17M60 30l-3 17M25 40l8 12M71 40l-8 12"
stroke="#8f5c20" stroke-width="3" stroke-linecap="round"/>`;
export const TOAST = `<path d="M27 34c0-7 6-9 21-9s21 2 21 9c0 4-2 6-3 7v27a3 3 0 0 1-3 3H33a3 3 0 0
1-3-3V41c-1-1-3-3-3-7z" fill="#a86f33"/><path d="M34 38h28v27H34z" fill="#eed9ae"/><path d="M34
47l9 6 8-7 11 8v11H34z" fill="#e2a93a"/>`;
export const SALAD = `<circle cx="48" cy="48" r="27" fill="#7f9a4b"/><path d="M31 44c7-9 17-11 26-5M36
60c9 4 20 2 26-8" fill="none" stroke="#b8cf7c" stroke-width="6" stroke-linecap="round"/><circle
cx="57" cy="56" r="6" fill="#c2492f"/><circle cx="40" cy="39" r="5" fill="#c2492f"/><circle cx="50"
cy="48" r="4" fill="#efe7d2"/>`;
