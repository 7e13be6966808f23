// Google's Money: whole units as an int64 string and billionths. Zero parts are left out, as on the wire.

export interface Money {
  currencyCode: string;
  units?: string;
  nanos?: number;
}

export function money(currencyCode: string, micros: number): Money {
  const units = Math.trunc(micros / 1e6);
  const nanos = (micros % 1e6) * 1000;
  return {
    currencyCode,
    ...(units !== 0 && { units: String(units) }),
    ...(nanos !== 0 && { nanos }),
  };
}
