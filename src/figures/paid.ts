// What an account paid on a day: purchases by currency.

/** How many paid purchases in each currency; without one, those whose price cannot be added up. */
export type Paid = Readonly<Record<string, number>>;
/** By the start of the day. */
export type PaidDays = ReadonlyMap<number, Paid>;

/** Nothing remains of what is zero. */
export function addPaid(paid: Paid = {}, more: Paid): Paid {
  const sum = { ...paid };
  for (const [currency, purchases] of Object.entries(more)) {
    const all = (sum[currency] ?? 0) + purchases;
    if (all === 0) delete sum[currency];
    else sum[currency] = all;
  }
  return sum;
}

export const isNothing = (paid: Paid): boolean => Object.keys(paid).length === 0;

export const totalPaid = (paid: Paid): number =>
  Object.values(paid).reduce((sum, purchases) => sum + purchases, 0);

/** The same text for the same purchases. */
export const printPaid = (paid: Paid): string =>
  JSON.stringify(
    Object.fromEntries(Object.entries(paid).sort(([one], [other]) => (one < other ? -1 : 1))),
  );
