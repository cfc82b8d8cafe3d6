import type { Refused } from './extra.ts';

/** Payments from a merchant to a person: three addresses from three API generations. */
export const paymentSend: Refused = {
  kind: 'refused',
  addresses: [
    { place: 'root', method: 'POST', path: '/payment/v2/payment/' },
    { place: 'root', method: 'GET', path: '/payment/v2/payment/:id/' },
    { place: 'api', method: 'POST', path: '/payment/' },
    { place: 'api', method: 'GET', path: '/payment/:id/' },
    { place: 'api', method: 'GET', path: '/payment/:id/outcome/' },
    { place: 'api', method: 'POST', path: '/payment_send/' },
  ],
  sentence: 'This service does not send money to people; refund a payment to give money back.',
};

export const chat: Refused = {
  kind: 'refused',
  addresses: [
    { place: 'root', method: 'POST', path: '/chat/v1/merchant/:id/channel/:channel/message/' },
  ],
  sentence:
    'This service has no chat; answer the callback of a scan with {"text": …} to tell its customer ' +
    'something.',
};
