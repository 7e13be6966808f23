// The script of the payment page: asks for what the chosen method needs, then opens PortOne's window.

/** PortOne has no code of its own for buyers who cancel; the providers say so in their words. */
const CANCELLED = /cancel|취소|포기/i;

/** Whether the buyer gave up, rather than the payment failing. */
export const isCancelledByBuyer = (answer: {
  readonly code?: string;
  readonly message?: string;
  readonly pgCode?: string;
}): boolean => CANCELLED.test(`${answer.code} ${answer.pgCode} ${answer.message}`);

export const PAY_PAGE_SCRIPT = `
const main = document.querySelector('main');
const form = document.querySelector('form');
const button = form.querySelector('button');
const problem = document.querySelector('#problem');
const { order, methods, texts, cancelUrl } = JSON.parse(main.dataset.page);
// The order's customer is behind the '#', which browsers do not send.
const given = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
const VALID = {
  fullName: (text) => text !== '',
  phoneNumber: (text) => /^\\+?[0-9][0-9 -]{6,18}$/.test(text),
  email: (text) => /^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$/.test(text),
};
const inputOf = (field) => document.getElementById(field);
const errorOf = (field) => document.getElementById(field + '-error');
const say = (element, text) => { element.textContent = text; element.hidden = text === ''; };

for (const field of Object.keys(VALID)) inputOf(field).value = given[field] ?? '';

const chosen = () => methods[new FormData(form).get('method') ?? 0];
function showFields() {
  const { fields } = chosen();
  for (const element of document.querySelectorAll('[data-field]')) {
    const { field } = element.dataset;
    element.hidden = !fields.includes(field) || VALID[field](given[field] ?? '');
  }
}
function check(field) {
  const input = inputOf(field);
  const isValid = VALID[field](input.value.trim());
  say(errorOf(field), isValid ? '' : texts.invalid[field]);
  input.toggleAttribute('aria-invalid', !isValid);
  return isValid;
}
function requestOf({ channelKey, payMethod, fields, more }) {
  const customer = Object.fromEntries(fields.map((field) => [field, inputOf(field).value.trim()]));
  return {
    ...order,
    channelKey,
    payMethod,
    ...more,
    ...(fields.length > 0 && { customer }),
    ...(payMethod === 'VIRTUAL_ACCOUNT' && { virtualAccount: { accountExpiry: { validHours: 24 } } }),
    ...(payMethod === 'MOBILE' && { productType: 'PRODUCT_TYPE_DIGITAL' }),
  };
}
function fail(answer) {
  const isCancelled = ${CANCELLED}.test([answer.code, answer.pgCode, answer.message].join(' '));
  if (isCancelled) location.replace(cancelUrl);
  else say(problem, [texts.failed, answer.pgMessage ?? answer.message].filter(Boolean).join(' '));
}

form.addEventListener('change', showFields);
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const wrong = chosen().fields.filter((field) => !check(field));
  for (const field of wrong) inputOf(field).closest('.field').hidden = false;
  if (wrong.length > 0) { inputOf(wrong[0]).focus(); return; }
  say(problem, '');
  if (!window.PortOne) { say(problem, texts.notLoaded); return; }
  button.disabled = true;
  try {
    const answer = await window.PortOne.requestPayment(requestOf(chosen()));
    // Without an answer the browser is on its way to the provider's page.
    if (!answer) return;
    if (answer.code === undefined) location.replace(order.redirectUrl);
    else fail(answer);
  } catch (error) {
    fail(error);
  }
  button.disabled = false;
});
addEventListener('pageshow', () => { button.disabled = false; });
if (new URLSearchParams(location.search).has('failed')) say(problem, texts.failed);
showFields();
`;
