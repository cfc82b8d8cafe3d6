/** A membership number as a card has it: up to 40 letters and digits, with hyphens and points between them. */
export const MEMBER_NUMBER = /^[A-Za-z0-9](?:[A-Za-z0-9.-]{0,38}[A-Za-z0-9])?$/;
