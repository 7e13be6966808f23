// The table of docs/adding-a-market.md: what each market can do, and why it cannot do the rest.
import { ABILITIES, type Abilities, type Driver } from './driver.ts';

export function tableOf(drivers: readonly Driver[]): string {
  const abilities = Object.entries(ABILITIES) as [keyof Abilities, string][];
  const reasons: string[] = [];
  const cell = (driver: Driver, ability: keyof Abilities): string => {
    const reason = driver.lacks[ability];
    if (reason === undefined) return 'yes';
    if (!reasons.includes(reason)) reasons.push(reason);
    return `no (${reasons.indexOf(reason) + 1})`;
  };
  const rows = abilities.map(([ability, title]) => [
    title,
    ...drivers.map((driver) => cell(driver, ability)),
  ]);
  const head = ['', ...drivers.map(({ name }) => name)];
  const lines = [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`);
  const notes = reasons.map((reason, index) => `${index + 1}. ${reason}`);
  return [...lines, '', ...notes].join('\n');
}
