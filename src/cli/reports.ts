// tollgate reports …
import type { Command } from 'commander';
import { Type } from 'typebox';
import { isRejection } from '../audit/operation.ts';
import { columnsOf, printPages } from '../base/csv-list.ts';
import { listReports, ReportQuery, readReport } from '../payment/external/list.ts';
import {
  CloseInput,
  CorrectInput,
  closeReport,
  correctReport,
  SendInput,
  sendReport,
} from '../payment/external/operations.ts';
import { ReportId, ReportView } from '../payment/external/view.ts';
import { addAppCommand } from './command.ts';
import { writeWhole } from './write-whole.ts';

const PAGE = 500;
const One = { report_id: ReportId };
const { after: _, limit: __, ...FILTERS } = ReportQuery.properties;

export function reportCommands(program: Command): void {
  const reports = program
    .command('reports')
    .description('reports of external sales to Apple and Google');
  addAppCommand(reports, 'list', {
    summary: 'list reports, newest first',
    input: ReportQuery,
    run: listReports,
  });
  addAppCommand(reports, 'show', {
    summary: 'show a report with what was sent',
    input: Type.Object(One),
    args: ['report_id'],
    run: readReport,
  });
  addAppCommand(reports, 'retry', {
    summary: 'send a refused report again, with another tax or country if the sale needs it',
    input: Type.Object({ ...One, ...SendInput.properties }),
    args: ['report_id'],
    run: (command, { appid: _, ...input }) => sendReport(command, command.actor, input),
  });
  addAppCommand(reports, 'correct', {
    summary: 'restate to Apple the tax or country of a reported sale',
    input: Type.Object({ ...One, ...CorrectInput.properties }),
    args: ['report_id'],
    run: (command, { appid: _, ...input }) => correctReport(command, command.actor, input),
  });
  addAppCommand(reports, 'close', {
    summary: 'close a due or refused report that was settled at the store',
    input: Type.Object({ ...One, ...CloseInput.properties }),
    args: ['report_id'],
    run: (command, { appid: _, ...input }) => closeReport(command, command.actor, input),
  });
  addAppCommand(reports, 'export', {
    summary: 'write reports to a CSV file, newest first',
    input: Type.Object({
      file: Type.String({
        minLength: 1,
        description: 'File to write. An existing file is replaced once the export is complete.',
      }),
      ...FILTERS,
    }),
    args: ['file'],
    async run(command, { file, appid: _, ...query }) {
      let count = 0;
      const read = async (after?: string) => {
        const page = await listReports(command, {
          ...query,
          limit: PAGE,
          ...(after !== undefined && { after }),
        });
        if (!isRejection(page)) count += page.items.length;
        return page;
      };
      const first = await read();
      if (isRejection(first)) return first;
      await writeWhole(file, printPages(columnsOf(ReportView), first, read));
      return { file, reports: count };
    },
  });
}
