// tollgate figures …
import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { Type } from 'typebox';
import { isRejection, type Rejection } from '../audit/operation.ts';
import type { Figure } from '../figures/figure.ts';
import {
  type Difference,
  type FiguresCheck,
  rebuildFigures,
  verifyFigures,
} from '../payment/figures/check.ts';
import { PAYMENT_FIGURES } from '../payment/figures/figures.ts';
import { ProjectRevenueQuery, readProjectRevenue } from '../payment/figures/project-revenue.ts';
import { Currency } from '../payment/figures/rates.ts';
import { importRates } from '../payment/figures/rates-file.ts';
import { revenueCsv } from '../payment/figures/revenue.ts';
import { restrictions } from '../restriction/figures.ts';
import { GameIndex } from '../tenants/projects.ts';
import { addAppCommand, addCommand } from './command.ts';
import { Failure } from './failure.ts';

export function figureCommands(program: Command): void {
  const figures = program
    .command('figures')
    .description('sums of purchases and subscriptions, kept up with the ledger');
  addAppCommand(figures, 'verify', {
    summary: 'compute the figures of an app again from its purchases, and compare them',
    run: (command, input) => outcomeOf(verifyFigures(command, input)),
  });
  addAppCommand(figures, 'rebuild', {
    summary: 'make the figures of an app anew from its purchases, and compare them',
    run: (command, input) => outcomeOf(rebuildFigures(command, input)),
  });
  for (const figure of [...PAYMENT_FIGURES, restrictions] as readonly Figure[]) {
    // With --json, what the admin API answers.
    addAppCommand(figures, figure.name, {
      summary: `print ${figure.name} of an app over time as CSV`,
      input: figure.query,
      run: ({ context, app }, asked) => figure.read(context, app, asked),
      text: (answer: object) => lines(figure.csv(answer)),
    });
  }
  addCommand(figures, 'project-revenue', {
    summary: 'print the revenue of all apps of a project over time as CSV',
    input: Type.Object({ game_index: GameIndex, ...ProjectRevenueQuery.properties }),
    args: ['game_index'],
    run: readProjectRevenue,
    text: (outcome) => lines(revenueCsv(outcome)),
  });
  addCommand(figures, 'import-rates', {
    summary: 'add exchange rates from a CSV file (currency,day,rate)',
    input: Type.Object({
      game_index: GameIndex,
      reporting: Currency,
      file: Type.String({ minLength: 1, description: 'File to import.' }),
    }),
    args: ['game_index', 'reporting', 'file'],
    run: ({ context, actor }, { file, ...input }) =>
      importRates(context, actor, { ...input, csv: readText(file) }),
  });
}

const lines = (csv: string): string => csv.replaceAll('\r', '').trimEnd();

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new Failure(`${path} cannot be read.`);
  }
}

/** Differences end the command with exit code 1. */
async function outcomeOf(check: Promise<FiguresCheck | Rejection>) {
  const outcome = await check;
  if (isRejection(outcome)) return outcome;
  const { differences, ...rest } = outcome;
  const [first] = differences;
  if (first) {
    throw new Failure(
      `${differences.length} of ${rest.sums} sums of ${rest.appid} differ from the purchases; the first: ${textOf(first)}. Run tollgate figures rebuild ${rest.appid}.`,
    );
  }
  return { ...rest, differences: 0 };
}

const textOf = ({ sum, stored, recomputed }: Difference): string =>
  `${sum} is ${stored} and should be ${recomputed}`;
