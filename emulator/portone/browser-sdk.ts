// A stand-in for PortOne's browser script: `PortOne.requestPayment` with the emulator's pay window behind it.

/** Served as it stands. Refused requests reject, as PortOne's do; failed payments resolve with a code. */
export const browserSdk = `
window.PortOne = (() => {
  const origin = new URL(document.currentScript.src).origin;
  class PaymentError extends Error {
    constructor({ code, message, ...rest }) {
      super(message);
      Object.assign(this, { __portOneErrorType: 'PaymentError', transactionType: 'PAYMENT', code }, rest);
    }
  }
  const isMobile = () => /Mobi|Android|iPhone|iPad/i.test(navigator.userAgent);

  /** The window of a provider: a frame over the shop's page. */
  const openFrame = (url) => new Promise((resolve) => {
    const frame = document.createElement('iframe');
    frame.src = url;
    frame.title = 'PortOne';
    Object.assign(frame.style, {
      position: 'fixed', inset: '0', width: '100%', height: '100%', border: '0', zIndex: '9999', background: '#fff',
    });
    const hear = ({ origin: from, source, data }) => {
      if (from !== origin || source !== frame.contentWindow) return;
      removeEventListener('message', hear);
      frame.remove();
      resolve(data);
    };
    addEventListener('message', hear);
    document.body.append(frame);
  });

  async function requestPayment(request) {
    // Text needs no permission of the browser to cross origins.
    const response = await fetch(origin + '/pay/portone/prepare', {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: JSON.stringify({ data: request, mobile: isMobile() }),
    });
    const answer = await response.json();
    if (!response.ok) throw new PaymentError(answer);
    if (answer.windowType === 'IFRAME') return openFrame(answer.url);
    location.href = answer.url;
  }
  return { requestPayment, PaymentError };
})();
`;
