// The receipts of StoreKit 1: a PKCS #7 container with the customer's purchases, signed with the store's leaf,
// and the older transaction receipt of one purchase.
import { createHash, sign } from 'node:crypto';
import type { Chain } from './certificates.ts';
import {
  context,
  type Der,
  elements,
  ia5,
  integer,
  nothing,
  octets,
  oid,
  sequence,
  set,
  utf8,
} from './der.ts';
import { subscriptionType, type Transaction, webOrderLineItemId } from './transaction.ts';

const oids = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  sha256: '2.16.840.1.101.3.4.2.1',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
};

/** Base64, as the app reads it from its bundle. A finished consumable is no longer in it. */
export function appReceipt(
  chain: Chain,
  current: Transaction,
  purchases: readonly Transaction[],
  now: number,
): string {
  const shown = purchases.filter(
    (each) => each === current || each.type !== 'Consumable' || !each.finished,
  );
  return container(chain, payload(current, shown, now)).toString('base64');
}

/** A set of `{type, version, value}`. */
const attribute = (type: number, value: Der): Der =>
  sequence(integer(type), integer(1), octets(value));

const date = (ms: number): Der => ia5(new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z'));

function payload({ app }: Transaction, purchases: readonly Transaction[], now: number): Der {
  const opaque = createHash('sha1').update(app.bundleId).digest();
  return set(
    attribute(0, utf8(app.environment === 'Production' ? 'Production' : 'ProductionSandbox')),
    attribute(1, integer(app.environment === 'Production' ? app.appAppleId : 0)),
    attribute(2, utf8(app.bundleId)),
    attribute(3, utf8('1.0')),
    attribute(4, opaque),
    attribute(5, opaque),
    attribute(12, date(now)),
    ...purchases.map((each) => attribute(17, purchaseSet(each))),
    attribute(19, utf8('1.0')),
  );
}

function purchaseSet(transaction: Transaction): Der {
  const { transactionId, expiresDate, revocation, type } = transaction;
  return set(
    attribute(1701, integer(transaction.quantity)),
    attribute(1702, utf8(transaction.productId)),
    attribute(1703, utf8(transactionId)),
    attribute(1704, date(transaction.purchaseDate)),
    attribute(1705, utf8(transaction.originalTransactionId)),
    attribute(1706, date(transaction.originalPurchaseDate)),
    attribute(1708, expiresDate === undefined ? ia5('') : date(expiresDate)),
    attribute(
      1711,
      integer(type === subscriptionType ? BigInt(webOrderLineItemId(transactionId)) : 0),
    ),
    attribute(1712, revocation ? date(revocation.revocationDate) : ia5('')),
  );
}

const signers = new WeakMap<Chain, Der>();

/** The leaf by its issuer and serial number. */
function signerOf(chain: Chain): Der {
  const known = signers.get(chain);
  if (known) return known;
  const [signed = nothing()] = elements(Buffer.from(chain.x5c[0] ?? '', 'base64'));
  const [_version, serial = nothing(), _algorithm, issuer = nothing()] = elements(signed);
  const name = sequence(issuer, serial);
  signers.set(chain, name);
  return name;
}

function container(chain: Chain, content: Der): Der {
  const certificates = chain.x5c.map((base64) => Buffer.from(base64, 'base64'));
  const sha256 = sequence(oid(oids.sha256), nothing());
  const signer = sequence(
    integer(1),
    signerOf(chain),
    sha256,
    sequence(oid(oids.ecdsaWithSha256)),
    octets(sign('sha256', content, chain.leafKey)),
  );
  return sequence(
    oid(oids.signedData),
    context(
      0,
      sequence(
        integer(1),
        set(sha256),
        sequence(oid(oids.data), context(0, octets(content))),
        context(0, ...certificates),
        set(signer),
      ),
    ),
  );
}

/** Base64 of a property list in its oldest form. */
export function transactionReceipt({ leafKey }: Chain, transaction: Transaction): string {
  const { app, transactionId, originalTransactionId, productId, quantity } = transaction;
  const info = propertyList({
    'original-transaction-id': originalTransactionId,
    'transaction-id': transactionId,
    quantity: String(quantity),
    'product-id': productId,
    bid: app.bundleId,
  });
  const purchaseInfo = Buffer.from(info).toString('base64');
  const text = propertyList({
    signature: sign('sha256', Buffer.from(info), leafKey).toString('base64'),
    'purchase-info': purchaseInfo,
    ...(app.environment === 'Sandbox' && { environment: 'Sandbox' }),
    'signing-status': '0',
  });
  return Buffer.from(text).toString('base64');
}

function propertyList(fields: Record<string, string>): string {
  const lines = Object.entries(fields).map(([name, value]) => `\t"${name}" = "${value}";\n`);
  return `{\n${lines.join('')}}`;
}
