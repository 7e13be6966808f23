// The shapes of 64-bit ids in requests and answers.
import { Type } from 'typebox';
import { INT64_KEYWORD } from './ids.ts';

/** An id in a request. */
export const Id64 = (description: string) =>
  Type.Unsafe<bigint>({ [INT64_KEYWORD]: true, description });

/** An id in an answer. */
export const Id64Answer = (description: string) =>
  Type.Unsafe<bigint>({ type: 'integer', format: 'int64', description });
