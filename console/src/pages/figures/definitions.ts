// What each figure means, in the sentences of docs/figures.md; tiles, charts and the definitions use them.

interface Label {
  readonly en: string;
  readonly ko: string;
}

export interface Definition {
  /** As the API calls them. */
  readonly fields: readonly string[];
  readonly name: Label;
  readonly text: Label;
}

const define = (fields: string, en: string, ko: string, name: Label): Definition => ({
  fields: fields.split(' '),
  name,
  text: { en, ko },
});

const revenue = {
  purchases: define(
    'purchases',
    'Purchases and subscription cycles bought in the period, free ones included.',
    '기간 안에 이루어진 구매와 구독 주기입니다. 무료도 포함합니다.',
    { en: 'Purchases', ko: '구매' },
  ),
  gross: define('gross', 'What was paid for them.', '그 구매에 결제된 금액입니다.', {
    en: 'Gross revenue',
    ko: '총매출',
  }),
  refunded: define(
    'refunds refunded',
    'Purchases refunded in the period, in whole or in part, and the amount. A reversed refund counts negatively when it was reversed.',
    '기간 안에 전액 또는 일부 환불된 구매와 그 금액입니다. 취소된 환불은 취소된 시점에 음수로 집계합니다.',
    { en: 'Refunds', ko: '환불' },
  ),
  disputed: define(
    'disputes disputed',
    'Purchases disputed in the period, and the amount withheld or lost. A dispute that you win counts negatively when it was won.',
    '기간 안에 이의가 제기된 구매와 보류되거나 잃은 금액입니다. 승소한 이의 제기는 승소한 시점에 음수로 집계합니다.',
    { en: 'Disputes', ko: '이의 제기' },
  ),
  net: define(
    'net',
    '`gross` − `refunded` − `disputed`.',
    '`gross` − `refunded` − `disputed`입니다.',
    { en: 'Net revenue', ko: '순매출' },
  ),
  cancelled: define(
    'cancelled',
    'Of the purchases bought in the period, those that are refunded or disputed now. `cancelled` / `purchases` is the refund rate.',
    '기간 안의 구매 중 현재 환불되었거나 이의가 제기된 구매입니다. `cancelled` / `purchases`가 환불률입니다.',
    { en: 'Refund rate', ko: '환불률' },
  ),
} as const;

const payers = {
  payers: define(
    'payers',
    'Accounts with at least one purchase in the period that was not free. Each account counts once.',
    '기간 안에 무료가 아닌 구매를 한 번 이상 한 계정입니다. 계정마다 한 번만 집계합니다.',
    { en: 'Payers', ko: '결제자' },
  ),
  first_payers: define(
    'first_payers',
    'Of these, accounts that never paid in an earlier period.',
    '그중 이전 기간에 결제한 적이 없는 계정입니다.',
    { en: 'First-time payers', ko: '첫 결제자' },
  ),
  repeat_payers: define(
    'repeat_payers',
    'Accounts that paid more than once in the period.',
    '기간 안에 두 번 이상 결제한 계정입니다.',
    { en: 'Repeat payers', ko: '재결제자' },
  ),
  repeat_rate: define(
    'repeat_rate',
    '`repeat_payers` / `payers`.',
    '`repeat_payers` / `payers`입니다.',
    { en: 'Repeat rate', ko: '재결제율' },
  ),
  per_payer: define(
    'revenue.paid_by revenue.per_payer',
    'Accounts that paid in a currency, and `gross` of that currency divided by them.',
    '한 통화로 결제한 계정과, 그 통화의 `gross`를 그 수로 나눈 값입니다.',
    { en: 'Revenue per payer', ko: '결제자당 매출' },
  ),
  range: define(
    'range',
    'Payers and first-time payers of all periods together. Each account counts once, however many periods it paid in.',
    '모든 기간을 합친 결제자와 첫 결제자입니다. 여러 기간에 결제해도 계정마다 한 번만 집계합니다.',
    { en: 'Whole range', ko: '전체 기간' },
  ),
  lifetime: define(
    'lifetime',
    'Accounts that ever paid. By currency, `net` of all time divided by the accounts that ever paid in it: the lifetime value so far.',
    '한 번이라도 결제한 계정입니다. 통화별로는 전체 기간의 `net`을 그 통화로 결제한 적이 있는 계정 수로 나눈 값이며, 지금까지의 생애 가치입니다.',
    { en: 'Lifetime value', ko: '생애 가치' },
  ),
} as const;

