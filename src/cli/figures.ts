// tollgate figures …
import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { type Static, type TObject, Type } from 'typebox';
import { isRejection, type OperationContext, type Rejection } from '../audit/operation.ts';
import {
  type Difference,
  type FiguresCheck,
  rebuildFigures,
  verifyFigures,
} from '../payment/figures/check.ts';
import { CohortsQuery, readCohorts } from '../payment/figures/cohorts.ts';
import {
  cohortsCsv,
  payersCsv,
  revenueCsv,
  subscriptionsCsv,
  verificationCsv,
} from '../payment/figures/csv.ts';
import { PayersQuery, readPayers } from '../payment/figures/payer-figures.ts';
import { ProjectRevenueQuery, readProjectRevenue } from '../payment/figures/project-revenue.ts';
import { Currency } from '../payment/figures/rates.ts';
import { importRates } from '../payment/figures/rates-file.ts';
import { RevenueQuery, readRevenue } from '../payment/figures/revenue.ts';
import {
  readSubscriptionFigures,
  SubscriptionFiguresQuery,
} from '../payment/figures/subscription-figures.ts';
import { readVerification, VerificationQuery } from '../payment/figures/verification.ts';
import {
  RestrictionFiguresQuery,
  readRestrictionFigures,
  restrictionsCsv,
} from '../restriction/figures.ts';
import { Appid } from '../tenants/apps.ts';
import { createDirectory } from '../tenants/directory.ts';
import { GameIndex } from '../tenants/projects.ts';
import type { FigureDeps } from '../tenants/range.ts';
import { addCommand } from './command.ts';
import { Failure } from './failure.ts';

const input = Type.Object({ appid: Appid });

export function figureCommands(program: Command): void {
  const figures = program
    .command('figures')
    .description('sums of purchases and subscriptions, kept up with the ledger');
  addCommand(figures, 'verify', {
    summary: 'compute the figures of an app again from its purchases, and compare them',
    input,
    args: ['appid'],
    run: ({ context }, { appid }) => outcomeOf(verifyFigures(depsOf(context), { appid })),
  });
  addCommand(figures, 'rebuild', {
    summary: 'make the figures of an app anew from its purchases, and compare them',
    input,
    args: ['appid'],
    run: ({ context }, { appid }) => outcomeOf(rebuildFigures(depsOf(context), { appid })),
  });
  addFigure(figures, 'revenue', RevenueQuery, readRevenue, revenueCsv);
  addFigure(figures, 'payers', PayersQuery, readPayers, payersCsv);
  addFigure(
    figures,
    'subscriptions',
    SubscriptionFiguresQuery,
    readSubscriptionFigures,
    subscriptionsCsv,
  );
  addFigure(figures, 'cohorts', CohortsQuery, readCohorts, cohortsCsv);
  addFigure(figures, 'verification', VerificationQuery, readVerification, verificationCsv);
  addFigure(
    figures,
    'restrictions',
    RestrictionFiguresQuery,
    readRestrictionFigures,
    restrictionsCsv,
  );
  addCommand(figures, 'project-revenue', {
    summary: 'print the revenue of all apps of a project over time as CSV',
    input: Type.Object({ game_index: GameIndex, ...ProjectRevenueQuery.properties }),
    args: ['game_index'],
    run: ({ context }, input) => readProjectRevenue(depsOf(context), input),
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

/** Prints CSV, or with --json what the admin API answers. */
function addFigure<Query extends TObject, Figures extends object>(
  group: Command,
  name: string,
  query: Query,
  read: (
    deps: FigureDeps,
    asked: Static<Query> & { readonly appid: string },
  ) => Promise<Figures | Rejection>,
  csv: (figures: Figures) => string,
): void {
  addCommand(group, name, {
    summary: `print ${name} of an app over time as CSV`,
    input: Type.Object({ appid: Appid, ...query.properties }),
    args: ['appid'],
    run: ({ context }, asked) =>
      read(depsOf(context), asked as Static<Query> & { readonly appid: string }),
    text: (figures: Figures) => lines(csv(figures)),
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

const depsOf = (context: OperationContext) => ({
  context,
  directory: createDirectory(context.storage, context.clock),
});

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
