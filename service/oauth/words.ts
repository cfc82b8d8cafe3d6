import type { Language } from './pages.ts';

const EN = {
  signIn: (client: string) => `${client} asks you to sign in`,
  number: 'Phone number with country code',
  sendCode: 'Send me a code',
  noCodes: 'Codes cannot be sent here: this service has no way to do so.',
  orScan: 'Or scan with the phone you are signed in on',
  qrAlt: 'QR code of this sign-in',
  enterCode: 'Enter the code you were sent',
  code: 'Six digits',
  demoCode: (code: string) => `This is a demo. The code is ${code}.`,
  goOn: 'Go on',
  wrong: 'The code is not right. Try again.',
  wrongNumber: 'This is not a phone number we know. It starts with the country code, without +.',
  consent: (client: string) => `${client} asks for`,
  signedInAs: (name: string) => `You are signed in as ${name}.`,
  nothing: 'Nothing but to recognise you.',
  goesBack: (place: string) => `Either way you go back to ${place}.`,
  approve: 'Allow',
  deny: 'Do not allow',
  over: 'This sign-in is over',
  overText: 'Go back to where you came from and start again.',
  error: 'This cannot be done',
  errorText: 'The application that sent you here has made a mistake. It is not your fault.',
  tooOften: 'Too many tries. Wait a while, then start again.',
};

const NB: typeof EN = {
  signIn: (client) => `${client} ber deg logge inn`,
  number: 'Telefonnummer med landkode',
  sendCode: 'Send meg en kode',
  noCodes: 'Koder kan ikke sendes herfra: denne tjenesten har ingen måte å gjøre det på.',
  orScan: 'Eller skann med telefonen du er logget inn på',
  qrAlt: 'QR-kode for denne innloggingen',
  enterCode: 'Skriv inn koden du fikk',
  code: 'Seks sifre',
  demoCode: (code) => `Dette er en demo. Koden er ${code}.`,
  goOn: 'Gå videre',
  wrong: 'Koden stemmer ikke. Prøv igjen.',
  wrongNumber: 'Dette er ikke et telefonnummer vi kjenner. Det begynner med landkoden, uten +.',
  consent: (client) => `${client} ber om`,
  signedInAs: (name) => `Du er logget inn som ${name}.`,
  nothing: 'Ingenting annet enn å kjenne deg igjen.',
  goesBack: (place) => `Uansett går du tilbake til ${place}.`,
  approve: 'Tillat',
  deny: 'Ikke tillat',
  over: 'Denne innloggingen er over',
  overText: 'Gå tilbake dit du kom fra og begynn på nytt.',
  error: 'Dette går ikke',
  errorText: 'Appen som sendte deg hit har gjort en feil. Det er ikke din skyld.',
  tooOften: 'For mange forsøk. Vent litt og begynn på nytt.',
};

export const WORDS: Readonly<Record<Language, typeof EN>> = { en: EN, nb: NB };

/** The data that a scope gives an application, as shown on the consent page. */
export const SCOPE_WORDS: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {
    address: 'Your address',
    bankid: 'Your national id number, as your bank has verified it',
    email: 'Your e-mail address',
    fodselsnummer: 'Your national id number',
    openid: 'To recognise you when you come again',
    phone: 'Your phone number',
    profile: 'Your name',
    shipping_address: 'Your shipping address',
  },
  nb: {
    address: 'Adressen din',
    bankid: 'Fødselsnummeret ditt, slik banken har bekreftet det',
    email: 'E-postadressen din',
    fodselsnummer: 'Fødselsnummeret ditt',
    openid: 'Å kjenne deg igjen når du kommer tilbake',
    phone: 'Telefonnummeret ditt',
    profile: 'Navnet ditt',
    shipping_address: 'Leveringsadressen din',
  },
};