const subscriptions = {
  active: define(
    'active',
    'Subscriptions with access at the end of the period: paid, in a trial, or in grace.',
    '기간이 끝날 때 이용할 수 있는 구독입니다. 결제됨, 체험 중, 유예 중이 포함됩니다.',
    { en: 'Active', ko: '활성' },
  ),
  paying: define('paying', 'Active ones that have paid.', '활성 구독 중 결제한 구독입니다.', {
    en: 'Paying',
    ko: '결제 중',
  }),
  trialing: define(
    'trialing',
    'In their trial: a free first period.',
    '체험 중입니다. 첫 주기가 무료입니다.',
    { en: 'In trial', ko: '체험 중' },
  ),
  grace: define(
    'grace',
    'The renewal failed and access goes on.',
    '갱신에 실패했지만 계속 이용할 수 있습니다.',
    { en: 'In grace', ko: '유예 중' },
  ),
  retry: define(
    'retry',
    'The renewal failed, access has ended, and the market tries again.',
    '갱신에 실패해 이용이 끝났고, 마켓이 다시 시도합니다.',
    { en: 'In retry', ko: '재시도 중' },
  ),
  paused: define(
    'paused',
    'Paused by the player (Google).',
    '플레이어가 일시 중지했습니다 (Google).',
    {
      en: 'Paused',
      ko: '일시 중지',
    },
  ),
  new: define('new', 'First payments of a subscription.', '구독의 첫 결제입니다.', {
    en: 'New',
    ko: '신규',
  }),
  renewed: define('renewed', 'Further payments without a break.', '중단 없이 이어진 결제입니다.', {
    en: 'Renewed',
    ko: '갱신',
  }),
  resurrected: define('resurrected', 'Payments after a break.', '중단 후 다시 한 결제입니다.', {
    en: 'Resurrected',
    ko: '재개',
  }),
  churned: define(
    'churned churn_rate',
    'Paid subscriptions that ended, and their share of those that were paying when the period began.',
    '끝난 유료 구독과, 기간이 시작될 때 결제 중이던 구독에 대한 비율입니다.',
    { en: 'Churn', ko: '이탈' },
  ),
  trials: define(
    'trials converted conversion_rate',
    'Trials that began in the period, how many of these were paid for since, and the share.',
    '기간 안에 시작된 체험, 그중 이후 결제된 수와 비율입니다.',
    { en: 'Trial conversion', ko: '체험 전환' },
  ),
  ended: define(
    'ended',
    'Subscriptions and trials that ended: by `choice` (renewal turned off), by `failed_payment` (after grace or retries), by `refund` (or revoked), `unknown` (the market has not said why).',
    '끝난 구독과 체험입니다. `choice`(갱신 끔), `failed_payment`(유예나 재시도 후), `refund`(또는 회수), `unknown`(마켓이 이유를 알리지 않음)으로 나눕니다.',
    { en: 'Ended', ko: '종료' },
  ),
  mrr: define(
    'mrr',
    'Monthly recurring revenue at the end of the period: the price of each paying subscription for a month. A year counts a twelfth, a week 52 twelfths, rounded to the smallest unit.',
    '기간이 끝날 때의 월간 반복 매출입니다. 결제 중인 각 구독의 한 달 가격입니다. 1년은 12분의 1, 1주는 12분의 52로 계산하고 가장 작은 단위로 반올림합니다.',
    { en: 'MRR', ko: 'MRR' },
  ),
  movement: define(
    'mrr.new expansion contraction churn resurrection',
    'What changed it: first payments, a higher price or plan, a lower one, endings, payments after a break. They add up to the change of `mrr`.',
    'MRR이 바뀐 이유입니다. 첫 결제, 더 높은 가격이나 요금제, 더 낮은 가격이나 요금제, 종료, 중단 후 결제입니다. 더하면 `mrr`의 변화와 같습니다.',
    { en: 'MRR movement', ko: 'MRR 변화' },
  ),
} as const;

