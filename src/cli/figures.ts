// tollgate figures …
import type { Command } from 'commander';
import { Type } from 'typebox';
import { isRejection, type OperationContext, type Rejection } from '../audit/operation.ts';
import {
  type Difference,
  type FiguresCheck,
  rebuildFigures,
  verifyFigures,
} from '../payment/figures/check.ts';
import { Appid } from '../tenants/apps.ts';
import { createDirectory } from '../tenants/directory.ts';
import { addCommand } from './command.ts';
import { Failure } from './context.ts';

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
