// Checks a payment request of the browser as strictly as PortOne does, before any window opens.
import { type Input, readInput } from '../input.ts';
import { ControlError } from '../world.ts';
import { type Channel, findChannel, type PayMethod, payMethods, sellsOthers } from './channels.ts';
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
  const easyPayProvider = easyPayProviderOf(channel, request.payMethod as PayMethod, input);
  api.payments.open(storeId, paymentId, {
    ...request,
    channelKey: channel.key,
    ...(easyPayProvider !== undefined && { easyPayProvider }),
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
  if (method === 'EASY_PAY') {
    const problem = easyPayProblem(channel, input);
    if (problem !== undefined) return problem;
  }
  const missing = channel.customerFields.filter((field) => !customer.string(field));
  return missing.length > 0
    ? `${pgProvider} requires ${missing.map((field) => `customer.${field}`).join(', ')}.`
    : undefined;
}

const easyPayProviders = [
  ...['KAKAOPAY', 'NAVERPAY', 'TOSSPAY', 'PAYCO', 'SAMSUNGPAY', 'APPLEPAY', 'SSGPAY', 'LPAY'],
  ...['KPAY', 'PINPAY', 'SKPAY', 'LGPAY', 'SMILEPAY'],
];

function easyPayProblem(channel: Channel, input: Input): string | undefined {
  if (sellsOthers(channel)) {
    const provider = easyPayProviderOf(channel, 'EASY_PAY', input);
    if (provider !== undefined && easyPayProviders.includes(provider)) return undefined;
    return `easyPay.easyPayProvider is required for EASY_PAY at ${channel.pgProvider}.`;
  }
  return channel.pgProvider === 'NAVERPAY' ? naverPayProblem(input) : undefined;
}

const naverPayFields = ['categoryType', 'categoryId', 'uid', 'name'];

/** NaverPay shows the buyer what is bought, and refuses to open without it. */
function naverPayProblem(input: Input): string | undefined {
  const { productItems } = readInput(readInput(input.fields.bypass).fields.naverpay).fields;
  if (!Array.isArray(productItems) || productItems.length === 0) {
    return 'bypass.naverpay.productItems is required for NAVERPAY.';
  }
  for (const [index, item] of productItems.map(readInput).entries()) {
    const missing = naverPayFields.find((field) => !item.string(field));
    const wrong =
      missing ?? (item.integer('count', { min: 1 }) === undefined ? 'count' : undefined);
    if (wrong) return `bypass.naverpay.productItems[${index}].${wrong} is required.`;
  }
  return undefined;
}

/** Whose easy pay it is: of the channel, or as the request says. */
function easyPayProviderOf(channel: Channel, method: PayMethod, input: Input): string | undefined {
  if (method !== 'EASY_PAY') return undefined;
  if (!sellsOthers(channel)) return channel.pgProvider;
  const provider = readInput(input.fields.easyPay).string('easyPayProvider');
  return provider?.replace(/^EASY_PAY_PROVIDER_/, '');
}

function knownCustomer(customer: Input) {
  const entries = (['fullName', 'phoneNumber', 'email'] as const).map(
    (field) => [field, customer.string(field)] as const,
  );
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