const cohorts = {
  subscribers: define(
    'subscribers',
    '`subscribers` first paid in the month.',
    '`subscribers`는 그 달에 처음 결제한 구독자입니다.',
    { en: 'Subscribers', ko: '구독자' },
  ),
  retained: define(
    'retained',
    '`retained` says how many of them had paid for the same day one, two, three … months later. A month is shown once it has passed for all of them.',
    '`retained`는 그중 1, 2, 3 … 개월 뒤 같은 날까지 결제한 수입니다. 모두에게 그 달이 지나야 표시합니다.',
    { en: 'Retention', ko: '유지' },
  ),
  lifetime: define(
    'lifetime',
    '`lifetime` is by currency: what they paid in their first one, two, three … months, less refunds and disputes, and the same divided by those of them who paid in it (`paid_by`): the lifetime value so far.',
    '`lifetime`은 통화별로 첫 1, 2, 3 … 개월 동안 결제한 금액에서 환불과 이의 제기를 뺀 값과, 이를 그 통화로 결제한 구독자(`paid_by`)로 나눈 값입니다. 지금까지의 생애 가치입니다.',
    { en: 'Revenue per subscriber', ko: '구독자당 매출' },
  ),
} as const;

const verification = {
  verified: define(
    'verified',
    'Verifications that recorded a purchase or a subscription cycle.',
    '구매나 구독 주기를 기록한 검증입니다.',
    { en: 'Verified', ko: '검증됨' },
  ),
  duplicates: define(
    'duplicates',
    'Verifications of something recorded before.',
    '이미 기록된 것의 검증입니다.',
    { en: 'Duplicates', ko: '중복' },
  ),
  refused: define(
    'refused reasons',
    'Verifications that were refused, by reason.',
    '거부된 검증을 이유별로 집계합니다.',
    { en: 'Refused', ko: '거부' },
  ),
  could_not_ask: define(
    'could_not_ask',
    'Verifications without a result, because the market did not answer correctly.',
    '마켓이 올바르게 응답하지 않아 결과가 없는 검증입니다.',
    { en: 'Could not ask', ko: '조회 불가' },
  ),
  asked: define(
    'asked answered',
    'Calls to the market, and those that it answered. A rejection is an answer; 429 and 5xx are not.',
    '마켓 호출과 응답받은 호출입니다. 거부도 응답이고, 429와 5xx는 응답이 아닙니다.',
    { en: 'Calls', ko: '호출' },
  ),
  availability: define('availability', '`answered` / `asked`.', '`answered` / `asked`입니다.', {
    en: 'Availability',
    ko: '응답률',
  }),
  times: define(
    'p50_ms p95_ms',
    'Response times that half, or 95 of 100, answers did not exceed. Tollgate counts them in buckets of 25, 50, 100, 250, 500, 1,000, 2,500, 5,000 and 10,000 ms and interpolates within a bucket; slower answers count as 10 seconds.',
    '응답의 절반 또는 100건 중 95건이 넘지 않은 응답 시간입니다. 25, 50, 100, 250, 500, 1,000, 2,500, 5,000, 10,000 ms 구간으로 세고 구간 안에서 보간합니다. 더 느린 응답은 10초로 집계합니다.',
    { en: 'Response time', ko: '응답 시간' },
  ),
  undelivered: define(
    'undelivered',
    'Purchases verified in the period, at least an hour ago, whose delivery was never reported. Test purchases, imports, subscription cycles and cancelled purchases are left out. `null` when the range has more than 10,000: the app does not report deliveries.',
    '기간 안에 검증되고 한 시간이 지났지만 지급이 보고되지 않은 구매입니다. 테스트 구매, 가져온 구매, 구독 주기, 취소된 구매는 제외합니다. 10,000건이 넘으면 앱이 지급을 보고하지 않는 것으로 보고 `null`입니다.',
    { en: 'Undelivered', ko: '미지급' },
  ),
  products: define(
    'products',
    'Refund rate by product: of the purchases of the range, those refunded or disputed now.',
    '상품별 환불률입니다. 기간 안의 구매 중 현재 환불되었거나 이의가 제기된 비율입니다.',
    { en: 'Refund rate by product', ko: '상품별 환불률' },
  ),
  unusual: define(
    'unusual',
    "At least 20 purchases, and the lower end of the 95 % Wilson interval of the product's refund rate is more than twice the refund rate of the app.",
    '구매가 20건 이상이고, 상품 환불률의 95 % Wilson 구간 하한이 앱 환불률의 두 배를 넘습니다.',
    { en: 'Unusual', ko: '이례적' },
  ),
} as const;

