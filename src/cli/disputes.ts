// tollgate disputes …
import type { Command } from 'commander';
import { Type } from 'typebox';
import {
  DisputeQuery,
  draftEvidence,
  listDisputes,
  readDispute,
  SendInput,
  sendEvidence,
} from '../payment/disputes/operations.ts';
import { DisputeId } from '../payment/disputes/shapes.ts';
import { addAppCommand } from './command.ts';

const OneDispute = { dispute_id: DisputeId };

export function disputeCommands(program: Command): void {
  const disputes = program
    .command('disputes')
    .description('payments that buyers dispute at their banks');
  addAppCommand(disputes, 'list', {
    summary: 'list disputes, newest first; --state open for those to answer',
    input: DisputeQuery,
    run: (command, { appid: _, ...query }) => listDisputes(command, query),
  });
  addAppCommand(disputes, 'show', {
    summary: 'show a dispute with what is known, the draft and what was sent',
    input: Type.Object(OneDispute),
    args: ['dispute_id'],
    run: (command, { dispute_id }) => readDispute(command, dispute_id),
  });
  addAppCommand(disputes, 'draft', {
    summary: 'draft the evidence anew from what is known',
    input: Type.Object(OneDispute),
    args: ['dispute_id'],
    run: (command, { dispute_id }) => draftEvidence(command, command.actor, dispute_id),
  });
  addAppCommand(disputes, 'send', {
    summary: 'have the running service send the draft to the gateway',
    input: Type.Object({ ...OneDispute, ...SendInput.properties }),
    args: ['dispute_id', 'version'],
    confirm: (_, { dispute_id, version }) => ({
      lost: `Version ${version} of the evidence for dispute ${dispute_id} will be sent. The bank takes evidence once.`,
    }),
    run: (command, { dispute_id, version }) =>
      sendEvidence(command, command.actor, { dispute_id, version }),
  });
}
