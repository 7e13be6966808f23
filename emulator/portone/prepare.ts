// Checks a payment request of the browser as strictly as PortOne does, before any window opens.
import { type Input, readInput } from '../input.ts';
import { ControlError } from '../world.ts';
import { type Channel, findChannel, type PayMethod, payMethods } from './channels.ts';
import { PortoneError } from './errors.ts';
import type { PaymentRequest } from './payments.ts';
import type { PortoneApi } from './routes.ts';

type PrepareCode =
  | 'RequestParseFailed'
  | 'StoreNotFound'
  | 'ChannelNotFound'
  | 'AmountNotEqualToPredefined'
  | 'PaymentAlreadyPaid'
  | 'PGProviderError';

/** Why no window opens, in the codes of PortOne's browser package. */
export interface Refusal {
  code: PrepareCode;
  message: string;
  pgCode?: string;
  pgMessage?: string;
}

export interface Prepared {
  paymentId: string;
  storeId: string;
  redirectUrl: string | undefined;
  windowType: 'IFRAME' | 'REDIRECTION';
}

/** Every parameter of `requestPayment`; what is not here, PortOne cannot parse. */
const parameters = [
  ...['storeId', 'paymentId', 'orderName', 'totalAmount', 'currency', 'payMethod', 'channelKey'],
  ...['channelGroupId', 'taxFreeAmount', 'vatAmount', 'customer', 'windowType', 'redirectUrl'],
  ...['forceRedirect', 'noticeUrls', 'confirmUrl', 'appScheme', 'isEscrow', 'products', 'locale'],
  ...['isCulturalExpense', 'customData', 'country', 'productType', 'offerPeriod', 'storeDetails'],
  ...['shippingAddress', 'promotionId', 'popup', 'iframe', 'bypass', 'card', 'virtualAccount'],
  ...['transfer', 'mobile', 'giftCertificate', 'easyPay', 'paypal', 'alipay', 'convenienceStore'],
];
const customerParameters = [
  ...['customerId', 'fullName', 'firstName', 'lastName', 'phoneNumber', 'email', 'address'],
  ...['zipcode', 'gender', 'birthYear', 'birthMonth', 'birthDay'],
];

const refuse = (code: PrepareCode, message: string): Refusal => ({ code, message });

export function prepare(api: PortoneApi, data: unknown, mobile: boolean): Prepared | Refusal {
  try {
    return read(api, readInput(data), mobile);
  } catch (error) {
    if (error instanceof ControlError) return refuse('RequestParseFailed', error.message);
    if (!(error instanceof PortoneError)) throw error;
    const code =
      error.type === 'ALREADY_PAID' ? 'PaymentAlreadyPaid' : 'AmountNotEqualToPredefined';
    return refuse(code, error.message);
  }
}

function read(api: PortoneApi, input: Input, mobile: boolean): Prepared | Refusal {
  input.only(...parameters);
  const text = (name: string) => {
    const value = input.string(name);
    if (value === undefined || value === '') throw new ControlError(`${name} is required.`);
    return value;
  };
  const storeId = text('storeId');
  const paymentId = text('paymentId');
  const request: PaymentRequest = {
    orderName: text('orderName'),
    totalAmount: amountOf(input),
    currency: text('currency').replace(/^CURRENCY_/, ''),
    payMethod: methodOf(input),
  };
  const redirectUrl = input.httpUrl('redirectUrl');
  const redirects = mobile || input.boolean('forceRedirect') === true;
  if (redirects && redirectUrl === undefined) {
    throw new ControlError('redirectUrl is required where the window replaces the page.');
  }
  if (!api.stores().some((store) => store.storeId === storeId)) {
    return refuse('StoreNotFound', `There is no store ${storeId}.`);
  }
  const channel = findChannel(text('channelKey'));
  if (!channel) return refuse('ChannelNotFound', 'There is no channel with this key.');
  const customer = readInput(input.fields.customer);
  customer.only(...customerParameters);
  const problem = providerProblem(channel, request.payMethod as PayMethod, input, customer);
  if (problem) {
    return { ...refuse('PGProviderError', problem), pgCode: 'INVALID', pgMessage: problem };
  }
  api.payments.open(storeId, paymentId, {
    ...request,
    channelKey: channel.key,
    customer: knownCustomer(customer),
  });
  return {
    paymentId,
    storeId,
    redirectUrl,
    windowType: redirects ? 'REDIRECTION' : 'IFRAME',
  };
}

function amountOf(input: Input): number {
  const amount = input.integer('totalAmount', { min: 1 });
  if (amount === undefined) throw new ControlError('totalAmount is required.');
  return amount;
}

function methodOf(input: Input): PayMethod {
  const method = input.oneOf('payMethod', payMethods);
  if (method === undefined) throw new ControlError('payMethod is required.');
  return method;
}

/** What the provider behind the channel would refuse. */
function providerProblem(
  channel: Channel,
  method: PayMethod,
  input: Input,
  customer: Input,
): string | undefined {
  const { pgProvider } = channel;
  if (!channel.payMethods.includes(method)) return `${pgProvider} does not support ${method}.`;
  if (method === 'VIRTUAL_ACCOUNT' && input.fields.virtualAccount === undefined) {
    return 'virtualAccount.accountExpiry is required for VIRTUAL_ACCOUNT.';
  }
  if (method === 'MOBILE' && input.fields.productType === undefined) {
    return 'productType is required for MOBILE.';
  }
  const missing = channel.customerFields.filter((field) => !customer.string(field));
  return missing.length > 0
    ? `${pgProvider} requires ${missing.map((field) => `customer.${field}`).join(', ')}.`
    : undefined;
}

function knownCustomer(customer: Input) {
  const entries = (['fullName', 'phoneNumber', 'email'] as const).map(
    (field) => [field, customer.string(field)] as const,
  );
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