const restrictions = {
  registered: define('registered', 'Players who were restricted.', '제한된 플레이어입니다.', {
    en: 'Registered',
    ko: '등록',
  }),
  changed: define(
    'changed',
    'Changes of a restriction that went on.',
    '계속되는 제한의 변경입니다.',
    { en: 'Changed', ko: '변경' },
  ),
  released: define(
    'released',
    'Restrictions that were lifted before their end.',
    '끝나기 전에 해제된 제한입니다.',
    { en: 'Released', ko: '해제' },
  ),
  expired: define(
    'expired',
    'Restrictions whose period ended, counted when Tollgate recorded the end. Their actor is `system`.',
    '기간이 끝난 제한이며, Tollgate가 종료를 기록한 시점에 집계합니다. 주체는 `system`입니다.',
    { en: 'Expired', ko: '만료' },
  ),
  repeat_offenders: define(
    'repeat_offenders',
    'Of `registered`, players with an earlier restriction that had ended. Each registration counts.',
    '`registered` 중 이전 제한이 끝난 적이 있는 플레이어입니다. 등록마다 집계합니다.',
    { en: 'Repeat offenders', ko: '재제한' },
  ),
  release: define(
    'release_median_s release_p90_s',
    'Seconds from registration to release that half, or 90 of 100, releases did not exceed: how long an appeal takes. Interpolated within buckets from a minute to two years.',
    '해제의 절반 또는 100건 중 90건이 넘지 않은, 등록부터 해제까지의 시간(초)입니다. 이의 처리에 걸리는 시간입니다. 1분부터 2년까지의 구간 안에서 보간합니다.',
    { en: 'Time until release', ko: '해제까지 걸린 시간' },
  ),
} as const;

/** By the tab that shows them. */
export const DEFINITIONS = {
  revenue,
  payers,
  subscriptions,
  cohorts,
  verification,
  restrictions,
} as const;

export const RULES: readonly Label[] = [
  { en: 'Test purchases never count.', ko: '테스트 구매는 집계하지 않습니다.' },
  {
    en: "A purchase counts when it was bought, by the market's clock; when the market names no time, when it was verified. An imported purchase counts when it was bought.",
    ko: '구매는 마켓의 시계로 구매한 시점에 집계합니다. 마켓이 시각을 알리지 않으면 검증한 시점입니다. 가져온 구매는 구매한 시점에 집계합니다.',
  },
  {
    en: 'A refund or dispute counts when the market says it happened, even if Tollgate learns of it weeks later. It never changes the gross of an earlier period.',
    ko: '환불과 이의 제기는 Tollgate가 몇 주 뒤에 알게 되더라도 마켓이 알린 시점에 집계합니다. 이전 기간의 총매출은 바뀌지 않습니다.',
  },
  {
    en: 'Amounts are exact decimals in the currency of the purchase. Currencies are never added to each other, unless you ask for a reporting currency.',
    ko: '금액은 구매 통화의 정확한 십진수입니다. 보고 통화를 선택하지 않으면 서로 다른 통화를 더하지 않습니다.',
  },
  {
    en: "A purchase without a price, or with one that is no whole number of the currency's smallest units, counts with an empty currency and no money.",
    ko: '가격이 없거나 통화의 가장 작은 단위로 나누어지지 않는 구매는 통화와 금액 없이 집계합니다.',
  },
];
