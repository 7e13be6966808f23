// Reads a text signed by Apple without checking the signature, and the account that a notification names.
import { type Fields, fieldsOf, parseFields, textOf } from '../fields.ts';

/** For a text whose signature is checked elsewhere, or covered by another one. */
export function signedContent(jws: unknown): Fields | undefined {
  const [, payload = ''] = textOf(jws)?.split('.') ?? [];
  return parseFields(Buffer.from(payload, 'base64url').toString('utf8'));
}

/** The body of a notification, as received. */
export function accountInNotice(body: string): string | null {
  const data = fieldsOf(signedContent(parseFields(body)?.signedPayload)?.data);
  const account =
    textOf(signedContent(data?.signedTransactionInfo)?.appAccountToken) ??
    textOf(signedContent(data?.signedRenewalInfo)?.appAccountToken);
  return account?.toLowerCase() ?? null;
}
